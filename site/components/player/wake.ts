/*
 * Wakes the players of a page, each when it comes into view: then their code is loaded. Astro's own islands would do the
 * same with 2 KB of script in every page, a sixth of what the player may weigh, and read the transcript as one string.
 */
const sight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue
    sight.unobserve(target)
    import('./awake.ts').then(({ wake }) => wake(target))
  }
})
for (const controls of document.querySelectorAll('.player-controls')) sight.observe(controls)

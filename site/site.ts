/** What the site calls itself, wherever a name or a description is asked for. */
export const site = {
  name: 'Recounted',
  description: 'Posts that report a measurement, with each number computed from its data file while the site is built.',
  language: 'en',
}

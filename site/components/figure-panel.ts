/*
 * The panel of a verified number: on focus or hover, what the number is and the rows behind it, taken from the page of
 * figures that the number links to. Without it, the link says the same.
 */
const panel = document.createElement('div')
panel.className = 'figure-panel'
panel.id = 'figure-panel'
panel.role = 'tooltip'
panel.hidden = true
document.body.append(panel)

let figures: Promise<Document> | undefined
let shown: HTMLAnchorElement | undefined

/** The page of figures, asked for once; a failed request is made again the next time. */
function figuresPage(address: string): Promise<Document> {
  figures ??= fetch(address)
    .then((response) => (response.ok ? response.text() : Promise.reject(new Error(response.statusText))))
    .then((html) => new DOMParser().parseFromString(html, 'text/html'))
  figures.catch(() => {
    figures = undefined
  })
  return figures
}

async function open(number: HTMLAnchorElement): Promise<void> {
  shown = number
  const page = await figuresPage(number.pathname)
  const row = page.getElementById(number.dataset.figure ?? '')
  if (shown !== number || !row) return
  const text = (selector: string) => row.querySelector(selector)?.textContent?.trim() ?? ''
  const line = (name: string, content: string) => {
    const element = document.createElement('p')
    element.className = name
    element.textContent = content
    return element
  }
  panel.replaceChildren(
    line('figure-panel-says', text('.says')),
    line('figure-panel-value', text('[data-figure]')),
    line('figure-panel-rows', text('[data-rows]')),
  )
  panel.hidden = false
  number.setAttribute('aria-describedby', panel.id)
  place(number)
}

function close(): void {
  shown?.removeAttribute('aria-describedby')
  shown = undefined
  panel.hidden = true
}

/** Below the number, or above it where there is no room below, and always within the window. */
function place(number: HTMLElement): void {
  const at = number.getClientRects()[0] ?? number.getBoundingClientRect()
  const { width, height } = panel.getBoundingClientRect()
  const below = at.bottom + height + 8 < document.documentElement.clientHeight
  const left = Math.min(at.left, document.documentElement.clientWidth - width - 8)
  panel.style.insetBlockStart = `${(below ? at.bottom + 8 : at.top - height - 8) + window.scrollY}px`
  panel.style.insetInlineStart = `${Math.max(8, left) + window.scrollX}px`
}

function numberAt({ target }: Event): HTMLAnchorElement | undefined {
  const found = target instanceof Element ? target.closest<HTMLAnchorElement>('a.num') : null
  return found ?? undefined
}

for (const type of ['mouseover', 'focusin']) {
  document.addEventListener(type, (event) => {
    const number = numberAt(event)
    if (number && number !== shown) void open(number)
  })
}
for (const type of ['mouseout', 'focusout']) {
  document.addEventListener(type, (event) => {
    if (numberAt(event) === shown && shown !== document.activeElement) close()
  })
}
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') close()
})

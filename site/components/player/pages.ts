/** The pages of a large run, of which those that are not here are fetched. They are numbered from 1. */
export interface Pages {
  /** True where a page is here. */
  has(number: number): boolean
  /** Fetches a page, unless it is here or on its way. Rejects where it cannot be fetched; it can be asked for again. */
  want(number: number): Promise<void>
  /** Fetches all pages, one after another. */
  all(): Promise<void>
}

/**
 * `here` is the number of the page that is open, if one is; `take` is given what was fetched: the parts of the
 * transcript, and with the first of them the facts of the run.
 */
export function createPages(
  count: number,
  here: number | null,
  page: (number: number) => Page,
  take: (parts: readonly Element[]) => void,
): Pages {
  const present = new Set(here === null ? [] : [here])
  const coming = new Map<number, Promise<void>>()
  const want = (number: number): Promise<void> => {
    if (present.has(number) || number < 1 || number > count) return Promise.resolve()
    const asked = coming.get(number)
    if (asked) return asked
    const made = fetchParts(page(number))
      .then((parts) => {
        take(parts)
        present.add(number)
      })
      .finally(() => coming.delete(number))
    coming.set(number, made)
    return made
  }
  return {
    has: (number) => present.has(number),
    want,
    async all() {
      for (let number = 1; number <= count; number++) await want(number)
    },
  }
}

interface Page {
  address: string
  /** The id of the first frame that stands on it. */
  first: string
}

/** How long a page may take, in milliseconds: after that it is said to be missing, and can be asked for again. */
const patience = 30_000
/** How much of a page is read at a time, so that the reader is never kept waiting for it. */
const slice = 50_000

/** Reads a page in slices, each in a task of its own, into a document that shows nothing and runs nothing. */
async function fetchParts({ address, first }: Page): Promise<Element[]> {
  const response = await fetch(address, { signal: AbortSignal.timeout(patience) })
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim())
  const html = await response.text()
  const page = document.implementation.createHTMLDocument()
  // The one way in which a browser parses HTML piece by piece; in a page that is shown, it would be a bad one.
  const parser: { write(html: string): void } = page
  for (let start = 0; start < html.length; start += slice) {
    parser.write(html.slice(start, start + slice))
    await new Promise((resolve) => setTimeout(resolve))
  }
  page.close()
  if (!page.getElementById(first)) throw new Error('what came holds other frames')
  return [...page.querySelectorAll('ol.part, dl.run-facts, p.run-redactions')]
}

/** Puts what was fetched where it belongs in the transcript: parts in the order of their frames, facts behind them. */
export function place(transcript: Element, parts: readonly Element[]): void {
  const [frames, facts] = [parts.filter(isList), parts.filter((part) => !isList(part))]
  const list = transcript.querySelector('.frames')
  const [first] = frames
  // The parts of a page stand together.
  const next = first && [...(list?.children ?? [])].find((other) => isList(other) && other.start > first.start)
  if (next) next.before(...frames)
  else list?.append(...frames)
  transcript.append(...facts)
}

function isList(part: Element): part is HTMLOListElement {
  return part instanceof HTMLOListElement
}

import { arrive } from './arrival'

/** Identifies an element, to find it again after its page was drawn anew. */
type Trace = { row: string } | { id: string } | { tag: string; name: string }

/** More than anybody goes back in one session. */
const KEPT = 100
/** A page may first have to load its data; after this time moving focus would surprise. */
const GIVE_UP_MS = 2000
const SETTLED_MS = 200

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent.trim()

function traceOf(element: Element): Trace | undefined {
  const row = element.closest<HTMLElement>('[data-row]')?.dataset['row']
  if (row !== undefined) return { row }
  // Generated ids change each time the page is drawn.
  if (element.id !== '' && !/[:_]r_?\w+[:_]$|^react-aria/.test(element.id)) return { id: element.id }
  const name = nameOf(element)
  return name === '' ? undefined : { tag: element.tagName, name }
}

function find(trace: Trace): HTMLElement | null {
  const page = document.querySelector('[data-scope="page"]')
  if ('row' in trace) return page?.querySelector<HTMLElement>(`[data-row="${CSS.escape(trace.row)}"]`) ?? null
  if ('id' in trace) return document.getElementById(trace.id)
  const alike = [...(page?.querySelectorAll<HTMLElement>(trace.tag) ?? [])]
  return alike.find((element) => nameOf(element) === trace.name) ?? null
}

/** The address, whatever dialog is over it: focus returns from a dialog before its address is left. */
function pageHere(): string {
  const url = new URL(location.href)
  url.searchParams.delete('do')
  return url.href
}

let restore: () => void = () => undefined

/** Puts focus back where it was when this address was left, as Back does it. */
export const restoreFocus = (): void => restore()

/**
 * Restores focus when Back or Forward returns to a page. Only while nothing or a heading has focus: the
 * person may have moved on meanwhile.
 */
export function rememberFocus(): () => void {
  const traces = new Map<string, Trace>()
  let page = pageHere()
  let frame = 0

  function onFocusIn({ target }: FocusEvent) {
    if (!(target instanceof Element) || !target.closest('[data-scope="page"]')) return
    // A new page focuses its heading by itself; remembering that would replace the element to return to.
    if (target.tagName === 'H1') return
    const trace = traceOf(target)
    if (!trace) return
    const left = pageHere()
    traces.delete(left)
    traces.set(left, trace)
    const [oldest] = traces.keys()
    if (traces.size > KEPT && oldest !== undefined) traces.delete(oldest)
  }

  function seekTrace() {
    const sought = pageHere()
    const trace = traces.get(sought)
    if (!trace) return
    cancelAnimationFrame(frame)
    const begun = performance.now()
    let foundAt = Infinity
    const seek = () => {
      if (pageHere() !== sought) return
      const now = performance.now()
      const { activeElement, body } = document
      // Headings take focus by themselves: that of a page, and that of the detail in its address.
      const isFree = !activeElement || activeElement === body || /^H[12]$/.test(activeElement.tagName)
      const element = find(trace)
      if (element !== activeElement || !element) {
        if (!isFree && activeElement.isConnected && now - begun > 100) return
        element?.focus()
        foundAt = Infinity
      }
      if (element) foundAt = Math.min(foundAt, now)
      // A page that comes late may give focus to its heading after its rows are there.
      if (now < (element ? foundAt + SETTLED_MS : begun + GIVE_UP_MS)) frame = requestAnimationFrame(seek)
    }
    // After the router and the page have drawn, and the heading has received focus.
    frame = requestAnimationFrame(() => (frame = requestAnimationFrame(seek)))
  }

  /** A dialog that Back closes returns focus by itself, and what opened it may have moved it on since. */
  function onPopState() {
    const before = page
    page = pageHere()
    if (page !== before) seekTrace()
  }
  function onNavigated({ type }: Event) {
    // Also where the page that is left was not drawn yet.
    if (type === 'pushState' && new URL(page).pathname !== location.pathname) arrive()
    page = pageHere()
  }

  window.addEventListener('focusin', onFocusIn)
  restore = seekTrace
  window.addEventListener('popstate', onPopState)
  // The router dispatches these.
  for (const type of ['pushState', 'replaceState']) window.addEventListener(type, onNavigated)
  return () => {
    cancelAnimationFrame(frame)
    window.removeEventListener('focusin', onFocusIn)
    window.removeEventListener('popstate', onPopState)
    for (const type of ['pushState', 'replaceState']) window.removeEventListener(type, onNavigated)
  }
}

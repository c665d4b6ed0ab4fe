import { recordNavigation } from '../../shared/page/first-page'

/** Identifies an element, to find it again after its page was rendered again. */
type Trace = { row: string } | { id: string } | { tag: string; name: string }

/** The maximum number of stored pages: more than a user goes back in one session. */
const KEPT = 100
/** The time to find the element while the page loads its data. Moving focus later would surprise the user. */
const GIVE_UP_MS = 2000
const SETTLED_MS = 200

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent.trim()

function traceOf(element: Element): Trace | undefined {
  const row = element.closest<HTMLElement>('[data-row]')?.dataset['row']
  if (row !== undefined) return { row }
  // Generated ids change each time the page is rendered.
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

/** The address without an open dialog: focus returns from a dialog before its address is left. */
function pageHere(): string {
  const url = new URL(location.href)
  url.searchParams.delete('do')
  return url.href
}

let restore: () => void = () => undefined

/** Moves focus back to where it was when this address was left, like Back. */
export const restoreFocus = (): void => restore()

/**
 * Restores focus when Back or Forward returns to a page, but only while nothing or a heading has focus: the user may
 * have moved on.
 */
export function rememberFocus(): () => void {
  const traces = new Map<string, Trace>()
  let page = pageHere()
  let frame = 0

  function onFocusIn({ target }: FocusEvent) {
    if (!(target instanceof Element) || !target.closest('[data-scope="page"]')) return
    // A new page focuses its heading; storing the heading would replace the element to return to.
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
      // The heading of a page, or of the detail in its address, takes focus automatically.
      const isFree = !activeElement || activeElement === body || /^H[12]$/.test(activeElement.tagName)
      const element = find(trace)
      if (element !== activeElement || !element) {
        if (!isFree && activeElement.isConnected && now - begun > 100) return
        element?.focus()
        foundAt = Infinity
      }
      if (element) foundAt = Math.min(foundAt, now)
      // A page that loads late may focus its heading after its rows have rendered.
      if (now < (element ? foundAt + SETTLED_MS : begun + GIVE_UP_MS)) frame = requestAnimationFrame(seek)
    }
    // Waits until the router and the page have rendered and the heading has received focus.
    frame = requestAnimationFrame(() => (frame = requestAnimationFrame(seek)))
  }

  /** Ignores dialogs: a dialog that Back closes returns focus itself, and its opener may have moved focus since. */
  function onPopState() {
    const before = page
    page = pageHere()
    if (page !== before) seekTrace()
  }
  function onNavigated({ type }: Event) {
    // Also counts if the previous page was not rendered yet.
    if (type === 'pushState' && new URL(page).pathname !== location.pathname) recordNavigation()
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

import { scrollToTop } from '@/ui/find-scroller'
import { isOpenedEntry } from '../../shared/url-state/url-state'
import { recordNavigation } from '../../shared/page/first-page'
import { setRestoredRow, takeNextRow } from '../../shared/page/restored-row'

/**
 * Identifies an element, to find it again after its page was rendered again. `top` is the distance of a row from the top
 * of the window when the page was left, in pixels.
 */
type Trace = { row: string; top?: number } | { id: string } | { tag: string; name: string }

/** The maximum number of stored pages: more than a user goes back in one session. */
const KEPT = 100
/** The time to find the element while the page loads its data. Moving focus later would surprise the user. */
const GIVE_UP_MS = 2000
const SETTLED_MS = 400
/** Events by which the user moves on. */
const MOVES = ['keydown', 'pointerdown', 'wheel', 'touchstart']

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

/**
 * Restores focus and the position of the focused row when Back or Forward returns to a page, but only while nothing or a
 * heading has focus: the user may have moved on.
 */
export function rememberFocus(): () => void {
  const traces = new Map<string, Trace>()
  let page = pageHere()
  let frame = 0

  const onFocusIn = ({ target }: FocusEvent) => recordFocus(target)

  function recordFocus(target: EventTarget | null) {
    if (!(target instanceof Element) || !target.closest('[data-scope="page"]')) return
    // A new page or detail focuses its heading; storing the heading would replace the element to return to.
    if (/^H[12]$/.test(target.tagName)) return
    const trace = traceOf(target)
    if (!trace) return
    const left = pageHere()
    traces.delete(left)
    traces.set(left, trace)
    const [oldest] = traces.keys()
    if (traces.size > KEPT && oldest !== undefined) traces.delete(oldest)
  }

  /** Stores where the focused row of the page is that is being left. */
  function recordPosition() {
    const trace = traces.get(page)
    const element = trace && 'row' in trace ? find(trace) : null
    if (element) traces.set(page, { ...(trace as { row: string }), top: element.getBoundingClientRect().top })
  }

  function seekTrace() {
    const sought = pageHere()
    const left = traces.get(sought)
    const row = takeNextRow()
    const isOtherRow = row !== undefined && !(left && 'row' in left && left.row === row)
    const trace: Trace | undefined = isOtherRow ? { row } : left
    setRestoredRow(trace && 'row' in trace ? trace.row : undefined)
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
      if (element) {
        foundAt = Math.min(foundAt, now)
        // A chart above the list may get its height later.
        if ('row' in trace && trace.top !== undefined) scrollToTop(element, trace.top)
      }
      // A page that loads late may focus its heading after its rows have rendered.
      if (now < (element ? foundAt + SETTLED_MS : begun + GIVE_UP_MS)) frame = requestAnimationFrame(seek)
    }
    // Waits until the router and the page have rendered and the heading has received focus.
    frame = requestAnimationFrame(() => (frame = requestAnimationFrame(seek)))
  }

  /** Ignores dialogs: a dialog that Back closes returns focus itself, and its opener may have moved focus since. */
  function onPopState() {
    const before = page
    recordPosition()
    page = pageHere()
    if (page !== before) seekTrace()
  }
  function onNavigated({ type }: Event) {
    recordPosition()
    if (type === 'pushState') setRestoredRow(undefined)
    // Also counts if the previous page was not rendered yet.
    const isOtherPage = new URL(page).pathname !== location.pathname
    if (type === 'pushState' && isOtherPage) recordNavigation()
    page = pageHere()
    // Focus stays where it is when a filter changes, or a detail opens beside the list.
    if (!isOtherPage && !isOpenedEntry()) recordFocus(document.activeElement)
  }

  // The user has moved on.
  const stopSeeking = () => cancelAnimationFrame(frame)

  window.addEventListener('focusin', onFocusIn)
  for (const type of MOVES) window.addEventListener(type, stopSeeking, true)
  // Runs before the router renders the page.
  window.addEventListener('popstate', onPopState, true)
  // The router dispatches these.
  for (const type of ['pushState', 'replaceState']) window.addEventListener(type, onNavigated)
  return () => {
    stopSeeking()
    window.removeEventListener('focusin', onFocusIn)
    for (const type of MOVES) window.removeEventListener(type, stopSeeking, true)
    window.removeEventListener('popstate', onPopState, true)
    for (const type of ['pushState', 'replaceState']) window.removeEventListener(type, onNavigated)
  }
}

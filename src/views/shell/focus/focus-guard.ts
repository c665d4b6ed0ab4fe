const collections =
  '[role=grid], [role=treegrid], [role=listbox], [role=tablist], [role=toolbar], [role=menu], [role=tree]'
const dialogs = '[role=dialog], [role=alertdialog]'
const regions =
  '[role=dialog], [role=alertdialog], [role=region], [role=main], [role=navigation], [role=banner], main, nav'
const stops =
  'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])'

/** Where somebody was, so that it is known when it has gone. */
type Trail = {
  element: Element
  /** Where they were before a dialog took them. */
  outside: Element | undefined
  /** The same element and what it lies in, from the inside out, as it was while it had focus. */
  path: readonly Element[]
}

/** What stood beside a part that was taken away, and what it was taken out of. */
type Gap = { after: Node | null; before: Node | null; from: Node }

/** A menu that closes and a dialog that opens take some frames to hand focus on, more on a busy machine. */
const PATIENCE_MS = 100

/**
 * The one backstop for "focus is never lost". When nothing has focus for a moment although something had, and nobody
 * pressed the pointer on nothing, it goes to what is nearest: where somebody was before a dialog, what followed in the same place, what came before it, the
 * collection, the region, the heading of the page. Reaching it is a mistake of whoever took the focused part away, so
 * `onLost` is told; in development that throws.
 */
export function guardFocus(onLost: (what: Element) => void = complain): () => void {
  let trail: Trail | undefined
  let gap: Gap | undefined
  // Tab may have led out of the page, to the browser's own controls: nobody is brought back from there.
  const isLost = () => trail !== undefined && document.activeElement === document.body && document.hasFocus()
  // Every step of focus is a loss for an instant. Patience is for the one that lasts: with what is left of an earlier one, a
  // menu that has just closed would not have its frame to hand focus on.
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  const check = () => {
    if (!isLost() || timer !== undefined) return
    timer = setTimeout(() => (frame = requestAnimationFrame(repair)), PATIENCE_MS)
  }
  const stopWaiting = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    timer = undefined
  }
  function repair() {
    timer = undefined
    if (!trail || !isLost()) return
    const { element } = trail
    const home = homeOf(trail, gap)
    // Whoever comes back to the same place must not be sent away again and again.
    trail = undefined
    home?.focus({ preventScroll: true })
    onLost(element)
  }
  function remember({ target }: FocusEvent) {
    if (!(target instanceof Element) || target === document.body) return
    stopWaiting()
    gap = undefined
    const outside = target.closest(dialogs) ? trail?.outside : target
    trail = { element: target, outside, path: pathOf(target) }
  }
  function forget() {
    // Pressing beside everything is a wish.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) trail = undefined
    })
  }
  const observer = new MutationObserver((records) => {
    for (const { removedNodes, nextSibling, previousSibling, target } of records)
      if (trail && [...removedNodes].some((node) => trail?.path.some((one) => node === one)))
        gap = { after: nextSibling, before: previousSibling, from: target }
    if (gap && isLost())
      twinAmong(
        records.flatMap(({ addedNodes }) => [...addedNodes]),
        trail?.element
      )?.focus()
    check()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  window.addEventListener('focusin', remember)
  window.addEventListener('focusout', check)
  window.addEventListener('pointerdown', forget, true)
  return () => {
    // What is about to be repaired is somebody else's now.
    trail = undefined
    stopWaiting()
    observer.disconnect()
    window.removeEventListener('focusin', remember)
    window.removeEventListener('focusout', check)
    window.removeEventListener('pointerdown', forget, true)
  }
}

const pathOf = (element: Element): Element[] => {
  const path: Element[] = []
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) path.push(at)
  return path
}

function homeOf({ path, outside }: Trail, gap: Gap | undefined): HTMLElement | undefined {
  const left = path.filter((one) => one.isConnected)
  const isDialogGone = path.some((one) => one.matches(dialogs) && !one.isConnected)
  const around = gap?.from instanceof Element && gap.from.isConnected ? [gap.from, ...pathOf(gap.from)] : left
  const candidates = [
    ...(isDialogGone && outside?.isConnected ? [takes(outside)] : []),
    ...(gap ? [stopIn(gap.after), stopIn(gap.before)] : []),
    ...around.filter((one) => one.matches(collections)).map(stopIn),
    ...around.filter((one) => one.matches(regions)).map((one) => takes(one) ?? stopIn(one)),
    // An open dialog keeps it; behind it nothing can be reached.
    stopIn(document.querySelector(dialogs)),
    takes(document.querySelector('h1')),
  ]
  return candidates.find((one) => one !== undefined)
}

/** The first thing in or at a node that Tab would reach. */
function stopIn(node: Node | null): HTMLElement | undefined {
  if (!(node instanceof HTMLElement) || !node.isConnected) return undefined
  const all = [node, ...node.querySelectorAll<HTMLElement>(stops)]
  const open = all.filter((one) => one.matches(stops) && takes(one))
  // The one stop of a collection first, whatever controls are in it.
  return open.find((one) => one.getAttribute('tabindex') === '0') ?? open[0]
}

/** What came in place of a control and is the same to whoever had reached it: a menu's button, once its menu is loaded. */
function twinAmong(added: readonly Node[], left: Element | undefined): HTMLElement | undefined {
  if (!left) return undefined
  const here = added.flatMap((node) =>
    node instanceof HTMLElement && node.isConnected ? [node, ...node.querySelectorAll<HTMLElement>(stops)] : []
  )
  return here.find(
    (one) => one.localName === left.localName && nameOf(one) === nameOf(left) && one.matches(stops) && takes(one)
  )
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent

/** The element itself, if it can be seen and take focus. */
const takes = (element: Element | null): HTMLElement | undefined =>
  element instanceof HTMLElement &&
  (element.tabIndex >= 0 || element.hasAttribute('tabindex')) &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.closest('[inert]')
    ? element
    : undefined

function complain(what: Element) {
  if (!import.meta.env.DEV) return
  throw new Error(
    `Focus was lost: <${what.localName}> "${nameOf(what).slice(0, 60)}" went away. Whoever takes it away says where to go.`
  )
}

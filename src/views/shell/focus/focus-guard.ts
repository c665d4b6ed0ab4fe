const collections =
  '[role=grid], [role=treegrid], [role=listbox], [role=tablist], [role=toolbar], [role=menu], [role=tree]'
const dialogs = '[role=dialog], [role=alertdialog]'
const regions =
  '[role=dialog], [role=alertdialog], [role=region], [role=main], [role=navigation], [role=banner], main, nav'
const stops =
  'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])'

/** The focused element, and the data to find a substitute after it disappears. */
type Trail = {
  element: Element
  /** The element that had focus before a dialog opened. */
  outside: Element | undefined
  /** The element and its ancestors, innermost first, as they were while it had focus. */
  path: readonly Element[]
}

/** The siblings and the parent of a removed node. */
type Gap = { after: Node | null; before: Node | null; from: Node }

/** The wait before a repair. Closing menus and opening dialogs move focus within a few frames, or later if busy. */
const PATIENCE_MS = 100

/**
 * Restores lost focus. If the focused element has disappeared and no other element has focus after `PATIENCE_MS`, focus
 * moves to the nearest substitute: the element focused before the dialog, the next sibling, the previous sibling, the
 * collection, the region, or the heading of the page. A click on empty space is not a loss. Components should move
 * focus before they remove a focused element; otherwise `onLost` is called, which by default throws in development.
 */
export function guardFocus(onLost: (what: Element) => void = throwInDevelopment): () => void {
  let trail: Trail | undefined
  let gap: Gap | undefined
  // Tab can move focus to the controls of the browser; focus must not be taken back from there.
  const isLost = () => trail !== undefined && document.activeElement === document.body && document.hasFocus()
  // Every focus move is a loss for an instant, so only a lasting loss counts. Each loss starts its own wait: with the
  // rest of an earlier wait, a menu that has just closed would not have a frame to pass focus on.
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
    const substitute = substituteFor(trail, gap)
    // Without this, returning to the same place could move focus away repeatedly.
    trail = undefined
    substitute?.focus({ preventScroll: true })
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
    // A click on empty space removes focus on purpose.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) trail = undefined
    })
  }
  const observer = new MutationObserver((records) => {
    for (const { removedNodes, nextSibling, previousSibling, target } of records)
      if (trail && [...removedNodes].some((node) => trail?.path.some((one) => node === one)))
        gap = { after: nextSibling, before: previousSibling, from: target }
    if (gap && isLost())
      replacementAmong(
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
    // A pending repair must not run after the guard was removed.
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

function substituteFor({ path, outside }: Trail, gap: Gap | undefined): HTMLElement | undefined {
  const left = path.filter((one) => one.isConnected)
  const isDialogGone = path.some((one) => one.matches(dialogs) && !one.isConnected)
  const around = gap?.from instanceof Element && gap.from.isConnected ? [gap.from, ...pathOf(gap.from)] : left
  const candidates = [
    ...(isDialogGone && outside?.isConnected ? [ifFocusable(outside)] : []),
    ...(gap ? [firstTabStop(gap.after), firstTabStop(gap.before)] : []),
    ...around.filter((one) => one.matches(collections)).map(firstTabStop),
    ...around.filter((one) => one.matches(regions)).map((one) => ifFocusable(one) ?? firstTabStop(one)),
    // The dialog comes before the heading, because no element behind an open dialog can have focus.
    firstTabStop(document.querySelector(dialogs)),
    ifFocusable(document.querySelector('h1')),
  ]
  return candidates.find((one) => one !== undefined)
}

/** The first tab stop at or inside a node. */
function firstTabStop(node: Node | null): HTMLElement | undefined {
  if (!(node instanceof HTMLElement) || !node.isConnected) return undefined
  const all = [node, ...node.querySelectorAll<HTMLElement>(stops)]
  const open = all.filter((one) => one.matches(stops) && ifFocusable(one))
  // A collection is one tab stop and comes before the controls inside it.
  return open.find((one) => one.getAttribute('tabindex') === '0') ?? open[0]
}

/** The added control that replaces the removed one: same element type and name, such as the button of a loaded menu. */
function replacementAmong(added: readonly Node[], left: Element | undefined): HTMLElement | undefined {
  if (!left) return undefined
  const here = added.flatMap((node) =>
    node instanceof HTMLElement && node.isConnected ? [node, ...node.querySelectorAll<HTMLElement>(stops)] : []
  )
  return here.find(
    (one) => one.localName === left.localName && nameOf(one) === nameOf(left) && one.matches(stops) && ifFocusable(one)
  )
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent

/** The element, if it is visible and focusable. */
const ifFocusable = (element: Element | null): HTMLElement | undefined =>
  element instanceof HTMLElement &&
  (element.tabIndex >= 0 || element.hasAttribute('tabindex')) &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.closest('[inert]')
    ? element
    : undefined

function throwInDevelopment(what: Element) {
  if (!import.meta.env.DEV) return
  throw new Error(`Focus was lost: <${what.localName}> "${nameOf(what).slice(0, 60)}" was removed. Move focus first.`)
}

const corners = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** In pixels. Messages keep this distance from the focused element, whose ring is outside its box. */
const GAP = 4

/**
 * Keeps the messages in a corner of the window where they cover neither the pointer nor the focused element, nor an open
 * dialog if there is such a corner. The messages move instead of the page: scrolling cannot uncover the last row of a
 * list or a button of a dialog, and would need the help of every list. They stay while the focus is on them.
 * @returns a function that stops it
 */
export function placeMessages(area: HTMLElement): () => void {
  let pointer: { x: number; y: number } | undefined
  let height = 0
  let frame = 0

  function place(first: string) {
    if (height === 0 || area.matches(':focus-within')) return
    const covered = [
      // The next click must not press a message. A pointer that was moved to the messages does not count.
      { weight: 4, box: pointer && !area.matches(':hover') ? new DOMRect(pointer.x, pointer.y) : undefined },
      { weight: 2, box: focusedBox() },
      {
        weight: 1,
        box: [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)?.getBoundingClientRect(),
      },
    ]
    let least = Infinity
    let chosen = first
    // The first of equal corners wins, so that messages do not move without a reason.
    for (const corner of [first, ...corners]) {
      if (least === 0) break
      area.dataset['corner'] = corner
      const here = visibleBox(area)
      const cost = covered.reduce((total, { weight, box }) => total + (overlaps(here, box) ? weight : 0), 0)
      if (cost < least) [least, chosen] = [cost, corner]
    }
    area.dataset['corner'] = chosen
  }
  const placeAgain = () => place(area.dataset['corner'] ?? corners[0])
  function placeSoon() {
    if (height === 0) return
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(placeAgain)
  }

  const observer = new ResizeObserver(() => {
    const before = height
    height = area.getBoundingClientRect().height
    if (before === 0) place(area.querySelector('[data-wants="top"]') ? 'top-right' : corners[0])
    else if (height > before) placeAgain()
  })
  observer.observe(area)
  const ended = new AbortController()
  const options = { capture: true, passive: true, signal: ended.signal }
  for (const type of ['pointerdown', 'pointermove'] as const)
    addEventListener(type, ({ clientX: x, clientY: y }) => (pointer = { x, y }), options)
  for (const type of ['focusin', 'keydown', 'scroll', 'resize'] as const) addEventListener(type, placeSoon, options)
  return () => {
    ended.abort()
    cancelAnimationFrame(frame)
    observer.disconnect()
  }
}

/** Without the padding around the messages. */
function visibleBox(area: HTMLElement): Box {
  const { left, right, top, bottom } = area.getBoundingClientRect()
  const padding = parseFloat(getComputedStyle(area).paddingLeft) - GAP
  return { left: left + padding, right: right - padding, top: top + padding, bottom: bottom - padding }
}

/** The box of the focused element, of the option that it highlights, or of the line with the cursor in an editor. */
function focusedBox(): Box | undefined {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return undefined
  const option = document.getElementById(focused.getAttribute('aria-activedescendant') ?? '')
  const selection = focused.isContentEditable ? getSelection() : undefined
  const line = selection?.focusNode instanceof Element ? selection.focusNode : selection?.focusNode?.parentElement
  return (option ?? line ?? focused).getBoundingClientRect()
}

const overlaps = (one: Box, other: Box | undefined) =>
  other !== undefined &&
  one.left <= other.right &&
  other.left <= one.right &&
  one.top <= other.bottom &&
  other.top <= one.bottom

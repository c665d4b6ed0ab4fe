import { createStore } from '../../lib/store'
import { announce } from '../voice'
import { describeRemoval, findSuccessor } from './row-changes'
import type { LineLayout } from './line-layout'

/** The rendered state that focus and scrolling depend on. */
type StageState = {
  scroller: HTMLElement | null
  items: readonly { id: string }[]
  indexOf: ReadonlyMap<string, number>
  lines: LineLayout
  /** The identity of the list: it changes for a new list, not for an update. */
  list: unknown
  cursor: string | undefined
  onCursor(id: string): void
  /** Whether the list reloads or failed to. Missing rows were then not removed. */
  isReplaced: boolean
  /** The group that a row is in. */
  groupOf(id: string): string | undefined
  nameOf(index: number): string
  placeOf(index: number): { position: number; of: number }
}

/** The line that contains focus. */
type FocusedLine = { id: string; name: string }

/** The scroll container of a collection, and the last known positions of its lines on the screen. */
function createScroller() {
  let element: HTMLElement | null = null
  let head: HTMLElement | null = null
  /** The last known scroll position, in pixels. */
  let top = 0
  /** The last known height of the view, in pixels. */
  let viewHeight = 0

  /** The height of the view without the header, in pixels. */
  const height = () => (element ? element.clientHeight - (head?.offsetHeight ?? 0) : 0)

  function scrollTo(offset: number) {
    if (!element) return
    element.scrollTop = offset
    top = element.scrollTop
  }

  /** Scrolls a line into view by the shortest distance. */
  function show(id: string, state: StageState | undefined) {
    const [from, to] = state ? spanOf(state, id) : []
    if (!element || from === undefined || to === undefined) return
    if (from < element.scrollTop) scrollTo(from)
    else if (to > element.scrollTop + height()) scrollTo(to - height())
  }

  /** A render that follows a resize can precede its event, so lines before the render need the last known height. */
  const isInView = (at: number | undefined, from: number) =>
    at !== undefined && at >= from && at < from + Math.max(viewHeight, height())

  /** Scrolls so that the focused line, or else the first line in view, keeps its position on the screen. */
  function keepPosition(focused: string | undefined, before: StageState, after: StageState) {
    const isAnchor = focused !== undefined && after.indexOf.has(focused) && isInView(spanOf(before, focused)[0], top)
    // A list scrolled to its beginning shows new rows.
    if (top === 0 && (!isAnchor || isInView(spanOf(after, focused)[0], 0))) return
    const anchor = isAnchor ? focused : fromTop(before, top).find((one) => after.indexOf.has(one))
    if (anchor === undefined) return
    scrollTo(top + (spanOf(after, anchor)[0] ?? 0) - (spanOf(before, anchor)[0] ?? 0))
  }

  return {
    get: () => element,
    set(next: HTMLElement | null) {
      element = next
    },
    setHead(next: HTMLElement | null) {
      head = next
    },
    height,
    scrollTo,
    show,
    keepPosition,
    lineElement: (id: string) => element?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`),
    /** Whether the list is scrolled away from its beginning. */
    isScrolled: () => top > 0,
    /** The first line in view; undefined if the list is scrolled to its beginning. */
    topInView: (state: StageState | undefined) => (state && top > 0 ? fromTop(state, top)[0] : undefined),
    /** Keeps the lines in view, and the whole focused line if it was in view. */
    keepInView(focused: string | undefined, before: StageState, after: StageState) {
      const wasInView = focused !== undefined && isInView(spanOf(before, focused)[0], top)
      keepPosition(focused, before, after)
      if (wasInView) show(focused, after)
    },
    /** Focuses the header of the sorted column, else the first one. @returns whether there was one */
    focusHead(): boolean {
      const buttons = [...(head?.querySelectorAll('button') ?? [])].filter((one) => one.offsetWidth > 0)
      const button = buttons.find((one) => one.closest('[aria-sort]:not([aria-sort="none"])')) ?? buttons[0]
      button?.focus()
      return button !== undefined
    },
    /** Keeps the focused line in view when a bar below the rows appears or grows, unless it was scrolled away. */
    onResize(focused: string | undefined, state: StageState | undefined) {
      const before = viewHeight
      viewHeight = height()
      const [from, to] = state && focused !== undefined ? spanOf(state, focused) : []
      if (focused === undefined || from === undefined || to === undefined) return
      if (from >= top && to <= top + before) show(focused, state)
    },
    onScroll() {
      top = element?.scrollTop ?? 0
    },
  }
}

/** Tracks which line contains focus. @param read returns the rendered state */
function createFocusTracker(read: () => StageState | undefined, contains: (element: Node) => boolean) {
  let focused: FocusedLine | undefined
  return {
    focused: () => focused,
    onFocus({ target }: { target: EventTarget }) {
      const state = read()
      const id = findRowId(target)
      const index = id === undefined ? undefined : state?.indexOf.get(id)
      focused = id === undefined || !state || index === undefined ? undefined : { id, name: state.nameOf(index) }
      if (state && focused && focused.id !== state.cursor) state.onCursor(focused.id)
    },
    onBlur({ target, relatedTarget }: { target: EventTarget & Node; relatedTarget: (EventTarget & Node) | null }) {
      if (relatedTarget) {
        if (!contains(relatedTarget)) focused = undefined
        return
      }
      // A removed line is blurred too, but its removal is known only after the render. And a window that loses focus
      // later returns it to the line.
      queueMicrotask(() => {
        if (target.isConnected && document.hasFocus() && document.activeElement === document.body) focused = undefined
      })
    },
  }
}

/** Announces the removal of a line. @returns the line that takes focus; undefined if no line is left */
function announceSuccessor(removed: FocusedLine, before: StageState, after: StageState): string | undefined {
  const isNewList = before.list !== after.list
  const following = isNewList ? undefined : findSuccessor(before.items.map(idOf), removed.id, after.indexOf)
  const next = following ?? after.items[0]?.id
  const index = next === undefined ? undefined : after.indexOf.get(next)
  const position = index === undefined ? undefined : { name: after.nameOf(index), ...after.placeOf(index) }
  if (!isNewList && !after.isReplaced) {
    const { whole, rest } = describeRemoval(removed.name, position)
    // The outcome of a command may name the deleted row. It is announced before or after the new rows arrive.
    announce(whole, { key: `removal ${removed.id}`, shorter: { name: removed.name, text: rest } })
  }
  return next
}

/** The shown line for a row: the row itself, or the collapsed group that contains it. */
const shownLine = (id: string, { indexOf, groupOf }: StageState) => (indexOf.has(id) ? id : (groupOf(id) ?? id))

/**
 * The scroll position of a collection and the DOM focus on its lines, by id. When data changes, the focused line keeps
 * its position on the screen. When it is removed, its successor takes focus, and this is announced.
 */
export function createGridStage() {
  const scroller = createScroller()
  let now: StageState | undefined
  const tracker = createFocusTracker(
    () => now,
    (element) => scroller.get()?.contains(element) === true
  )
  /** The id of the line to focus once it is in the document. */
  const pendingFocus = createStore<string | undefined>(undefined)

  function focus(row: string) {
    const id = now ? shownLine(row, now) : row
    scroller.show(id, now)
    const element = scroller.lineElement(id)
    if (!element) return pendingFocus.set(() => id)
    // An outer scroll container, such as the page in a low window, may have moved the collection out of view.
    if (!tracker.focused()) scroller.get()?.scrollIntoView({ block: 'nearest' })
    element.scrollIntoView({ block: 'nearest' })
    element.focus({ preventScroll: true })
    if (pendingFocus.get() !== undefined) pendingFocus.set(() => undefined)
  }

  /** Focuses the pending line if it is in the document. */
  function focusPending() {
    const pending = pendingFocus.get()
    if (pending === undefined || !now) return
    const id = shownLine(pending, now)
    if (now.indexOf.has(id) && scroller.lineElement(id)) focus(id)
  }

  /** Moves the cursor on from a removed row, while focus is elsewhere. */
  function moveCursor(before: StageState, after: StageState) {
    const [first] = after.items
    // The list itself had focus while it was empty.
    if (document.activeElement === scroller.get() && first) return focus(first.id)
    const { cursor } = after
    if (cursor === undefined || after.indexOf.has(cursor)) return
    const next = findSuccessor(before.items.map(idOf), cursor, after.indexOf)
    if (next !== undefined) after.onCursor(next)
  }

  /** Keeps focus on its line, or moves it on if the line was removed. */
  function keepFocus(line: FocusedLine, before: StageState, after: StageState) {
    if (after.indexOf.has(line.id)) {
      // The browser blurs an element that moves in the document.
      if (document.activeElement === document.body) scroller.lineElement(line.id)?.focus({ preventScroll: true })
    }
    // A line that moved into a collapsed group was not removed.
    else if (after.groupOf(line.id) !== undefined) focus(line.id)
    else {
      const next = announceSuccessor(line, before, after)
      if (next === undefined) scroller.get()?.focus()
      else focus(next)
    }
  }

  /** To be called after every render, before the browser paints. */
  function afterRender(after: StageState) {
    scroller.set(after.scroller)
    if (!after.scroller) return
    const before = now
    now = after
    focusPending()
    const focused = tracker.focused()
    if (!before) {
      if (after.cursor !== undefined) scroller.show(after.cursor, after)
      return
    }
    if (before.indexOf === after.indexOf) {
      // The same lines changed their height, as in a narrower window.
      if (before.lines !== after.lines) scroller.keepInView(focused?.id, before, after)
      return
    }
    if (before.list === after.list) scroller.keepPosition(focused?.id, before, after)
    else if (focused) scroller.show(focused.id, after)
    else scroller.scrollTo(0)
    if (focused) keepFocus(focused, before, after)
    else moveCursor(before, after)
  }

  return {
    pendingFocus,
    focus,
    focusPending,
    afterRender,
    height: scroller.height,
    setHead: scroller.setHead,
    focusHead: scroller.focusHead,
    contains: (element: Element) => scroller.get()?.contains(element) === true,
    focusList: () => scroller.get()?.focus(),
    isLookedAt: () => tracker.focused() !== undefined || scroller.isScrolled(),
    topInView: () => scroller.topInView(now),
    onFocus: tracker.onFocus,
    onBlur: tracker.onBlur,
    onResize: () => scroller.onResize(tracker.focused()?.id, now),
    onScroll: scroller.onScroll,
  }
}

const idOf = ({ id }: { id: string }) => id

/** The id of the line that contains an element. */
export const findRowId = (element: EventTarget): string | undefined =>
  element instanceof Element ? element.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined

/** The top and bottom of a line, in pixels from the first line. */
function spanOf({ indexOf, lines }: StageState, id: string) {
  const index = indexOf.get(id)
  return index === undefined ? ([] as const) : lines.spanOf(index)
}

/** The ids of up to 50 lines from a scroll position on. */
function fromTop({ items, lines }: StageState, offset: number): string[] {
  let [low, high] = [0, lines.count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (lines.top(middle) < offset) low = middle + 1
    else high = middle
  }
  return items.slice(lines.from(low), lines.from(low) + 50).map(idOf)
}

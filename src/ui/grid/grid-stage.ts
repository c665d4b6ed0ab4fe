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

/**
 * The scroll position of a collection and the DOM focus on its lines, by id. When data changes, the focused line keeps
 * its position on the screen. When it is removed, its successor takes focus, and this is announced.
 */
export function createGridStage() {
  let scroller: HTMLElement | null = null
  let head: HTMLElement | null = null
  let now: StageState | undefined
  /** The line that contains focus. */
  let focused: { id: string; name: string } | undefined
  /** The last known scroll position, in pixels. */
  let top = 0
  /** The last known height of the view, in pixels. */
  let viewHeight = 0
  /** The id of the line to focus once it is in the document. */
  const pendingFocus = createStore<string | undefined>(undefined)

  const height = () => (scroller ? scroller.clientHeight - (head?.offsetHeight ?? 0) : 0)
  const elementOf = (id: string) => scroller?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)

  function scrollTo(offset: number) {
    if (!scroller) return
    scroller.scrollTop = offset
    top = scroller.scrollTop
  }

  /** Scrolls a line into view by the shortest distance. */
  function show(id: string) {
    const [from, to] = now ? spanOf(now, id) : []
    if (!scroller || from === undefined || to === undefined) return
    if (from < scroller.scrollTop) scrollTo(from)
    else if (to > scroller.scrollTop + height()) scrollTo(to - height())
  }

  /** The shown line for a row: the row itself, or the collapsed group that contains it. */
  const shownLine = (id: string, { indexOf, groupOf }: StageState) => (indexOf.has(id) ? id : (groupOf(id) ?? id))

  function focus(row: string) {
    const id = now ? shownLine(row, now) : row
    show(id)
    const element = elementOf(id)
    if (!element) return pendingFocus.set(() => id)
    // An outer scroll container may have moved the collection out of view.
    if (!focused) for (const one of [scroller, element]) one?.scrollIntoView({ block: 'nearest' })
    element.focus({ preventScroll: true })
    if (pendingFocus.get() !== undefined) pendingFocus.set(() => undefined)
  }

  /** Focuses the pending line if it is in the document. */
  function focusPending() {
    const pending = pendingFocus.get()
    if (pending === undefined || !now) return
    const id = shownLine(pending, now)
    if (now.indexOf.has(id) && elementOf(id)) focus(id)
  }

  /** A render that follows a resize can precede its event, so lines before the render need the last known height. */
  const isInView = (at: number | undefined, from: number) =>
    at !== undefined && at >= from && at < from + Math.max(viewHeight, height())

  /** Scrolls so that the focused line, or else the first line in view, keeps its position on the screen. */
  function keepPosition(before: StageState, after: StageState) {
    const id = focused?.id
    const isAnchor = id !== undefined && after.indexOf.has(id) && isInView(spanOf(before, id)[0], top)
    // A list scrolled to its beginning shows new rows.
    if (top === 0 && (!isAnchor || isInView(spanOf(after, id)[0], 0))) return
    const anchor = isAnchor ? id : fromTop(before, top).find((one) => after.indexOf.has(one))
    if (anchor === undefined) return
    scrollTo(top + (spanOf(after, anchor)[0] ?? 0) - (spanOf(before, anchor)[0] ?? 0))
  }

  /** Keeps the lines in view, and the whole focused line if it was in view. */
  function keepInView(before: StageState, after: StageState) {
    const wasInView = focused && isInView(spanOf(before, focused.id)[0], top)
    keepPosition(before, after)
    if (focused && wasInView) show(focused.id)
  }

  /** Moves focus on from a removed line. */
  function focusSuccessor(removed: { id: string; name: string }, before: StageState, after: StageState) {
    const isNewList = before.list !== after.list
    const following = isNewList ? undefined : findSuccessor(before.items.map(idOf), removed.id, after.indexOf)
    const next = following ?? after.items[0]?.id
    const index = next === undefined ? undefined : after.indexOf.get(next)
    const position = index === undefined ? undefined : { name: after.nameOf(index), ...after.placeOf(index) }
    if (!isNewList && !after.isReplaced) announce(describeRemoval(removed.name, position))
    if (next === undefined) scroller?.focus()
    else focus(next)
  }

  return {
    pendingFocus,
    focus,
    focusPending,
    height,
    setHead: (element: HTMLElement | null) => {
      head = element
    },
    contains: (element: Element) => scroller?.contains(element) === true,
    focusList: () => scroller?.focus(),
    /** Focuses the header of the sorted column, else the first one. @returns whether there was one */
    focusHead(): boolean {
      const buttons = [...(head?.querySelectorAll('button') ?? [])].filter((one) => one.offsetWidth > 0)
      const button = buttons.find((one) => one.closest('[aria-sort]:not([aria-sort="none"])')) ?? buttons[0]
      button?.focus()
      return button !== undefined
    },
    isLookedAt: () => focused !== undefined || top > 0,
    /** The first line in view; undefined if the list is scrolled to its beginning. */
    topInView: () => (now && top > 0 ? fromTop(now, top)[0] : undefined),

    /** To be called after every render, before the browser paints. */
    afterRender(after: StageState) {
      scroller = after.scroller
      if (!scroller) return
      const before = now
      now = after
      focusPending()
      if (!before) {
        if (after.cursor !== undefined) show(after.cursor)
        return
      }
      if (before.indexOf === after.indexOf) {
        // The same lines changed their height, as in a narrower window.
        if (before.lines !== after.lines) keepInView(before, after)
        return
      }
      if (before.list === after.list) keepPosition(before, after)
      else if (focused) show(focused.id)
      else scrollTo(0)
      if (!focused) {
        const [first] = after.items
        // The list itself had focus while it was empty.
        if (document.activeElement === scroller && first) return focus(first.id)
        const { cursor } = after
        const isRemoved = cursor !== undefined && !after.indexOf.has(cursor)
        const next = isRemoved ? findSuccessor(before.items.map(idOf), cursor, after.indexOf) : undefined
        if (next !== undefined) after.onCursor(next)
      } else if (!after.indexOf.has(focused.id)) {
        // A line that moved into a collapsed group was not removed.
        if (after.groupOf(focused.id) === undefined) focusSuccessor(focused, before, after)
        else focus(focused.id)
      }
      // The browser blurs an element that moves in the document.
      else if (document.activeElement === document.body) elementOf(focused.id)?.focus({ preventScroll: true })
    },

    onFocus({ target }: { target: EventTarget }) {
      const id = findRowId(target)
      const index = id === undefined ? undefined : now?.indexOf.get(id)
      focused = id === undefined || !now || index === undefined ? undefined : { id, name: now.nameOf(index) }
      if (now && focused && focused.id !== now.cursor) now.onCursor(focused.id)
    },
    onBlur({ target, relatedTarget }: { target: EventTarget & Node; relatedTarget: (EventTarget & Node) | null }) {
      if (relatedTarget) {
        if (!scroller?.contains(relatedTarget)) focused = undefined
        return
      }
      // A removed line is blurred too, but its removal is known only after the render. And a window that loses focus
      // later returns it to the line.
      queueMicrotask(() => {
        if (target.isConnected && document.hasFocus() && document.activeElement === document.body) focused = undefined
      })
    },
    /** Keeps the focused row in view when a bar below the rows appears or grows, unless it was scrolled away. */
    onResize() {
      const before = viewHeight
      viewHeight = height()
      const [from, to] = now && focused ? spanOf(now, focused.id) : []
      if (focused && from !== undefined && to !== undefined && from >= top && to <= top + before) show(focused.id)
    },
    onScroll() {
      top = scroller?.scrollTop ?? 0
    },
  }
}

const idOf = ({ id }: { id: string }) => id

/** The id of the line that contains an element. */
export const findRowId = (element: EventTarget): string | undefined =>
  element instanceof Element ? element.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined

/** The top and bottom of a line, in pixels from the first line. */
function spanOf({ indexOf, lines }: StageState, id: string): [number, number] | [] {
  const index = indexOf.get(id)
  if (index === undefined) return []
  const line = lines.lineOf(index)
  return [lines.top(line), lines.top(line) + lines.height(line)]
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

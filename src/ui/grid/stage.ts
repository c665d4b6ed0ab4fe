import { createStore } from '../../lib/store'
import { announce } from '../voice'
import { removalMessage, successor } from './change'
import type { Lines } from './lines'

/** What is drawn, as far as focus and scrolling go. */
export type Drawn = {
  scroller: HTMLElement | null
  items: readonly { id: string }[]
  indexOf: ReadonlyMap<string, number>
  lines: Lines
  /** Changes when another list is shown, not when the same one is updated. */
  list: unknown
  cursor: string | undefined
  onCursor(id: string): void
  /** Reloading, or failed to reload: missing rows were not removed. */
  isReplaced: boolean
  /** The group that a row is in. */
  groupOf(id: string): string | undefined
  nameOf(index: number): string
  placeOf(index: number): { position: number; of: number }
}

export type Stage = ReturnType<typeof createStage>

/**
 * The part of the document that a collection is drawn in: scrolling, and real focus on its lines, by id. When data changes
 * under it the focused line stays where it is on the screen; when it is gone, its successor takes over, and one sentence
 * says so.
 */
export function createStage() {
  let scroller: HTMLElement | null = null
  let head: HTMLElement | null = null
  let now: Drawn | undefined
  /** The line that has focus, or something in it. */
  let focused: { id: string; name: string } | undefined
  /** Scrolled to, in pixels, when it was drawn last. */
  let top = 0
  /** The height of what is in sight, when it was looked at last. */
  let seenHeight = 0
  /** Focused as soon as it is in the document. */
  const wanted = createStore<string | undefined>(undefined)

  const height = () => (scroller ? scroller.clientHeight - (head?.offsetHeight ?? 0) : 0)
  const elementOf = (id: string) => scroller?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)

  function scrollTo(offset: number) {
    if (!scroller) return
    scroller.scrollTop = offset
    top = scroller.scrollTop
  }

  /** Scrolls as little as brings a line into sight. */
  function show(id: string) {
    const [from, to] = now ? spanOf(now, id) : []
    if (!scroller || from === undefined || to === undefined) return
    if (from < scroller.scrollTop) scrollTo(from)
    else if (to > scroller.scrollTop + height()) scrollTo(to - height())
  }

  /** What stands for a row: itself, or the collapsed group that it is in. */
  const standIn = (id: string, { indexOf, groupOf }: Drawn) => (indexOf.has(id) ? id : (groupOf(id) ?? id))

  function focus(row: string) {
    const id = now ? standIn(row, now) : row
    show(id)
    const element = elementOf(id)
    if (!element) return wanted.set(() => id)
    // Whatever scrolls around the collection may have it out of sight.
    if (!focused) for (const one of [scroller, element]) one?.scrollIntoView({ block: 'nearest' })
    element.focus({ preventScroll: true })
    if (wanted.get() !== undefined) wanted.set(() => undefined)
  }

  /** Focuses the line that waits for it, once it is in the document. */
  function reach() {
    const asked = wanted.get()
    if (asked === undefined || !now) return
    const id = standIn(asked, now)
    if (now.indexOf.has(id) && elementOf(id)) focus(id)
  }

  const isInView = (at: number | undefined, from: number) => at !== undefined && at >= from && at < from + height()

  /** Keeps the focused line, or else the first in view, where it was on the screen. */
  function hold(before: Drawn, after: Drawn) {
    const id = focused?.id
    const isAnchor = id !== undefined && after.indexOf.has(id) && isInView(spanOf(before, id)[0], top)
    // At its beginning, a list shows new rows.
    if (top === 0 && (!isAnchor || isInView(spanOf(after, id)[0], 0))) return
    const anchor = isAnchor ? id : fromTop(before, top).find((one) => after.indexOf.has(one))
    if (anchor === undefined) return
    scrollTo(top + (spanOf(after, anchor)[0] ?? 0) - (spanOf(before, anchor)[0] ?? 0))
  }

  /** Keeps what was seen in sight, and the focused line as a whole. */
  function keepInSight(before: Drawn, after: Drawn) {
    const isSeen = focused && isInView(spanOf(before, focused.id)[0], top)
    hold(before, after)
    if (focused && isSeen) show(focused.id)
  }

  /** The focused line is gone. */
  function succeed(gone: { id: string; name: string }, before: Drawn, after: Drawn) {
    const isOther = before.list !== after.list
    const heir = isOther ? undefined : successor(before.items.map(idOf), gone.id, after.indexOf)
    const next = heir ?? after.items[0]?.id
    const index = next === undefined ? undefined : after.indexOf.get(next)
    const onto = index === undefined ? undefined : { name: after.nameOf(index), ...after.placeOf(index) }
    if (!isOther && !after.isReplaced) announce(removalMessage(gone.name, onto))
    if (next === undefined) scroller?.focus()
    else focus(next)
  }

  return {
    wanted,
    focus,
    reach,
    height,
    setHead: (element: HTMLElement | null) => {
      head = element
    },
    contains: (element: Element) => scroller?.contains(element) === true,
    focusNothing: () => scroller?.focus(),
    /** The sorted header, else the first. @returns whether there was one */
    focusHead(): boolean {
      const buttons = [...(head?.querySelectorAll('button') ?? [])].filter((one) => one.offsetWidth > 0)
      const button = buttons.find((one) => one.closest('[aria-sort]:not([aria-sort="none"])')) ?? buttons[0]
      button?.focus()
      return button !== undefined
    },
    isLookedAt: () => focused !== undefined || top > 0,
    /** The line at the top; undefined at the beginning of the list, above which there is nothing. */
    topInView: () => (now && top > 0 ? fromTop(now, top)[0] : undefined),

    /** To be called after every drawing, before it is seen. */
    drawn(after: Drawn) {
      scroller = after.scroller
      if (!scroller) return
      const before = now
      now = after
      reach()
      if (!before) {
        if (after.cursor !== undefined) show(after.cursor)
        return
      }
      if (before.indexOf === after.indexOf) {
        // The same lines became higher or lower, as in a narrower window.
        if (before.lines !== after.lines) keepInSight(before, after)
        return
      }
      if (before.list === after.list) hold(before, after)
      else if (focused) show(focused.id)
      else scrollTo(0)
      if (!focused) {
        const [first] = after.items
        // The list itself had it, while there was nothing in it.
        if (document.activeElement === scroller && first) return focus(first.id)
        const { cursor } = after
        const isGone = cursor !== undefined && !after.indexOf.has(cursor)
        const heir = isGone ? successor(before.items.map(idOf), cursor, after.indexOf) : undefined
        if (heir !== undefined) after.onCursor(heir)
      } else if (!after.indexOf.has(focused.id)) {
        // What comes to be in a group is not gone.
        if (after.groupOf(focused.id) === undefined) succeed(focused, before, after)
        else focus(focused.id)
      }
      // Moving an element in the document blurs it.
      else if (document.activeElement === document.body) elementOf(focused.id)?.focus({ preventScroll: true })
    },

    onFocus({ target }: { target: EventTarget }) {
      const id = rowOf(target)
      const index = id === undefined ? undefined : now?.indexOf.get(id)
      focused = id === undefined || !now || index === undefined ? undefined : { id, name: now.nameOf(index) }
      if (now && focused && focused.id !== now.cursor) now.onCursor(focused.id)
    },
    onBlur({ target, relatedTarget }: { target: EventTarget & Node; relatedTarget: (EventTarget & Node) | null }) {
      if (relatedTarget) {
        if (!scroller?.contains(relatedTarget)) focused = undefined
        return
      }
      // Removing a line also blurs it, which is known only after drawing. And when the window loses focus,
      // it returns to the line later.
      queueMicrotask(() => {
        if (target.isConnected && document.hasFocus() && document.activeElement === document.body) focused = undefined
      })
    },
    /** A bar appeared or grew below the rows: keeps the focused row visible, unless it was scrolled away. */
    onResize() {
      const before = seenHeight
      seenHeight = height()
      const [from, to] = now && focused ? spanOf(now, focused.id) : []
      if (focused && from !== undefined && to !== undefined && from >= top && to <= top + before) show(focused.id)
    },
    onScroll() {
      top = scroller?.scrollTop ?? 0
    },
  }
}

const idOf = ({ id }: { id: string }) => id

/** The id of the line that an element is or lies in. */
export const rowOf = (element: EventTarget): string | undefined =>
  element instanceof Element ? element.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined

/** Where a line begins and ends, in pixels from the first. */
function spanOf({ indexOf, lines }: Drawn, id: string): [number, number] | [] {
  const index = indexOf.get(id)
  if (index === undefined) return []
  const line = lines.lineOf(index)
  return [lines.top(line), lines.top(line) + lines.height(line)]
}

/** Some lines from a scroll position on. */
function fromTop({ items, lines }: Drawn, offset: number): string[] {
  let [low, high] = [0, lines.count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (lines.top(middle) < offset) low = middle + 1
    else high = middle
  }
  return items.slice(lines.from(low), lines.from(low) + 50).map(idOf)
}

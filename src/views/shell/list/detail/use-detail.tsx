import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Kind, Target } from '../../../../commands/command'
import { say } from '../../../../ui/voice'
import { usePreferences } from '../../stores'
import type { CollectionHandle } from '../collection'
import { type DetailAddress, isThing } from './address'
import type { LazyDetail } from './lazy-detail'

type Options<R extends object> = {
  address: DetailAddress<string>
  detail: LazyDetail<R>
  /** What is listed: `No next check.` */
  of: Kind
  /** Everything that may be opened; undefined: still being loaded, and the detail waits for its row. */
  rows: readonly R[] | undefined
  targetOf(row: R): Target
  /** Of a list that has a handle already, as the source of a `ListPage` does. */
  list?: RefObject<CollectionHandle<R> | null>
}

/** What a `Collection` is given so that its rows have a detail. */
export type ListWithDetail<R extends object> = {
  ref: RefObject<CollectionHandle<R> | null>
  cursor: string | undefined
  onCursor(id: string): void
  /** The row whose detail is shown. */
  open: string | undefined
  onOpen(row: R, how: 'enter' | 'peek'): void
  onClose(): void
}

export type DetailState<R extends object> = {
  /** To be spread over the `Collection`. */
  list: ListWithDetail<R>
  /** To be spread over the `Page`. */
  page: { detail: ReactNode; isDetailFull: boolean }
  /** The detail covers the list: what would happen in the list cannot. */
  isCovering: boolean
  /** For `list.enter` of the page: into the list, or into the detail that covers it. */
  enter(): void
}

/**
 * A list whose rows have a detail beside them: opening, stepping, closing and following, where focus goes with each, and
 * what of it the address holds.
 */
export function useDetail<R extends object>({
  address,
  detail,
  of,
  rows,
  targetOf,
  ...given
}: Options<R>): DetailState<R> {
  const { open, isFull } = address.use()
  const [cursor, setCursor] = useState(open)
  const own = useRef<CollectionHandle<R>>(null)
  const list = given.list ?? own
  const heading = useRef<HTMLHeadingElement>(null)
  const row = useMemo(
    () => (open === undefined ? undefined : rows?.find((one) => targetOf(one).id === open)),
    [rows, open, targetOf]
  )
  useFollow(address, cursor)
  useEffect(() => detail.preload(), [detail])
  const isCovering = isFull && open !== undefined

  function onOpen(one: R, how: 'enter' | 'peek') {
    const { id, label } = targetOf(one)
    setCursor(id)
    if (id !== open) address.show(id, how === 'enter' ? 'open' : 'push')
    else if (how === 'enter') heading.current?.focus()
    if (how === 'peek') say(`Detail opened: ${label}`)
  }
  function onClose() {
    if (open === undefined) return
    address.show(undefined, 'push')
    // The list may have been covered by the detail: it is there again after the next paint.
    requestAnimationFrame(() => list.current?.focusRow(cursor ?? open))
  }
  function onStep(by: number) {
    const next = open === undefined ? undefined : list.current?.beside(open, by)
    if (next === undefined) return say(by > 0 ? `No next ${of}.` : `No previous ${of}.`)
    setCursor(next)
    address.show(next, 'step')
  }

  return {
    list: { ref: list, cursor, onCursor: setCursor, open, onOpen, onClose },
    page: {
      detail: open !== undefined && rows && (
        <detail.Detail row={row} controls={{ id: open, heading, onClose, onStep }} />
      ),
      isDetailFull: isFull,
    },
    isCovering,
    enter: () => (isCovering ? heading.current?.focus() : list.current?.enter()),
  }
}

/** Long enough not to ask for what the cursor only passes. */
const REST_MS = 150

/** While a detail stands beside the list and is to follow, it shows the row on which the cursor rests. */
function useFollow(address: DetailAddress<string>, cursor: string | undefined) {
  const { detailFollows } = usePreferences()
  const { open, isFull } = address.use()
  const isFollowing = detailFollows && open !== undefined && !isFull
  useEffect(() => {
    if (!isFollowing || !isThing(cursor)) return
    const timer = setTimeout(() => address.show(cursor, 'replace'), REST_MS)
    return () => clearTimeout(timer)
    // Opening another thing by itself is not to be taken back: only the cursor leads.
  }, [isFollowing, cursor, address])
}

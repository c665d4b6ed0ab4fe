import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Kind, Target } from '../../../../commands/command'
import { pathOf } from '../../../../lib/paths'
import { announce } from '../../../../ui/voice'
import { useMedia, usePreferences } from '../../stores'
import type { CollectionHandle } from '../collection'
import { type DetailAddress, isThing } from './address'
import type { LazyDetail } from './lazy-detail'

type Options<R extends object> = {
  address: DetailAddress<string>
  detail: LazyDetail<R>
  /** The kind of the rows, for sentences such as `No next check.` */
  of: Kind
  /** All rows that can be opened; undefined while they are loading, and the detail then waits for its row. */
  rows: readonly R[] | undefined
  targetOf(row: R): Target
  /** The handle of the list, if it has one already, such as that of a `ListPage` source. */
  list?: RefObject<CollectionHandle<R> | null>
}

/** Properties for a `Collection` whose rows have a detail. */
export type ListWithDetail<R extends object> = {
  ref: RefObject<CollectionHandle<R> | null>
  cursor: string | undefined
  onCursor(id: string): void
  /** The id of the row whose detail is shown. */
  open: string | undefined
  onOpen(row: R, how: 'enter' | 'peek'): void
  onClose(): void
}

export type DetailState<R extends object> = {
  /** To spread over the `Collection`. */
  list: ListWithDetail<R>
  /** To spread over the `Page`. */
  page: { detail: ReactNode; isDetailFull: boolean; addressOf(target: Target): string | undefined }
  /** The detail covers the list, so list commands are not possible. */
  isCovering: boolean
  /** Handles `list.enter` of the page: focuses the list, or the detail that covers it. */
  enter(): void
}

/**
 * The state of a list with a detail: opening, next and previous, closing, following the cursor, the focus in each case,
 * and the address.
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
  // A detail then lies over the list, where focus cannot stay.
  const isNarrow = useMedia('(max-width: 1023px)')

  function onOpen(one: R, how: 'enter' | 'peek') {
    const { id, label } = targetOf(one)
    const enters = how === 'enter' || isNarrow
    setCursor(id)
    if (id !== open) address.show(id, enters ? 'open' : 'push')
    else if (enters) heading.current?.focus()
    if (!enters) announce(`Detail opened: ${label}`)
  }
  function onClose() {
    if (open === undefined) return
    address.show(undefined, 'push')
    // If the detail has covered the list, the list can have focus only after it was drawn again.
    requestAnimationFrame(() => list.current?.focusRow(cursor ?? open))
  }
  function onStep(by: number) {
    const next = open === undefined ? undefined : list.current?.beside(open, by)
    if (next === undefined) return announce(by > 0 ? `No next ${of}.` : `No previous ${of}.`)
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
      // A row of another kind without a page of its own is linked to here, too.
      addressOf: (target) =>
        target.kind === of ||
        (pathOf(target.kind, target.id) === undefined && rows?.some((one) => isSame(targetOf(one), target)))
          ? address.of(target.id)
          : undefined,
    },
    isCovering,
    enter: () => (isCovering ? heading.current?.focus() : list.current?.enter()),
  }
}

const isSame = (one: Target, other: Target) => one.kind === other.kind && one.id === other.id

/** Long enough not to load rows that the cursor only passes. */
const REST_MS = 150

/** With the preference on, an open detail beside the list shows the row where the cursor rests. */
function useFollow(address: DetailAddress<string>, cursor: string | undefined) {
  const { detailFollows } = usePreferences()
  const { open, isFull } = address.use()
  const isFollowing = detailFollows && open !== undefined && !isFull
  useEffect(() => {
    if (!isFollowing || !isThing(cursor)) return
    const timer = setTimeout(() => address.show(cursor, 'replace'), REST_MS)
    return () => clearTimeout(timer)
    // `open` is left out: opening another row must not be reversed; only a move of the cursor counts.
  }, [isFollowing, cursor, address])
}

import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Kind, Target } from '@/commands/command'
import { resourcePath } from '@/shared/routing/registry'
import type { LazyComponent } from '@/ui/lazy-component'
import { announce } from '@/ui/voice'
import { useMedia, usePreferences } from '../../stores'
import type { CollectionHandle } from '../collection'
import { type DetailAddress, isResourceId } from './detail-address'
import type { DetailProps } from './detail-props'
import { backTo, backToOtherPage } from '../../page/back'
import { restoredRow } from '../../page/restored-row'

type Options<R extends object> = {
  address: DetailAddress<string>
  detail: LazyComponent<DetailProps<R>>
  /** The kind of the rows, for sentences such as `No next check.` */
  of: Kind
  /** All rows that can be opened; undefined while they load, and the detail then waits for its row. */
  rows: readonly R[] | undefined
  targetOf(row: R): Target
  /** The handle of the list, if it already has one, such as that of a `ListPage` source. */
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
  /** Absent while no detail is open. */
  onClose?(): void
}

export type DetailState<R extends object> = {
  /** To spread over the `Collection`. */
  list: ListWithDetail<R>
  /** To spread over the `Page`. */
  page: { detail: ReactNode; isDetailFull: boolean; findAddress(target: Target): string | undefined }
  /** Whether the detail covers the list, so that list commands are not available. */
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
  detail: Detail,
  of,
  rows,
  targetOf,
  ...given
}: Options<R>): DetailState<R> {
  const { open, isFull } = address.use()
  const [cursor, setCursor] = useState(() => open ?? restoredRow())
  const own = useRef<CollectionHandle<R>>(null)
  const list = given.list ?? own
  const heading = useRef<HTMLHeadingElement>(null)
  const row = useMemo(
    () => (open === undefined ? undefined : rows?.find((one) => targetOf(one).id === open)),
    [rows, open, targetOf]
  )
  useFollow(address, cursor)
  useEffect(() => Detail.prefetchWhenIdle(), [Detail])
  const isCovering = isFull && open !== undefined
  // On narrow screens the detail covers the list, so focus cannot stay in the list.
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
    if (open === undefined || backToOtherPage()) return
    const closed = cursor ?? open
    // A covered list can have focus only after it has rendered again.
    const focusRow = () => requestAnimationFrame(() => list.current?.focusRow(closed))
    if (backTo(address.of(undefined), closed)) return addEventListener('popstate', focusRow, { once: true })
    address.show(undefined, 'push')
    focusRow()
  }
  function onStep(by: number) {
    const next = open === undefined ? undefined : list.current?.neighbourId(open, by)
    if (next === undefined) return announce(by > 0 ? `No next ${of}.` : `No previous ${of}.`)
    setCursor(next)
    address.show(next, 'step')
  }

  return {
    list: { ref: list, cursor, onCursor: setCursor, open, onOpen, ...(open !== undefined && { onClose }) },
    page: {
      detail: open !== undefined && rows && (
        // The key discards the state of the detail when another resource is opened.
        <Detail key={open} row={row} controls={{ id: open, heading, onClose, onStep }} />
      ),
      isDetailFull: isFull,
      // Also links to rows of other kinds that have no page of their own.
      findAddress: (target) =>
        target.kind === of ||
        (resourcePath(target.kind, target.id) === undefined && rows?.some((one) => isSame(targetOf(one), target)))
          ? address.of(target.id)
          : undefined,
    },
    isCovering,
    enter: () => (isCovering ? heading.current?.focus() : list.current?.enter()),
  }
}

const isSame = (one: Target, other: Target) => one.kind === other.kind && one.id === other.id

/** The pause of the cursor before its row is shown, so that rows it only passes are not loaded. */
const REST_MS = 150

/** With the preference on, an open detail beside the list shows the row at which the cursor pauses. */
function useFollow(address: DetailAddress<string>, cursor: string | undefined) {
  const { detailFollows } = usePreferences()
  const { open, isFull } = address.use()
  const isFollowing = detailFollows && open !== undefined && !isFull
  useEffect(() => {
    if (!isFollowing || !isResourceId(cursor)) return
    const timer = setTimeout(() => address.show(cursor, 'replace'), REST_MS)
    return () => clearTimeout(timer)
    // `open` is not a dependency: only a move of the cursor counts, and opening another row must not be reversed.
  }, [isFollowing, cursor, address])
}

import { useMemo, useState } from 'react'
import { findHeldBack } from './row-changes'
import type { GridLine, GridModel } from './model'

type VisibleLines<R> = {
  items: readonly GridLine<R>[]
  indexOf: ReadonlyMap<string, number>
  /** Number of new lines held back above the view. */
  held: number
  release(): void
}

const none: ReadonlySet<string> = new Set()

/**
 * Holds back new lines that would push down the lines in view.
 * @param list the identity of the list; a new list is shown completely
 * @param topInView the first line in view; undefined at the beginning of the list
 */
export function useHeldBackLines<R>(
  { items, indexOf }: Pick<GridModel<R>, 'items' | 'indexOf'>,
  list: unknown,
  topInView: () => string | undefined
): VisibleLines<R> {
  const [memory, setMemory] = useState({ list, indexOf, held: none })
  let { held } = memory
  if (memory.indexOf !== indexOf || memory.list !== list) {
    const top = topInView()
    // At the beginning of a list no line is above the view, so the search for new lines is skipped.
    const isNone = memory.list !== list || (top === undefined && held.size === 0)
    held = isNone ? none : findHeldBack([...indexOf.keys()], memory.indexOf, memory.held, top)
    setMemory({ list, indexOf, held })
  }
  const shown = useMemo(() => {
    if (held.size === 0) return { items, indexOf }
    const rest = items.filter(({ id }) => !held.has(id))
    return { items: rest, indexOf: new Map(rest.map(({ id }, at) => [id, at])) }
  }, [items, indexOf, held])
  return { ...shown, held: held.size, release: () => setMemory((now) => ({ ...now, held: none })) }
}

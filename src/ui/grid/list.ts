import { useState } from 'react'

/**
 * Which list is shown, as an identity: a new one when query, order, grouping or page changed and their rows have come.
 * Changes under the same identity are updates.
 */
export function useList(
  key: string,
  rows: unknown,
  { isBusy, isPaged }: { isBusy: boolean; isPaged: boolean }
): object {
  const [memory, setMemory] = useState({ key, rows, list: {}, isAwaited: false })
  let { list } = memory
  if (memory.key !== key || memory.rows !== rows) {
    const isAwaited = memory.isAwaited || memory.key !== key
    // A page of the backend arrives after it was requested.
    const isHere = !isPaged || (memory.rows !== rows && !isBusy)
    if (isAwaited && isHere) list = {}
    setMemory({ key, rows, list, isAwaited: isAwaited && !isHere })
  }
  return list
}

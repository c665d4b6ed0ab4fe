import { useState } from 'react'

/**
 * An object that identifies the list. It changes when the query, order, grouping or page has changed and the new rows
 * have arrived. Changes under the same identity are updates.
 */
export function useListIdentity(
  key: string,
  rows: unknown,
  { isBusy, isPaged }: { isBusy: boolean; isPaged: boolean }
): object {
  const [memory, setMemory] = useState({ key, rows, list: {}, isAwaited: false })
  let { list } = memory
  if (memory.key !== key || memory.rows !== rows) {
    const isAwaited = memory.isAwaited || memory.key !== key
    // A page from the backend arrives some time after the request.
    const hasArrived = !isPaged || (memory.rows !== rows && !isBusy)
    if (isAwaited && hasArrived) list = {}
    setMemory({ key, rows, list, isAwaited: isAwaited && !hasArrived })
  }
  return list
}

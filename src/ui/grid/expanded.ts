import { useCallback, useState } from 'react'

/**
 * Which lines are expanded: as set by the user, else their initial state. That is read once, so that changes of
 * the rows do not open or close a group while it is read.
 */
export function useExpanded<R>(startsOpen: ((rows: readonly R[]) => boolean) | undefined) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [begun] = useState(() => new Map<string, boolean>())
  const isOpen = useCallback(
    (id: string, rows: readonly R[]) => {
      const known = chosen.get(id) ?? begun.get(id)
      if (known !== undefined) return known
      const isBegunOpen = startsOpen?.(rows) ?? false
      begun.set(id, isBegunOpen)
      return isBegunOpen
    },
    [chosen, begun, startsOpen]
  )
  const setOpen = (id: string, isToBeOpen: boolean) => setChosen((now) => new Map(now).set(id, isToBeOpen))
  return { isOpen, setOpen, chosen }
}

import { useCallback, useState } from 'react'

/**
 * Which lines are expanded: as set by the user, else their initial state. That is read once, so that changes of
 * the rows do not open or close a group while it is read.
 * @param scope in another one lines are expanded otherwise, such as while a tree is searched
 */
export function useExpanded<R>(startsOpen: ((rows: readonly R[]) => boolean) | undefined, scope = '') {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [begun] = useState(() => new Map<string, boolean>())
  const isOpen = useCallback(
    (line: string, rows: readonly R[]) => {
      const id = `${scope} ${line}`
      const known = chosen.get(id) ?? begun.get(id)
      if (known !== undefined) return known
      const isBegunOpen = startsOpen?.(rows) ?? false
      begun.set(id, isBegunOpen)
      return isBegunOpen
    },
    [chosen, begun, startsOpen, scope]
  )
  const setOpen = (line: string, isToBeOpen: boolean) =>
    setChosen((now) => new Map(now).set(`${scope} ${line}`, isToBeOpen))
  return { isOpen, setOpen, chosen }
}

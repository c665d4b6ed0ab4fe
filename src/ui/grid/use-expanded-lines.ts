import { useCallback, useState } from 'react'

/**
 * The expanded state of lines: set by the user, else the initial state. The initial state is read once, so that row
 * updates neither expand nor collapse a group while the user reads it.
 * @param scope each scope has its own expanded state, such as the search of a tree
 */
export function useExpandedLines<R>(startsOpen: ((rows: readonly R[]) => boolean) | undefined, scope = '') {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [initial] = useState(() => new Map<string, boolean>())
  const isOpen = useCallback(
    (line: string, rows: readonly R[]) => {
      const id = `${scope} ${line}`
      const known = chosen.get(id) ?? initial.get(id)
      if (known !== undefined) return known
      const isInitiallyOpen = startsOpen?.(rows) ?? false
      initial.set(id, isInitiallyOpen)
      return isInitiallyOpen
    },
    [chosen, initial, startsOpen, scope]
  )
  const setOpen = (line: string, shouldOpen: boolean) =>
    setChosen((now) => new Map(now).set(`${scope} ${line}`, shouldOpen))
  return { isOpen, setOpen, chosen }
}

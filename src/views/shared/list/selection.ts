import { type Dispatch, type SetStateAction, useMemo, useState } from 'react'
import type { Target } from '@/commands/command'
import type { RowSelection } from '@/ui/grid/selection'

const none: ReadonlyMap<string, Target> = new Map()

/** A selection and its setter, shared by several views of a list. */
export type SelectionState = readonly [
  ReadonlyMap<string, Target>,
  Dispatch<SetStateAction<ReadonlyMap<string, Target>>>,
]

export const useSelectionState = (): SelectionState => useState(none)

const byId = (targets: readonly Target[]) => new Map(targets.map((target) => [target.id, target]))

/**
 * The selected resources of a list, whether loaded or not.
 * @param find returns a loaded resource
 * @param matching returns all resources that match the query; without it, only loaded ones can be selected
 * @param shared the selection to use, if other views share it
 */
export function useSelection(
  find: (id: string) => Target | undefined,
  matching: (() => Promise<readonly Target[]>) | undefined,
  shared: SelectionState | undefined
) {
  const own = useSelectionState()
  const [selected, setSelected] = shared ?? own
  /** Selected resources that are not loaded, stored for their names. */
  const [matched, setMatched] = useState(none)
  const selection = useMemo<RowSelection>(() => new Set(selected.keys()), [selected])
  return {
    selected: [...selected.values()],
    selection,
    onSelect: (ids: RowSelection) =>
      setSelected((now) => {
        const targets = [...ids].map((id) => find(id) ?? now.get(id) ?? matched.get(id))
        return byId(targets.filter((target) => target !== undefined))
      }),
    selectAll: matching
      ? async () => {
          const all = byId(await matching())
          setMatched(all)
          setSelected(all)
          return [...all.keys()]
        }
      : undefined,
    settle: (failed: readonly Target[]) => setSelected(byId(failed)),
  }
}

import { type Dispatch, type SetStateAction, useMemo, useState } from 'react'
import type { Target } from '../../../commands/command'
import type { Selection } from '../../../ui/grid/selection'

const none: ReadonlyMap<string, Target> = new Map()

/** What is ticked, where several ways to show a list share it. */
export type Ticks = readonly [ReadonlyMap<string, Target>, Dispatch<SetStateAction<ReadonlyMap<string, Target>>>]

export const useTicks = (): Ticks => useState(none)

const byId = (targets: readonly Target[]) => new Map(targets.map((target) => [target.id, target]))

/**
 * The ticked things of a list, whether they are loaded or not.
 * @param find finds a loaded thing
 * @param shared where they are kept, if elsewhere
 * @param matching returns all things that match the query; without it only loaded ones can be ticked
 */
export function useTicked(
  find: (id: string) => Target | undefined,
  matching: (() => Promise<readonly Target[]>) | undefined,
  shared: Ticks | undefined
) {
  const own = useTicks()
  const [ticked, setTicked] = shared ?? own
  /** Things that are not loaded, kept for their names. */
  const [matched, setMatched] = useState(none)
  const selection = useMemo<Selection>(() => new Set(ticked.keys()), [ticked])
  return {
    ticked: [...ticked.values()],
    selection,
    onSelect: (ids: Selection) =>
      setTicked((now) => {
        const targets = [...ids].map((id) => find(id) ?? now.get(id) ?? matched.get(id))
        return byId(targets.filter((target) => target !== undefined))
      }),
    selectAll: matching
      ? async () => {
          const all = byId(await matching())
          setMatched(all)
          setTicked(all)
          return [...all.keys()]
        }
      : undefined,
    settle: (failed: readonly Target[]) => setTicked(byId(failed)),
  }
}

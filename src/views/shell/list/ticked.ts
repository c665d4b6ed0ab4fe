import { useMemo, useState } from 'react'
import type { Target } from '../../../commands/command'
import type { Selection } from '../../../ui/grid/selection'

const none: ReadonlyMap<string, Target> = new Map()

const byId = (targets: readonly Target[]) => new Map(targets.map((target) => [target.id, target]))

/**
 * The ticked things of a list, whether they are loaded or not.
 * @param find what is loaded
 * @param matching everything that matches the query; absent: only what is loaded can be ticked
 */
export function useTicked(
  find: (id: string) => Target | undefined,
  matching: (() => Promise<readonly Target[]>) | undefined
) {
  const [ticked, setTicked] = useState(none)
  /** Of what is not loaded, only these are known by name. */
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

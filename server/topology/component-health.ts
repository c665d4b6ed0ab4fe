import type { Db } from '../data/db/db'
import type { Evaluate } from '../platform/expression/evaluator'
import { rollUp } from './roll-up'
import { type ComponentRow, readStoredTopology } from './stored-topology'

/** A component with its aggregated status and health; `why` is a sentence, empty for a healthy component. */
export type ComponentHealth = ComponentRow & { health: string; why: string }

/**
 * Returns the current health of components by their ids, including their descendants. @throws {HttpError} 400 when
 * there are too many.
 */
export async function readComponentHealth(
  db: Db,
  evaluate: Evaluate,
  ids: readonly string[]
): Promise<ReadonlyMap<string, ComponentHealth>> {
  const { rows, components, links } = await readStoredTopology(db, ids, true)
  const rolled = await rollUp(components, links, evaluate)
  return new Map(
    rows.flatMap((row) => {
      const found = rolled.get(row.id)
      if (!found) return []
      const { status, health, reason } = found
      return [[row.id, { ...row, status, health, why: reason?.text ?? '' }]]
    })
  )
}

import type { IncidentState } from '../../api/triage'
import type { Decision, Decisions } from '../../commands/stores/triage-store'
import { keyOf } from '../../commands/stores/triage-store'
import { changedElsewhere, targetOfItem, type TriageItem } from '../../lib/triage'

/** A row of the queue with its decision, or with what changed elsewhere. */
export type Row = TriageItem & {
  key: string
  state: 'untriaged' | 'acting' | 'done' | 'skipped' | 'elsewhere'
  /** The decision, or the change made elsewhere; empty while the row is untriaged. */
  became: string
}

type Known = {
  decisions: Decisions
  /** Keys of the rows that a running command acts on. */
  acting: ReadonlySet<string>
  present: IncidentState['present']
}

/** A decision applies to one occurrence: a check that fails again is untriaged. */
const isCurrent = (decision: Decision | undefined, { since }: TriageItem): decision is Decision =>
  decision !== undefined && (decision.since === undefined || decision.since === since)

export function rowsOf(items: readonly TriageItem[], { decisions, acting, present }: Known): Row[] {
  return items.map((item): Row => {
    const key = keyOf(targetOfItem(item))
    if (acting.has(key)) return { ...item, key, state: 'acting', became: 'In progress…' }
    const decision = decisions[key]
    if (isCurrent(decision, item)) {
      // Without the prefix a screen reader user would take the reason for the cause of the row.
      const became = decision.how === 'skipped' ? `Dismissed: ${decision.words}` : decision.words
      return { ...item, key, state: decision.how, became }
    }
    const now = present.get(item.id)
    const elsewhere = now === undefined ? undefined : changedElsewhere(item.source, now)
    if (elsewhere !== undefined) return { ...item, key, state: 'elsewhere', became: elsewhere }
    return { ...item, key, state: 'untriaged', became: '' }
  })
}

export const isUndecided = ({ state }: Row): boolean => state === 'untriaged'

/** The next untriaged row after the given one, else the first of all; undefined when every row is triaged. */
export function nextUndecided(rows: readonly Row[], after: string): Row | undefined {
  const at = rows.findIndex(({ id }) => id === after)
  return rows.slice(at + 1).find(isUndecided) ?? rows.slice(0, Math.max(0, at)).find(isUndecided)
}

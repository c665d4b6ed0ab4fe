import type { IncidentState } from '../../api/triage'
import type { Decision, Decisions } from '../../commands/stores/triage-store'
import { keyOf } from '../../commands/stores/triage-store'
import { changedElsewhere, targetOfItem, type TriageItem } from '../../lib/triage'

/** A row of the queue, with what was decided about it or became of it. */
export type Row = TriageItem & {
  key: string
  state: 'undecided' | 'acting' | 'done' | 'skipped' | 'elsewhere'
  /** What was decided, or changed elsewhere; empty while it is undecided. */
  became: string
}

type Known = {
  decisions: Decisions
  /** What is being done about some, by key. */
  acting: ReadonlySet<string>
  present: IncidentState['present']
}

/** A decision holds as long as what it was about: a check that fails anew is undecided. */
const holds = (one: Decision | undefined, { since }: TriageItem): one is Decision =>
  one !== undefined && (one.since === undefined || one.since === since)

export function rowsOf(items: readonly TriageItem[], { decisions, acting, present }: Known): Row[] {
  return items.map((item): Row => {
    const key = keyOf(targetOfItem(item))
    if (acting.has(key)) return { ...item, key, state: 'acting', became: 'Under way…' }
    const decision = decisions[key]
    if (holds(decision, item)) {
      // Heard where nothing is seen: a reason alone reads like why the row is there.
      const became = decision.how === 'skipped' ? `Skipped: ${decision.words}` : decision.words
      return { ...item, key, state: decision.how, became }
    }
    const now = present.get(item.id)
    const elsewhere = now === undefined ? undefined : changedElsewhere(item.source, now)
    if (elsewhere !== undefined) return { ...item, key, state: 'elsewhere', became: elsewhere }
    return { ...item, key, state: 'undecided', became: '' }
  })
}

export const isUndecided = ({ state }: Row): boolean => state === 'undecided'

/** The next row to decide after one, else the first of all; undefined where everything is decided. */
export function nextUndecided(rows: readonly Row[], after: string): Row | undefined {
  const at = rows.findIndex(({ id }) => id === after)
  return rows.slice(at + 1).find(isUndecided) ?? rows.slice(0, Math.max(0, at)).find(isUndecided)
}

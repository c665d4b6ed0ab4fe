import type { QueueState } from '@/api/triage/triage'
import { type DecisionRecord, type DecisionRecords, decisionKey } from '../../commands/stores/triage-store'
import { describeExternalChange, toTriageTarget, type TriageItem } from '@/lib/triage/triage'

/** A row of the queue with its decision, or with what changed elsewhere. */
export type QueueRow = TriageItem & {
  key: string
  /** `handled`: an incident with a commander, or a check that belongs to an incident. */
  state: 'untriaged' | 'acting' | 'done' | 'skipped' | 'elsewhere' | 'handled'
  /** The decision, or the change made elsewhere; empty while the row is untriaged. */
  outcome: string
}

type Known = {
  decisions: DecisionRecords
  /** Keys of the rows that a running command acts on. */
  acting: ReadonlySet<string>
  present: QueueState['present']
}

/** A decision applies to one occurrence: a check that fails again is untriaged. */
const isCurrent = (decision: DecisionRecord | undefined, { since }: TriageItem): decision is DecisionRecord =>
  decision !== undefined && (decision.since === undefined || decision.since === since)

export function toQueueRows(items: readonly TriageItem[], { decisions, acting, present }: Known): QueueRow[] {
  return items.map((item): QueueRow => {
    const key = decisionKey(toTriageTarget(item))
    if (acting.has(key)) return { ...item, key, state: 'acting', outcome: 'In progress…' }
    const decision = decisions[key]
    if (isCurrent(decision, item)) {
      // Without the prefix a screen reader user would take the reason for the cause of the row.
      const outcome = decision.how === 'skipped' ? `Dismissed: ${decision.words}` : decision.words
      return { ...item, key, state: decision.how, outcome }
    }
    const now = present.get(item.id)
    const elsewhere = now === undefined ? undefined : describeExternalChange(item.source, now)
    if (elsewhere !== undefined && elsewhere !== item.handled)
      return { ...item, key, state: 'elsewhere', outcome: elsewhere }
    if (item.handled !== undefined) return { ...item, key, state: 'handled', outcome: item.handled }
    return { ...item, key, state: 'untriaged', outcome: '' }
  })
}

export const isUntriaged = ({ state }: QueueRow): boolean => state === 'untriaged'

/** The next untriaged row after the given one, else the first of all; undefined when every row is triaged. */
export function findNextUntriaged(rows: readonly QueueRow[], after: string): QueueRow | undefined {
  const at = rows.findIndex(({ id }) => id === after)
  return rows.slice(at + 1).find(isUntriaged) ?? rows.slice(0, Math.max(0, at)).find(isUntriaged)
}

/** Checks that belong to an incident are below it, if it is listed. */
export function buildQueueTree(rows: readonly QueueRow[]) {
  const listed = new Set(rows.map(({ id }) => id))
  const below = new Map<string, QueueRow[]>()
  const parents = new Map<string, string>()
  const roots: QueueRow[] = []
  for (const row of rows) {
    if (row.parent === undefined || !listed.has(row.parent)) {
      roots.push(row)
      // A row of a collapsed group is represented by the line of the group.
      parents.set(row.id, `${RULE}:${ruleGroup(row)}`)
      continue
    }
    parents.set(row.id, row.parent)
    const siblings = below.get(row.parent)
    if (siblings) siblings.push(row)
    else below.set(row.parent, [row])
  }
  const counts = new Map<string, number>()
  for (const { rule } of roots) if (rule) counts.set(rule.id, (counts.get(rule.id) ?? 0) + 1)
  return {
    roots,
    childrenOf: below.size > 0 ? ({ id }: QueueRow) => below.get(id) : undefined,
    parentOf: (id: string) => parents.get(id),
    /** Whether a rule opened several of the incidents. */
    hasGroups: [...counts.values()].some((count) => count > 1),
  }
}

/** The grouping of automatic incidents by their rule. Any other row is a group of its own, which is not shown. */
export const RULE = 'rule'
export const ruleGroup = ({ rule, key }: QueueRow): string => rule?.id ?? key

import type { Evidence, HistoryEntry, Incident } from '@/api/incidents/incident'
import { readScriptResult, describeScript } from '@/lib/incidents/done-scripts'
import { splitEvidenceTitle, evidenceName, evidenceKindLabel } from '@/lib/incidents/evidence-name'

/** An item of the definition of done. */
export type DoneItem = {
  id: string
  evidence: Evidence
  /** `failed`: the evaluation of its script failed. */
  state: 'done' | 'waiting' | 'failed'
  /** ISO time of the last change of the state; undefined if unknown. */
  since: string | undefined
}

const byTime = (a: Evidence, b: Evidence) => a.created_at.localeCompare(b.created_at)

/** Returns the items of the definition of done, those to do first. @param history newest first; empty while it loads */
export function toDoneItems(
  { hypotheses }: Pick<Incident, 'hypotheses'>,
  history: readonly HistoryEntry[] = []
): DoneItem[] {
  return hypotheses
    .flatMap(({ evidences }) => evidences.filter(({ definition_of_done: is }) => is))
    .toSorted(byTime)
    .map((evidence): DoneItem => ({
      id: evidence.id,
      evidence,
      state: readState(evidence),
      since: findSince(evidence, history),
    }))
    .toSorted((a, b) => Number(a.state === 'done') - Number(b.state === 'done'))
}

function readState(evidence: Evidence): DoneItem['state'] {
  if (evidence.script && readScriptResult(evidence).is === 'failed') return 'failed'
  return evidence.done ? 'done' : 'waiting'
}

/** Falls back to the time the item was added, for backends that store no history of it. */
function findSince({ id, done, created_at: added }: Evidence, history: readonly HistoryEntry[]): string | undefined {
  const own = history.filter(({ evidence }) => evidence?.id === id)
  const last = own.find(({ type }) => type === 'evidence.done_updated')
  if (last) return (last.description === 'true') === (done === true) ? last.created_at : undefined
  if (done) return undefined
  return own.find(({ type }) => type === 'evidence.done_definition_added')?.created_at ?? added
}

export const doneStateLabels = { done: 'Done', waiting: 'To do', failed: 'Condition failed' } as const

/** Describes the condition of an item, as a sentence without a full stop. */
export function describeCondition({ script }: Evidence): string {
  if (!script) return 'When marked as done manually'
  return `When ${describeScript(script) ?? 'its script returns true'}`
}

/** The name of an item; for a manual item its description. */
export const doneItemName = ({ evidence }: DoneItem): string =>
  evidence.type === 'comment' ? evidence.description || evidenceName(evidence) : evidenceName(evidence)

export const toDoneItemTarget = (part: DoneItem) =>
  ({ kind: 'evidence', id: part.id, label: doneItemName(part) }) as const

/** The last message of the script, if it adds information to the state. */
export function readScriptMessage({ evidence, state }: DoneItem): string | undefined {
  if (!evidence.script) return undefined
  const { is, words } = readScriptResult(evidence)
  return is === 'unknown' || state === 'failed' ? words : undefined
}

/** The name, the kind and the description of an item in a list; `said` is empty if the name already contains it. */
export function splitDoneItem(part: DoneItem): { name: string; kind: string; said: string } {
  if (part.evidence.type === 'comment') return { name: doneItemName(part), kind: '', said: '' }
  return { ...splitEvidenceTitle(part.evidence), kind: evidenceKindLabel(part.evidence) }
}

/** Describes an item in one sentence, in reading order. */
export const describeDoneItem = (part: DoneItem): string => {
  const { name, kind, said } = splitDoneItem(part)
  return [doneStateLabels[part.state], name, kind, said, describeCondition(part.evidence), readScriptMessage(part)]
    .filter(Boolean)
    .join(', ')
}

/** The searchable text of an item. */
export const doneItemText = (part: DoneItem): string => `${describeDoneItem(part)} ${part.evidence.script ?? ''}`

/** Describes the items whose condition changed to met or not met between two states, one sentence each. */
export function describeDoneChanges(before: readonly DoneItem[], now: readonly DoneItem[]): string[] {
  const known = new Map(before.map((part) => [part.id, part.evidence.done === true]))
  return now.flatMap((part) => {
    const was = known.get(part.id)
    const is = part.evidence.done === true
    if (!part.evidence.script || was === undefined || was === is) return []
    return [is ? `Done: ${doneItemName(part)}.` : `No longer done: ${doneItemName(part)}.`]
  })
}

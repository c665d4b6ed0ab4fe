import type { Evidence, HistoryEntry, Incident } from '../../../../api/incident'
import { resultOf, wordsOfScript } from '../../../../lib/done-scripts'
import { nameAndWords, nameOfEvidence, wordOfEvidence } from '../../../../lib/evidence-name'

/** An item of the definition of done. */
export type Part = {
  id: string
  evidence: Evidence
  /** `failed`: the evaluation of its script failed. */
  state: 'done' | 'waiting' | 'failed'
  /** ISO time of the last change of the state; undefined if unknown. */
  since: string | undefined
}

const byTime = (a: Evidence, b: Evidence) => a.created_at.localeCompare(b.created_at)

/** Returns the items of the definition of done, those to do first. @param history newest first; empty while it loads */
export function partsOf({ hypotheses }: Pick<Incident, 'hypotheses'>, history: readonly HistoryEntry[] = []): Part[] {
  return hypotheses
    .flatMap(({ evidences }) => evidences.filter(({ definition_of_done: is }) => is))
    .toSorted(byTime)
    .map((evidence): Part => ({
      id: evidence.id,
      evidence,
      state: readState(evidence),
      since: findSince(evidence, history),
    }))
    .toSorted((a, b) => Number(a.state === 'done') - Number(b.state === 'done'))
}

function readState(evidence: Evidence): Part['state'] {
  if (evidence.script && resultOf(evidence).is === 'failed') return 'failed'
  return evidence.done ? 'done' : 'waiting'
}

/** Falls back to the time the item was added, for backends that store no history of ticks. */
function findSince({ id, done, created_at: added }: Evidence, history: readonly HistoryEntry[]): string | undefined {
  const own = history.filter(({ evidence }) => evidence?.id === id)
  const last = own.find(({ type }) => type === 'evidence.done_updated')
  if (last) return (last.description === 'true') === (done === true) ? last.created_at : undefined
  if (done) return undefined
  return own.find(({ type }) => type === 'evidence.done_definition_added')?.created_at ?? added
}

export const stateWords = { done: 'Done', waiting: 'To do', failed: 'Condition failed' } as const

/** Describes the condition of an item, as a sentence without a full stop. */
export function whenOf({ script }: Evidence): string {
  if (!script) return 'When ticked manually'
  return `When ${wordsOfScript(script) ?? 'its script returns true'}`
}

/** The name of an item; for a manual item its description. */
export const nameOf = ({ evidence }: Part): string =>
  evidence.type === 'comment' ? evidence.description || nameOfEvidence(evidence) : nameOfEvidence(evidence)

export const targetOf = (part: Part) => ({ kind: 'evidence', id: part.id, label: nameOf(part) }) as const

/** The last message of the script, if it adds information to the state. */
export function saidBy({ evidence, state }: Part): string | undefined {
  if (!evidence.script) return undefined
  const { is, words } = resultOf(evidence)
  return is === 'unknown' || state === 'failed' ? words : undefined
}

/** The name, the kind and the description of an item in a list; `said` is empty if the name already contains it. */
export function shownOf(part: Part): { name: string; kind: string; said: string } {
  if (part.evidence.type === 'comment') return { name: nameOf(part), kind: '', said: '' }
  return { ...nameAndWords(part.evidence), kind: wordOfEvidence(part.evidence) }
}

/** Describes an item in one sentence, in reading order. */
export const sentenceOf = (part: Part): string => {
  const { name, kind, said } = shownOf(part)
  return [stateWords[part.state], name, kind, said, whenOf(part.evidence), saidBy(part)].filter(Boolean).join(', ')
}

/** The searchable text of an item. */
export const textOf = (part: Part): string => `${sentenceOf(part)} ${part.evidence.script ?? ''}`

/** Describes the items whose condition changed to met or not met between two states, one sentence each. */
export function tickedBetween(before: readonly Part[], now: readonly Part[]): string[] {
  const known = new Map(before.map((part) => [part.id, part.evidence.done === true]))
  return now.flatMap((part) => {
    const was = known.get(part.id)
    const is = part.evidence.done === true
    if (!part.evidence.script || was === undefined || was === is) return []
    return [is ? `Done: ${nameOf(part)}.` : `No longer done: ${nameOf(part)}.`]
  })
}

import type { Evidence, HistoryEntry, Incident } from '../../../../api/incident'
import { resultOf, wordsOfScript } from '../../../../lib/done-scripts'
import { nameAndWords, nameOfEvidence, wordOfEvidence } from '../../../../lib/evidence-name'

/** A part of the definition of done. */
export type Part = {
  id: string
  evidence: Evidence
  /** `failed`: its script cannot tell. */
  state: 'done' | 'waiting' | 'failed'
  /** ISO time since when it is done, or waits; undefined where nobody knows. */
  since: string | undefined
}

const byTime = (a: Evidence, b: Evidence) => a.created_at.localeCompare(b.created_at)

/** What has to be done before an incident is over, what is not done first. @param history the newest first, as far as it is known */
export function partsOf({ hypotheses }: Pick<Incident, 'hypotheses'>, history: readonly HistoryEntry[] = []): Part[] {
  return hypotheses
    .flatMap(({ evidences }) => evidences.filter(({ definition_of_done: is }) => is))
    .toSorted(byTime)
    .map((evidence): Part => ({
      id: evidence.id,
      evidence,
      state: stateOf(evidence),
      since: sinceOf(evidence, history),
    }))
    .toSorted((a, b) => Number(a.state === 'done') - Number(b.state === 'done'))
}

function stateOf(evidence: Evidence): Part['state'] {
  if (evidence.script && resultOf(evidence).is === 'failed') return 'failed'
  return evidence.done ? 'done' : 'waiting'
}

/** Backends that keep no history of ticks tell at least since when there is something to be done. */
function sinceOf({ id, done, created_at: added }: Evidence, history: readonly HistoryEntry[]): string | undefined {
  const own = history.filter(({ evidence }) => evidence?.id === id)
  const last = own.find(({ type }) => type === 'evidence.done_updated')
  if (last) return (last.description === 'true') === (done === true) ? last.created_at : undefined
  if (done) return undefined
  return own.find(({ type }) => type === 'evidence.done_definition_added')?.created_at ?? added
}

export const stateWords = { done: 'Done', waiting: 'To be done', failed: 'Script failed' } as const

/** When it is done, as a sentence without a full stop. */
export function whenOf({ script }: Evidence): string {
  if (!script) return 'When somebody ticks it'
  return `When ${wordsOfScript(script) ?? 'its script gives true'}`
}

/** The name of a part: what was said of it, where it is nothing but words. */
export const nameOf = ({ evidence }: Part): string =>
  evidence.type === 'comment' ? evidence.description || nameOfEvidence(evidence) : nameOfEvidence(evidence)

export const targetOf = (part: Part) => ({ kind: 'evidence', id: part.id, label: nameOf(part) }) as const

/** What its script has said, where that tells more than its state. */
export function saidBy({ evidence, state }: Part): string | undefined {
  if (!evidence.script) return undefined
  const { is, words } = resultOf(evidence)
  return is === 'unknown' || state === 'failed' ? words : undefined
}

/** What it is called where it is listed, its kind, and what was said of it, as far as its name does not say that. */
export function shownOf(part: Part): { name: string; kind: string; said: string } {
  if (part.evidence.type === 'comment') return { name: nameOf(part), kind: '', said: '' }
  return { ...nameAndWords(part.evidence), kind: wordOfEvidence(part.evidence) }
}

const aboutOf = ({ name, kind, said }: ReturnType<typeof shownOf>) => [name, kind, said]

/** The part in one sentence, in reading order. */
export const sentenceOf = (part: Part): string =>
  [stateWords[part.state], ...aboutOf(shownOf(part)), whenOf(part.evidence), saidBy(part)].filter(Boolean).join(', ')

/** All text of a part, to search in. */
export const textOf = (part: Part): string => `${sentenceOf(part)} ${part.evidence.script ?? ''}`

/** What a script has ticked, or taken the tick from, between two looks, as sentences. */
export function tickedBetween(before: readonly Part[], now: readonly Part[]): string[] {
  const known = new Map(before.map((part) => [part.id, part.evidence.done === true]))
  return now.flatMap((part) => {
    const was = known.get(part.id)
    const is = part.evidence.done === true
    if (!part.evidence.script || was === undefined || was === is) return []
    return [is ? `Done: ${nameOf(part)}.` : `Not done any more: ${nameOf(part)}.`]
  })
}

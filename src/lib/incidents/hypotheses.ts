import { capital, formatCount } from '@/shared/format'
import type { HypothesisStatus, HypothesisType } from './incidents'

/** How a piece of evidence affects its hypothesis, as rated by a user. */
export const evidenceWeights = ['supports', 'contradicts'] as const
export type EvidenceWeight = (typeof evidenceWeights)[number]

export type WeighedEvidence = {
  weight: EvidenceWeight | undefined
  isDefinitionOfDone: boolean
  isDone: boolean
}

export type WeighedHypothesis = {
  id: string
  parentId: string | null
  type: HypothesisType
  title: string
  status: string
  evidences: readonly WeighedEvidence[]
}

export type StatusProposal = {
  status: HypothesisStatus
  /** The reason, as a sentence. */
  why: string
}

export type Contradiction = {
  /** The hypotheses that contradict each other, or the one that contradicts its evidence. */
  ids: readonly string[]
  /** The contradiction, as a sentence. */
  what: string
}

type Assessment = {
  /**
   * Keyed by the id of the hypothesis. Hypotheses without a proposal, or whose status already equals it, are left out.
   */
  proposals: ReadonlyMap<string, StatusProposal>
  contradictions: readonly Contradiction[]
}

const believed = new Set<string>(['proven', 'likely'])
const doubted = new Set<string>(['unlikely', 'improbable', 'disproven'])

/**
 * Proposes statuses for the hypotheses of an incident, for users to accept. A solution is proven by its definition of
 * done, and a factor by its proven solution. Otherwise, supporting and contradicting evidence is counted. A root
 * without evidence of its own is as believable as its most believable factor.
 */
export function assessHypotheses(hypotheses: readonly WeighedHypothesis[]): Assessment {
  const below = new Map<string, WeighedHypothesis[]>()
  for (const one of hypotheses)
    if (one.parentId !== null) below.set(one.parentId, [...(below.get(one.parentId) ?? []), one])
  const proposals = new Map<string, StatusProposal>()
  for (const one of hypotheses) {
    const proposal = proposalFor(one, below.get(one.id) ?? [])
    if (proposal && proposal.status !== one.status.toLowerCase()) proposals.set(one.id, proposal)
  }
  return { proposals, contradictions: hypotheses.flatMap((one) => findContradictions(one, below.get(one.id) ?? [])) }
}

function proposalFor(one: WeighedHypothesis, below: readonly WeighedHypothesis[]): StatusProposal | undefined {
  return byDone(one) ?? bySolution(one, below) ?? byEvidence(one) ?? byFactors(one, below)
}

function byDone({ type, evidences }: WeighedHypothesis): StatusProposal | undefined {
  if (type !== 'solution') return undefined
  const parts = evidences.filter(({ isDefinitionOfDone }) => isDefinitionOfDone)
  if (parts.length === 0 || !parts.every(({ isDone }) => isDone)) return undefined
  return {
    status: 'proven',
    why: `Proven, because ${parts.length === 1 ? 'its definition of done is met' : `all ${parts.length} items of its definition of done are met`}.`,
  }
}

function bySolution({ type }: WeighedHypothesis, below: readonly WeighedHypothesis[]): StatusProposal | undefined {
  const solved = type === 'factor' && below.find(({ status }) => status.toLowerCase() === 'proven')
  return solved ? { status: 'proven', why: `Proven, because its solution worked: ${solved.title}.` } : undefined
}

/** Proposes a status by the difference of supporting and contradicting evidence. */
function byEvidence({ evidences }: WeighedHypothesis): StatusProposal | undefined {
  const count = (weight: EvidenceWeight) => evidences.filter((one) => one.weight === weight).length
  const [supports, contradicts] = [count('supports'), count('contradicts')]
  const status = statusBy(supports - contradicts)
  const [first, ...rest] = (['supports', 'contradicts'] as const).flatMap((weight) => {
    const times = count(weight)
    return times === 0 ? [] : [{ times, verb: times === 1 ? weight : weight.slice(0, -1) }]
  })
  if (!first) return undefined
  const said = [`${formatCount(first.times, 'piece')} of evidence ${first.verb} it`]
  const more = rest.map(({ times, verb }) => `${times} ${verb} it`)
  return { status, why: `${capital(status)}, because ${[...said, ...more].join(', and ')}.` }
}

/** A difference of one makes it likely or unlikely. It is certain only with several pieces, or after a test. */
function statusBy(more: number): HypothesisStatus {
  if (more >= 3) return 'proven'
  if (more >= 1) return 'likely'
  if (more === 0) return 'possible'
  if (more === -1) return 'unlikely'
  return more === -2 ? 'improbable' : 'disproven'
}

function byFactors({ type }: WeighedHypothesis, below: readonly WeighedHypothesis[]): StatusProposal | undefined {
  if (type !== 'root' || below.length === 0) return undefined
  const first = ['proven', 'likely'].flatMap(
    (wanted) => below.find(({ status }) => status.toLowerCase() === wanted) ?? []
  )[0]
  if (first) {
    const status = first.status.toLowerCase() as HypothesisStatus
    return { status, why: `${capital(status)}, because a factor is ${status}: ${first.title}.` }
  }
  return below.every(({ status }) => status.toLowerCase() === 'disproven')
    ? {
        status: 'unlikely',
        why: `Unlikely, because ${below.length === 1 ? 'its only factor is' : `all ${below.length} factors are`} disproven.`,
      }
    : undefined
}

function findContradictions(one: WeighedHypothesis, below: readonly WeighedHypothesis[]): Contradiction[] {
  const found: Contradiction[] = []
  const [status, has] = [
    one.status.toLowerCase(),
    (weight: EvidenceWeight) => one.evidences.some((piece) => piece.weight === weight),
  ]
  if (believed.has(status) && has('contradicts'))
    found.push({ ids: [one.id], what: `“${one.title}” is ${status}, but evidence contradicts it.` })
  if (doubted.has(status) && has('supports'))
    found.push({ ids: [one.id], what: `“${one.title}” is ${status}, but evidence supports it.` })
  if (doubted.has(status))
    for (const child of below)
      if (believed.has(child.status.toLowerCase()))
        found.push({
          ids: [one.id, child.id],
          what: `“${child.title}” is ${child.status.toLowerCase()}, but its parent “${one.title}” is ${status}.`,
        })
  return found
}

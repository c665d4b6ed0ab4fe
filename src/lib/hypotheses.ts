import { capital, formatCount } from './format'
import type { HypothesisStatus, HypothesisType } from './incidents'

/** What somebody says a piece of evidence means for its hypothesis. */
export const weights = ['supports', 'contradicts'] as const
export type Weight = (typeof weights)[number]

export type WeighedEvidence = {
  weight: Weight | undefined
  isDefinitionOfDone: boolean
  isDone: boolean
}

export type Weighed = {
  id: string
  parentId: string | null
  type: HypothesisType
  title: string
  status: string
  evidences: readonly WeighedEvidence[]
}

export type Proposal = {
  status: HypothesisStatus
  /** Why, as a sentence. */
  why: string
}

export type Contradiction = {
  /** The hypotheses that contradict each other, or the one that contradicts itself. */
  ids: readonly string[]
  /** What does not go together, as a sentence. */
  what: string
}

export type Judgement = {
  /** By the id of the hypothesis; none where there is nothing to say, or its status says the same already. */
  proposals: ReadonlyMap<string, Proposal>
  contradictions: readonly Contradiction[]
}

const believed = new Set<string>(['proven', 'likely'])
const doubted = new Set<string>(['unlikely', 'improbable', 'disproven'])

/**
 * What the evidence says of the hypotheses of one incident. It proposes: people decide. A solution is proven by what was to be
 * done with it; a factor by its solution that worked; otherwise what supports and what contradicts are counted. A root is as
 * believable as the most believable of its factors, unless it has evidence of its own.
 */
export function judge(hypotheses: readonly Weighed[]): Judgement {
  const below = new Map<string, Weighed[]>()
  for (const one of hypotheses)
    if (one.parentId !== null) below.set(one.parentId, [...(below.get(one.parentId) ?? []), one])
  const proposals = new Map<string, Proposal>()
  for (const one of hypotheses) {
    const proposal = proposalFor(one, below.get(one.id) ?? [])
    if (proposal && proposal.status !== one.status.toLowerCase()) proposals.set(one.id, proposal)
  }
  return { proposals, contradictions: hypotheses.flatMap((one) => contradictionsOf(one, below.get(one.id) ?? [])) }
}

function proposalFor(one: Weighed, below: readonly Weighed[]): Proposal | undefined {
  return byDone(one) ?? bySolution(one, below) ?? byEvidence(one) ?? byFactors(one, below)
}

function byDone({ type, evidences }: Weighed): Proposal | undefined {
  if (type !== 'solution') return undefined
  const parts = evidences.filter(({ isDefinitionOfDone }) => isDefinitionOfDone)
  if (parts.length === 0 || !parts.every(({ isDone }) => isDone)) return undefined
  return {
    status: 'proven',
    why: `Proven, because ${parts.length === 1 ? 'its definition of done is met' : `all ${parts.length} parts of its definition of done are met`}.`,
  }
}

function bySolution({ type }: Weighed, below: readonly Weighed[]): Proposal | undefined {
  const solved = type === 'factor' && below.find(({ status }) => status.toLowerCase() === 'proven')
  return solved ? { status: 'proven', why: `Proven, because its solution worked: ${solved.title}.` } : undefined
}

/** By how many more pieces support than contradict it. */
function byEvidence({ evidences }: Weighed): Proposal | undefined {
  const count = (weight: Weight) => evidences.filter((one) => one.weight === weight).length
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

/** One piece more makes it likely or unlikely; certain is what was tried, or what several pieces say. */
function statusBy(more: number): HypothesisStatus {
  if (more >= 3) return 'proven'
  if (more >= 1) return 'likely'
  if (more === 0) return 'possible'
  if (more === -1) return 'unlikely'
  return more === -2 ? 'improbable' : 'disproven'
}

function byFactors({ type }: Weighed, below: readonly Weighed[]): Proposal | undefined {
  if (type !== 'root' || below.length === 0) return undefined
  const first = ['proven', 'likely'].flatMap(
    (wanted) => below.find(({ status }) => status.toLowerCase() === wanted) ?? []
  )[0]
  if (first) {
    const status = first.status.toLowerCase() as HypothesisStatus
    return { status, why: `${capital(status)}, because a factor of it is: ${first.title}.` }
  }
  return below.every(({ status }) => status.toLowerCase() === 'disproven')
    ? {
        status: 'unlikely',
        why: `Unlikely, because ${below.length === 1 ? 'its only factor is' : `all ${below.length} factors are`} disproven.`,
      }
    : undefined
}

function contradictionsOf(one: Weighed, below: readonly Weighed[]): Contradiction[] {
  const found: Contradiction[] = []
  const [status, has] = [
    one.status.toLowerCase(),
    (weight: Weight) => one.evidences.some((piece) => piece.weight === weight),
  ]
  if (believed.has(status) && has('contradicts'))
    found.push({ ids: [one.id], what: `“${one.title}” is ${status}, and evidence contradicts it.` })
  if (doubted.has(status) && has('supports'))
    found.push({ ids: [one.id], what: `“${one.title}” is ${status}, and evidence supports it.` })
  if (doubted.has(status))
    for (const child of below)
      if (believed.has(child.status.toLowerCase()))
        found.push({
          ids: [one.id, child.id],
          what: `“${child.title}” is ${child.status.toLowerCase()}, and “${one.title}”, which it stands below, is ${status}.`,
        })
  return found
}

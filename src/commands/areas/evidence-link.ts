import { mutationOptions } from '@tanstack/react-query'
import {
  createEvidence,
  createIncident,
  createRootHypothesis,
  incidents,
  type NewIncident,
  removeEvidences,
  removeHypothesis,
  removeIncident,
  sourceColumns,
} from '../../api/incidents'
import type { EvidenceKind } from '../../lib/evidence-kinds'
import type { Outcome, Target } from '../command'
import { isPlural } from '../../lib/line-text'
import { capital, formatNames } from '../../lib/format'

/** The evidence to add and where. */
export type Link = {
  sources: readonly Target<EvidenceKind>[]
  incident: ({ is: 'new' } & NewIncident) | { is: 'existing'; id: string; title: string }
  hypothesis: { is: 'new'; title: string } | { is: 'existing'; id: string }
  description: string
  isDefinitionOfDone: boolean
  personId: string
  /** What is kept of some of the sources as they are now, by their ids. */
  snapshots: ReadonlyMap<string, object>
}

/** What was created so far, so that a retry after a failure can continue. Evidence ids by the id of what became evidence. */
export type Made = {
  incidentId?: string | undefined
  hypothesisId?: string | undefined
  evidences: Map<string, string>
}

/**
 * Creates the incident, then the hypothesis, then each evidence, and records each in `made`.
 * @throws {ApiError} of the request that failed; `made` then has what was created before
 */
export async function link(wanted: Link, made: Made): Promise<{ incidentId: string; hypothesisId: string }> {
  const { incident, hypothesis, sources, personId, description, isDefinitionOfDone, snapshots } = wanted
  const incidentId =
    incident.is === 'existing' ? incident.id : (made.incidentId ??= await createIncident(incident, personId))
  const hypothesisId =
    hypothesis.is === 'existing'
      ? hypothesis.id
      : (made.hypothesisId ??= await createRootHypothesis(incidentId, hypothesis.title, personId))
  const left = sources.filter(({ id }) => !made.evidences.has(id))
  const columns = await sourceColumns(left)
  // Log lines are one evidence together.
  const firstLine = left.find(({ kind }) => kind === 'logline')
  for (const source of left) {
    const whole = source.kind === 'logline' && firstLine ? made.evidences.get(firstLine.id) : undefined
    if (whole !== undefined) {
      made.evidences.set(source.id, whole)
      continue
    }
    const evidence = { source, hypothesisId, description, isDefinitionOfDone, snapshot: snapshots.get(source.id) }
    made.evidences.set(source.id, await createEvidence(evidence, columns, personId))
  }
  return { incidentId, hypothesisId }
}

/** Says that things of these names are evidence of an incident already. @param of the incident, in words */
export const alreadyEvidence = (names: readonly string[], of: string): string =>
  `${capitalOfLines(formatNames(names))} ${names.length === 1 && !isPlural(names[0] ?? '') ? 'is' : 'are'} evidence of ${of} already.`

/** Names of things stay as they are; lines have none of their own. */
const capitalOfLines = (names: string) => (/^lines? \d/.test(names) ? capital(names) : names)

/** A sentence about what was created before a failure, to stand before the error message; empty for nothing. */
export function halfDone({ incident, sources }: Pick<Link, 'incident' | 'sources'>, made: Made): string {
  if (made.evidences.size > 0)
    return `Added ${formatNames(sources.filter(({ id }) => made.evidences.has(id)).map(({ label }) => label))}, but not the rest. `
  if (made.incidentId !== undefined)
    return `The incident “${incident.title}” is there${made.hypothesisId === undefined ? '' : ' with its hypothesis'}, but nothing was added to it. `
  if (made.hypothesisId !== undefined) return 'The hypothesis is there, but nothing was added to it. '
  return ''
}

/** Removes the evidence, and the hypothesis and incident that were made unless somebody has added to them since. */
export async function unlink({ incidentId, hypothesisId, evidences }: Made): Promise<Outcome> {
  await removeEvidences([...new Set(evidences.values())])
  if (incidentId !== undefined)
    return (await removeIncident(incidentId, hypothesisId))
      ? { message: 'Removed the evidence and the incident.' }
      : { message: 'Removed the evidence. The incident stays: something was added to it.' }
  return hypothesisId === undefined || (await removeHypothesis(hypothesisId))
    ? { message: 'Removed the evidence.' }
    : { message: 'Removed the evidence. The hypothesis stays: something was added to it.' }
}

/** What incidents say changes, and with it what checks say of them. */
const meta = { invalidates: [incidents.all] }

export const linking = () =>
  mutationOptions({ mutationFn: ({ wanted, made }: { wanted: Link; made: Made }) => link(wanted, made), meta })
export const unlinking = () => mutationOptions({ mutationFn: unlink, meta })

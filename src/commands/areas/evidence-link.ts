import {
  createEvidence,
  createIncident,
  createRootHypothesis,
  type NewIncident,
  removeEvidences,
  removeHypothesis,
  removeIncident,
} from '../../api/incidents'
import type { Outcome, Target } from '../command'
import { formatNames } from '../../lib/format'

/** Where evidence goes, and what it says. */
export type Link = {
  sources: readonly Target<'check'>[]
  incident: ({ is: 'new' } & NewIncident) | { is: 'existing'; id: string; title: string }
  hypothesis: { is: 'new'; title: string } | { is: 'existing'; id: string }
  description: string
  isDefinitionOfDone: boolean
  personId: string
}

/** What a link has made so far: when it fails halfway, the next try goes on from there. Evidence by its check. */
export type Made = {
  incidentId?: string | undefined
  hypothesisId?: string | undefined
  evidences: Map<string, string>
}

/**
 * Incident, then hypothesis, then each evidence.
 * @throws {ApiError} of whatever failed; `made` says what is there by then
 */
export async function link(wanted: Link, made: Made): Promise<{ incidentId: string; hypothesisId: string }> {
  const { incident, hypothesis, sources, personId, description, isDefinitionOfDone } = wanted
  const incidentId =
    incident.is === 'existing' ? incident.id : (made.incidentId ??= await createIncident(incident, personId))
  const hypothesisId =
    hypothesis.is === 'existing'
      ? hypothesis.id
      : (made.hypothesisId ??= await createRootHypothesis(incidentId, hypothesis.title, personId))
  for (const { id: checkId } of sources) {
    if (made.evidences.has(checkId)) continue
    const evidence = { checkId, hypothesisId, description, isDefinitionOfDone }
    made.evidences.set(checkId, await createEvidence(evidence, personId))
  }
  return { incidentId, hypothesisId }
}

/** What is there although the whole was not done, as a sentence before the one that says why; empty for nothing. */
export function halfDone({ incident, sources }: Pick<Link, 'incident' | 'sources'>, made: Made): string {
  if (made.evidences.size > 0)
    return `Added ${formatNames(sources.filter(({ id }) => made.evidences.has(id)).map(({ label }) => label))}, but not the rest. `
  if (made.incidentId !== undefined)
    return `The incident “${incident.title}” is there${made.hypothesisId === undefined ? '' : ' with its hypothesis'}, but nothing was added to it. `
  if (made.hypothesisId !== undefined) return 'The hypothesis is there, but nothing was added to it. '
  return ''
}

/** Takes back what was made: evidence always, hypothesis and incident unless somebody has added to them since. */
export async function unlink({ incidentId, hypothesisId, evidences }: Made): Promise<Outcome> {
  await removeEvidences([...evidences.values()])
  if (hypothesisId !== undefined && !(await removeHypothesis(hypothesisId)))
    return { said: 'Removed the evidence. The hypothesis stays: something was added to it.' }
  if (incidentId === undefined) return { said: 'Removed the evidence.' }
  return (await removeIncident(incidentId))
    ? { said: 'Removed the evidence and the incident.' }
    : { said: 'Removed the evidence. The incident stays: something was added to it.' }
}

import { mutationOptions } from '@tanstack/react-query'
import {
  createEvidence,
  createIncident,
  createRootHypothesis,
  deleteIncidentRows,
  type NewIncident,
  removeHypothesis,
  removeIncident,
} from '@/api/incidents/incident-rows'
import { incidents } from '@/api/incidents/incidents'
import type { EvidenceKind } from '@/lib/incidents/evidence-kinds'
import type { Outcome, Target } from '../command'
import { isPlural } from '@/lib/catalog/line-text'
import { capital, formatNames } from '@/shared/format'
import { sourceColumns } from '@/api/incidents/evidence-sources'

/** The evidence to add and its destination. */
export type EvidenceLink = {
  sources: readonly Target<EvidenceKind>[]
  incident: ({ is: 'new' } & NewIncident) | { is: 'existing'; id: string; title: string }
  hypothesis: { is: 'new'; title: string } | { is: 'existing'; id: string }
  description: string
  isDefinitionOfDone: boolean
  personId: string
  /** Snapshots of some sources, by source id. */
  snapshots: ReadonlyMap<string, object>
}

/** The records created so far, so that a retry after a failure can continue. Evidence ids by source id. */
export type CreatedRecords = {
  incidentId?: string | undefined
  hypothesisId?: string | undefined
  evidences: Map<string, string>
}

/**
 * Creates the incident, the hypothesis and each evidence, and records each in `made`.
 * @throws {ApiError} of the failed request; `made` then contains the records created before it
 */
export async function createEvidenceLink(
  wanted: EvidenceLink,
  made: CreatedRecords
): Promise<{ incidentId: string; hypothesisId: string }> {
  const { incident, hypothesis, sources, personId, description, isDefinitionOfDone, snapshots } = wanted
  const incidentId =
    incident.is === 'existing' ? incident.id : (made.incidentId ??= await createIncident(incident, personId))
  const hypothesisId =
    hypothesis.is === 'existing'
      ? hypothesis.id
      : (made.hypothesisId ??= await createRootHypothesis(incidentId, hypothesis.title, personId))
  const left = sources.filter(({ id }) => !made.evidences.has(id))
  const columns = await sourceColumns(left)
  // All log lines become one evidence.
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

/** The message that these sources are already evidence of an incident. @param of the incident, in words */
export const alreadyEvidenceMessage = (names: readonly string[], of: string): string =>
  `${capitalOfLines(formatNames(names))} ${names.length === 1 && !isPlural(names[0] ?? '') ? 'is' : 'are'} already evidence of ${of}.`

/** Names of resources keep their case. Lines have no names of their own. */
const capitalOfLines = (names: string) => (/^lines? \d/.test(names) ? capital(names) : names)

/** Describes the records created before a failure, as a prefix for the error message. Empty if there are none. */
export function describeCreated(
  { incident, sources }: Pick<EvidenceLink, 'incident' | 'sources'>,
  made: CreatedRecords
): string {
  if (made.evidences.size > 0)
    return `Added ${formatNames(sources.filter(({ id }) => made.evidences.has(id)).map(({ label }) => label))}, but not all of it. `
  if (made.incidentId !== undefined)
    return `The incident “${incident.title}” was created${made.hypothesisId === undefined ? '' : ' with its hypothesis'}, but no evidence was added. `
  if (made.hypothesisId !== undefined) return 'The hypothesis was created, but no evidence was added. '
  return ''
}

/** Removes the evidence, and the created hypothesis and incident unless another user has added to them. */
export async function undoEvidenceLink({ incidentId, hypothesisId, evidences }: CreatedRecords): Promise<Outcome> {
  await deleteIncidentRows('evidences', [...new Set(evidences.values())])
  if (incidentId !== undefined)
    return (await removeIncident(incidentId, hypothesisId))
      ? { message: 'Removed the evidence and the incident.' }
      : { message: 'Removed the evidence. The incident was kept because something was added to it.' }
  return hypothesisId === undefined || (await removeHypothesis(hypothesisId))
    ? { message: 'Removed the evidence.' }
    : { message: 'Removed the evidence. The hypothesis was kept because something was added to it.' }
}

/** Invalidates incidents, and with them the checks that show their incidents. */
const meta = { invalidates: [incidents.all] }

export const linkMutation = () =>
  mutationOptions({
    mutationFn: ({ wanted, made }: { wanted: EvidenceLink; made: CreatedRecords }) => createEvidenceLink(wanted, made),
    meta,
  })
export const unlinkMutation = () => mutationOptions({ mutationFn: undoEvidenceLink, meta })

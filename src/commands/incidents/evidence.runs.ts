import { listEvidenceIds, incidents } from '@/api/incidents/incidents'
import { catalog } from '@/api/catalog/catalog'
import { documentText } from '@/api/catalog/config-document'
import { whoami } from '@/api/sign-in/whoami'
import { readLinesId } from '@/shared/catalog/document-lines'
import {
  digestLines,
  pickLines,
  MOST_EVIDENCE_CHARACTERS,
  MOST_EVIDENCE_LINES,
  formatLineSelection,
} from '@/lib/catalog/line-text'
import { toLogEvidence } from '@/lib/logs/line'
import { findDisplayedLines } from '@/lib/logs/displayed-lines'
import type { EvidenceKind } from '@/lib/incidents/evidence-kinds'
import { asSentence, formatCount } from '@/shared/format'
import { failureMessage } from '@/lib/outcome'
import { type Effects, CommandError, type Outcome, type Target } from '../command'
import type { CreatedBefore } from './evidence.commands'
import { openCalls } from '../shell/navigation.commands'
import {
  alreadyEvidenceMessage,
  describeCreated,
  type EvidenceLink,
  linkMutation,
  type CreatedRecords,
  unlinkMutation,
} from './evidence-link'

/** The ids of the lines are in the address of the form. */
const MAX_LOG_LINES = 200

type EvidenceArgs = Partial<
  Record<'incident' | 'type' | 'severity' | 'hypothesis' | 'hypothesisTitle' | 'description', string | undefined>
> & {
  sources: readonly Target<EvidenceKind>[]
  title: string
  isDone?: boolean | undefined
  made: CreatedBefore | undefined
}

type Destination = Pick<EvidenceLink, 'incident' | 'hypothesis'>

/** Adds evidence to an open incident, or to a new one. */
export async function linkEvidence(args: EvidenceArgs, effects: Effects): Promise<Outcome> {
  const { payload } = await effects.fetch(whoami())
  const snapshots = await readSnapshots(args.sources, effects)
  const wanted = {
    ...destinationOf(args),
    sources: args.sources,
    description: args.description ?? '',
    isDefinitionOfDone: args.isDone ?? false,
    personId: payload.user.id,
    snapshots,
  }
  const to = linkDestination(wanted)
  // If the form now names another incident, the records created for the first one must not be reused.
  const { evidences = {}, incidentId: oldIncident, hypothesisId: oldHypothesis } = args.made?.to === to ? args.made : {}
  const done: CreatedRecords = {
    incidentId: oldIncident,
    hypothesisId: oldHypothesis,
    evidences: new Map(Object.entries(evidences)),
  }
  try {
    const { left, known } = await splitByExisting(wanted, done, effects)
    if (left.length === 0) return { message: alreadyEvidenceMessage(targetLabels(known), `“${wanted.incident.title}”`) }
    const linked = { wanted: { ...wanted, sources: left }, made: done }
    const { incidentId, hypothesisId } = await effects.mutate(linkMutation(), linked)
    const said = `Linked to incident successfully: ${wanted.incident.title}`
    return {
      message: known.length === 0 ? said : `${asSentence(said)} ${alreadyEvidenceMessage(targetLabels(known), 'it')}`,
      edge: 'top',
      undo: () => effects.mutate(unlinkMutation(), done),
      next: openCalls('Go to incident', 'incident', incidentId),
      // A repeat adds its evidence to the same incident and hypothesis.
      repeatArgs: { incident: incidentId, hypothesis: hypothesisId },
    }
  } catch (error) {
    throw new CommandError(`${describeCreated(wanted, done)}${failureMessage(error)}`, {
      retryArgs: retryArgs(done, to),
      cause: error,
    })
  }
}

/**
 * The lines that become evidence, by source id. Their text is stored with the evidence, since the document will change.
 */
async function readSnapshots(sources: EvidenceArgs['sources'], effects: Effects): Promise<ReadonlyMap<string, object>> {
  const found = new Map<string, object>()
  for (const { kind, id, label } of sources)
    if (kind === 'lines') found.set(id, await readDocumentLines(id, label, effects))
  const logLines = sources.flatMap(({ kind, id }) => (kind === 'logline' ? [id] : []))
  const [first] = logLines
  if (first !== undefined) found.set(first, readLogLines(logLines))
  return found
}

/** @throws {CommandError} if the lines are no longer shown, or are too many */
function readLogLines(ids: readonly string[]): object {
  if (ids.length > MAX_LOG_LINES)
    throw new CommandError(
      `At most ${formatCount(MAX_LOG_LINES, 'log line')} can be added as evidence at once. Choose fewer.`
    )
  const lines = findDisplayedLines(ids)
  if (lines.length < ids.length)
    throw new CommandError('Some of these log lines are no longer shown. Choose them again.')
  if (lines.reduce((sum, { message }) => sum + message.length, 0) > MOST_EVIDENCE_CHARACTERS)
    throw new CommandError(
      `At most ${formatCount(MOST_EVIDENCE_CHARACTERS, 'character')} can be added as evidence at once. Choose fewer lines.`
    )
  return lines.map(toLogEvidence)
}

/** @throws {CommandError} if the chosen lines have changed or are gone, or are too many */
async function readDocumentLines(id: string, label: string, effects: Effects): Promise<object> {
  const chosen = readLinesId(id)
  // Uses the document on screen, if there is one, because that is what the user has read.
  const item = chosen && (await effects.fetch({ ...catalog.byId(chosen.configId), staleTime: Infinity }))
  if (!item) throw new CommandError('The config item of these lines no longer exists.')
  const lines = pickLines(await effects.fetch(documentText(item, chosen.format)), chosen.range)
  if (digestLines(lines) !== chosen.digest)
    throw new CommandError(`The document changed after ${label} were chosen. Choose them again.`)
  const size = [...lines.values()].reduce((sum, line) => sum + line.length, 0)
  if (lines.size > MOST_EVIDENCE_LINES || size > MOST_EVIDENCE_CHARACTERS)
    throw new CommandError(
      `At most ${formatCount(MOST_EVIDENCE_LINES, 'line')} and ${formatCount(MOST_EVIDENCE_CHARACTERS, 'character')} can be added as evidence at once. Choose fewer.`
    )
  return { format: chosen.format, selection: formatLineSelection(chosen), lines: Object.fromEntries(lines) }
}

/** The sources that are not yet evidence of the incident: others may have linked some since the form was opened. */
async function splitByExisting({ incident, sources }: EvidenceLink, made: CreatedRecords, effects: Effects) {
  if (incident.is === 'new') return { left: sources, known: [] }
  const found = await effects.fetch({ ...incidents.found(incident.id), staleTime: 0 })
  const there = found ? listEvidenceIds(found) : new Set<string>()
  const isKnown = ({ id }: Target) => there.has(id) && !made.evidences.has(id)
  return { left: sources.filter((one) => !isKnown(one)), known: sources.filter(isKnown) }
}

const targetLabels = (list: readonly Target[]) => list.map(({ label }) => label)

/** The slots of the command ensure that the arguments of a new or an open incident are complete. */
function destinationOf(args: EvidenceArgs): Destination {
  const { incident, title, type = '', severity = '', hypothesis, hypothesisTitle = '' } = args
  if (!incident) return { incident: { is: 'new', title, type, severity }, hypothesis: { is: 'new', title } }
  return {
    incident: { is: 'existing', id: incident, title },
    hypothesis: hypothesis ? { is: 'existing', id: hypothesis } : { is: 'new', title: hypothesisTitle },
  }
}

/**
 * Identifies the incident and hypothesis. All new incidents are treated alike, since the title may be corrected before
 * a retry.
 */
const linkDestination = ({ incident, hypothesis }: Destination) =>
  incident.is === 'new'
    ? 'new'
    : [incident.id, hypothesis.is === 'new' ? `new ${hypothesis.title}` : hypothesis.id].join(' ')

/** Arguments for the retry, so that nothing is created twice. */
function retryArgs({ incidentId, hypothesisId, evidences }: CreatedRecords, to: string) {
  const made: CreatedBefore = { to, incidentId, hypothesisId, evidences: Object.fromEntries(evidences) }
  return {
    ...(incidentId === undefined ? {} : { incident: incidentId }),
    ...(hypothesisId === undefined ? {} : { hypothesis: hypothesisId }),
    made,
  }
}

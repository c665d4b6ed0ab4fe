import { hashKey } from '@tanstack/react-query'
import {
  addIncidentRow,
  changeIncidentRows,
  type Incident,
  incidentById,
  incidentsProgress,
  removeIncidentRows,
  storedRows,
  toWeighedHypotheses,
} from '@/api/incidents/incident'
import type { NewRows, RowChange, StoredRows, StoredTable } from '@/api/incidents/incident-rows'
import { deleteHypotheses, openIncident, undoCreateIncident, undoAddHypothesis } from '@/api/incidents/create-incident'
import { whoami } from '@/api/sign-in/whoami'
import { asSentence, formatCount, formatNames } from '@/shared/format'
import { describeScript } from '@/lib/incidents/done-scripts'
import { assessHypotheses, type EvidenceWeight } from '@/lib/incidents/hypotheses'
import {
  childHypothesisType,
  type HypothesisStatus,
  type HypothesisType,
  type IncidentSeverity,
  type IncidentStatus,
  type IncidentType,
  statusTimes,
  nextStatuses,
  normaliseSeverity,
  incidentTypeLabel,
} from '@/lib/incidents/incidents'
import { describeOpenItems } from '@/lib/incidents/progress'
import { type Effects, CommandError, type Outcome, type Target } from '../command'
import { formatTargetNames } from '../target-names'
import { openCalls } from '../shell/navigation.commands'

type IncidentsArg = { incidents: readonly Target<'incident'>[] }
type IncidentArg = { incident: readonly Target<'incident'>[] }
type Hypotheses = { hypotheses: readonly Target<'hypothesis'>[] }
type Evidences = { evidences: readonly Target<'evidence'>[] }

/** A change of some rows of a table, and its messages. */
type RowChanges<T extends StoredTable> = {
  table: T
  of: readonly Target[]
  /**
   * The new column values of a row; undefined to leave it unchanged. @throws {CommandError} if the row cannot be
   * changed
   */
  to(row: StoredRows[T]): Partial<StoredRows[T]> | undefined
  /** @param as filters the changed targets by the new value of a column */
  message(changed: readonly Target[], as: (column: keyof StoredRows[T], value: unknown) => readonly Target[]): string
  /** The name of the changed columns, for the undo message: `status`. */
  what: string
  /** The restored value, for the undo message: `open`. Undefined if it cannot be described. */
  previous?(row: StoredRows[T]): string | undefined
  /** The message if no row changes. */
  already: string
  /** Columns that the server changes itself, so that a new value there is not another user's change. */
  follows?: readonly string[]
}

/** Changes rows. Undo restores their previous values, except in rows that another user has changed since. */
async function changeRowsWithUndo<T extends StoredTable>(wanted: RowChanges<T>, effects: Effects): Promise<Outcome> {
  const { table, of, to, message, what, previous, already, follows } = wanted
  const rows = await effects.fetch(
    storedRows(
      table,
      of.map(({ id }) => id)
    )
  )
  const gone = of.filter(({ id }) => rows.every((row) => row.id !== id))
  const refused: { id: string; why: string }[] = gone.map(({ id, label }) => ({
    id,
    why: `${label} no longer exists.`,
  }))
  const changes = rows.flatMap((row): { row: StoredRows[T]; body: Partial<StoredRows[T]> }[] => {
    try {
      const body = to(row)
      return body === undefined || hasValues(row, body, follows) ? [] : [{ row, body }]
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      refused.push({ id: row.id, why: error.message })
      return []
    }
  })
  const whys = refused.map(({ why }) => why).join(' ')
  if (changes.length === 0 && whys !== '') throw new CommandError(whys)
  if (changes.length === 0) return { message: already }
  const changed = of.filter(({ id }) => changes.some(({ row }) => row.id === id))
  await effects.mutate(
    changeIncidentRows(table),
    changes.map(({ row, body }) => ({ id: row.id, body }))
  )
  const as = (column: keyof StoredRows[T], value: unknown) =>
    changed.filter(({ id }) => changes.some(({ row, body }) => row.id === id && body[column] === value))
  const restored = (row: StoredRows[T] | undefined) => {
    const value = row && previous?.(row)
    return value === undefined ? `${what} restored` : `${what} restored to ${value}`
  }
  const isLeft = ({ id }: Target) => refused.some((one) => one.id === id)
  return {
    message: [asSentence(message(changed, as)), whys].filter(Boolean).join(' '),
    ...(whys === '' ? {} : { isFailure: true as const, failed: of.filter(isLeft) }),
    async undo() {
      const now = await effects.fetch(
        storedRows(
          table,
          changed.map(({ id }) => id)
        )
      )
      const back = changes.flatMap(({ row, body }): RowChange<T>[] => {
        const current = now.find(({ id }) => id === row.id)
        return current && hasValues(current, body, follows) ? [{ id: row.id, body: pick(row, body) }] : []
      })
      if (back.length > 0) await effects.mutate(changeIncidentRows(table), back)
      const isBack = ({ id }: Target) => back.some((one) => one.id === id)
      const [given, kept] = [changed.filter(isBack), changed.filter((one) => !isBack(one))]
      const [was, them] = kept.length === 1 ? ['was', 'it'] : ['were', 'them']
      return {
        message: [
          ...groupByText(given, (one) => restored(changes.find(({ row }) => row.id === one.id)?.row)),
          kept.length > 0 ? `${formatTargetNames(kept)} ${was} not restored: another user has changed ${them}.` : '',
        ]
          .filter(Boolean)
          .join(' '),
      }
    },
  }
}

/** Groups targets with the same text: `A and B: status restored to open.` */
const groupByText = (those: readonly Target[], words: (one: Target) => string): string[] =>
  [...new Set(those.map(words))].map(
    (message) => `${formatTargetNames(those.filter((one) => words(one) === message))}: ${message}.`
  )

/** Whether a row already has these values, except for timestamps of the change itself. */
const hasValues = (row: object, body: object, follows: readonly string[] = []) =>
  Object.entries(body).every(
    ([name, value]) =>
      timestampColumns.has(name) ||
      follows.includes(name) ||
      // Databases return the members of objects in their own order.
      hashKey([(row as Record<string, unknown>)[name]]) === hashKey([value])
  )
const timestampColumns = new Set(['acknowledged', 'resolved', 'closed'])

const pick = <R extends object>(row: R, names: object) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name in names)) as Partial<R>

export async function setIncidentStatus(
  { incidents: of, status }: IncidentsArg & { status: IncidentStatus },
  effects: Effects
): Promise<Outcome> {
  const outcome = await changeStatus({ incidents: of, status }, effects)
  // The status is changed, even if this request fails.
  const unmet = outcome.undo ? await describeUnmet(of, status, effects).catch(() => '') : ''
  return unmet === '' ? outcome : { ...outcome, message: `${outcome.message} ${unmet}` }
}

/** The open items of the definition of done, for a status that requires them. They do not block the change. */
async function describeUnmet(of: readonly Target[], status: IncidentStatus, effects: Effects): Promise<string> {
  if (!['mitigated', 'resolved', 'closed'].includes(status)) return ''
  const progress = await effects.fetch(incidentsProgress(of.map(({ id }) => id)))
  return [...progress.values()]
    .map((one) => describeOpenItems(status, one))
    .filter(Boolean)
    .join(' ')
}

const changeStatus = ({ incidents: of, status }: IncidentsArg & { status: IncidentStatus }, effects: Effects) =>
  changeRowsWithUndo(
    {
      table: 'incidents',
      of,
      to(row) {
        if (row.status === status) return undefined
        if (!nextStatuses(row.status).includes(status))
          throw new CommandError(
            `“${row.title}” is ${row.status}. Its next status can be ${formatNames(nextStatuses(row.status))}.`
          )
        return { status, ...toTimestampColumns(statusTimes(status, new Date().toISOString(), row)) }
      },
      message: (changed) => `${formatTargetNames(changed)}: ${status}`,
      what: 'status',
      previous: (row) => row.status,
      already: `${formatTargetNames(of)} is already ${status}.`,
    },
    effects
  )

const toTimestampColumns = ({
  acknowledged = null,
  resolved = null,
  closed = null,
}: ReturnType<typeof statusTimes>) => ({
  acknowledged,
  resolved,
  closed,
})

export const setIncidentSeverity = (
  { incidents: of, severity }: IncidentsArg & { severity: IncidentSeverity },
  effects: Effects
) =>
  changeRowsWithUndo(
    {
      table: 'incidents',
      of,
      to: (row) => (normaliseSeverity(row.severity) === severity ? undefined : { severity }),
      message: (changed) => `${formatTargetNames(changed)}: severity ${severity}`,
      what: 'severity',
      previous: (row) => normaliseSeverity(row.severity),
      already: `${formatTargetNames(of)} already has severity ${severity}.`,
    },
    effects
  )

export const setIncidentType = ({ incidents: of, type }: IncidentsArg & { type: IncidentType }, effects: Effects) =>
  changeRowsWithUndo(
    {
      table: 'incidents',
      of,
      to: () => ({ type }),
      message: (changed) => `${formatTargetNames(changed)}: type ${incidentTypeLabel(type).toLowerCase()}`,
      what: 'type',
      previous: (row) => incidentTypeLabel(row.type).toLowerCase(),
      already: `${formatTargetNames(of)} already has this type.`,
    },
    effects
  )

export async function takeIncidentCommand({ incidents: of }: IncidentsArg, effects: Effects): Promise<Outcome> {
  const { payload } = await effects.fetch(whoami())
  return changeRowsWithUndo(
    {
      table: 'incidents',
      of,
      to: () => ({ commander_id: payload.user.id }),
      message: (changed) => `You are now commander of ${formatTargetNames(changed)}`,
      what: 'commander',
      previous: (row) => (row.commander_id === null ? 'none' : undefined),
      already: `You are already commander of ${formatTargetNames(of)}.`,
    },
    effects
  )
}

type WithPerson = IncidentArg & { person: readonly Target<'person'>[] }

const setPerson =
  (column: 'commander_id' | 'communicator_id', what: string) =>
  ({ incident: of, person: [who] }: WithPerson, effects: Effects): Promise<Outcome> | undefined =>
    who &&
    changeRowsWithUndo(
      {
        table: 'incidents',
        of,
        to: () => ({ [column]: who.id }),
        message: (changed) => `${who.label} is now ${what} of ${formatTargetNames(changed)}`,
        what,
        previous: (row) => (row[column] === null ? 'none' : undefined),
        already: `${who.label} is already ${what} of ${formatTargetNames(of)}.`,
      },
      effects
    )
export const setIncidentCommander = setPerson('commander_id', 'commander')
export const setIncidentCommunicator = setPerson('communicator_id', 'communicator')

type Written = { title: string; description: string | undefined }

/** Opens an incident with its root hypothesis. */
export async function declareIncident(
  { title, type, severity, description = '' }: Written & { type: IncidentType; severity: IncidentSeverity },
  effects: Effects
): Promise<Outcome> {
  const { payload } = await effects.fetch(whoami())
  const made = await effects.mutate(openIncident(), { title, type, severity, description, personId: payload.user.id })
  return {
    message: asSentence(`Opened ${title}`),
    next: openCalls('Go to incident', 'incident', made.incidentId),
    async undo() {
      const isGone = await effects.mutate(undoCreateIncident(), made)
      return {
        message: isGone ? `Removed the incident “${title}”.` : `“${title}” was kept because something was added to it.`,
      }
    },
  }
}

export const editIncident = ({ incident: of, title, description = '' }: IncidentArg & Written, effects: Effects) =>
  changeRowsWithUndo(
    {
      table: 'incidents',
      of,
      to: () => ({ title, description }),
      message: () => `Updated the incident “${title}”`,
      what: 'title and description',
      already: 'The title and description are unchanged.',
    },
    effects
  )

/** Parses a written assignee: `person:…` or `team:…`. */
function readAssignee(written: string): Pick<NewRows['responders'], 'type' | 'person_id' | 'team_id'> {
  const [type = '', id = ''] = written.split(':')
  if (type !== 'person' && type !== 'team') throw new CommandError('Choose a person or a team from the list.')
  return { type, [`${type}_id`]: id }
}

/** Whether a person or a team currently responds to an incident. */
const hasResponder = (responders: Incident['responders'], id: string | undefined) =>
  responders.some(({ deleted_at: gone, person, team }) => !gone && (person?.id ?? team?.id) === id)

export async function addResponder(
  { incident: [one], responder }: IncidentArg & { responder: string },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const who = readAssignee(responder)
  const { responders } = await refetchIncident(one.id, effects)
  if (hasResponder(responders, who.person_id ?? who.team_id))
    return { message: `They already respond to ${one.label}.` }
  const { payload } = await effects.fetch(whoami())
  const id = await effects.mutate(addIncidentRow('responders'), {
    incident_id: one.id,
    ...who,
    created_by: payload.user.id,
  })
  // The responder is added, even if this request fails: only the name is missing then.
  const added = await refetchIncident(one.id, effects).then(
    (now) => now.responders.find((row) => row.id === id),
    () => undefined
  )
  const name = added?.person?.name ?? added?.team?.name ?? 'A responder'
  return {
    message: asSentence(`${name} responds to ${one.label}`),
    async undo() {
      const [now] = await effects.fetch(storedRows('responders', [id]))
      // A responder removed by another user is kept for the record.
      if (now && !now.deleted_at) await effects.mutate(removeIncidentRows('responders'), [id])
      return { message: `${name} no longer responds to ${one.label}.` }
    },
  }
}

/** Removes a responder. The row is kept, as the protocol requires, for the incident's records. */
export async function removeResponder(
  { responder: [who] }: { responder: readonly Target<'responder'>[] },
  effects: Effects
): Promise<Outcome | void> {
  if (!who) return undefined
  const [row] = await effects.fetch(storedRows('responders', [who.id]))
  if (!row || row.deleted_at) return { message: `${who.label} no longer responds to the incident.` }
  await effects.mutate(changeIncidentRows('responders'), [
    { id: who.id, body: { deleted_at: new Date().toISOString() } },
  ])
  return {
    message: asSentence(`${who.label} no longer responds to the incident`),
    async undo() {
      const { responders } = await refetchIncident(row.incident_id, effects)
      const own = responders.find(({ id }) => id === who.id)
      if (hasResponder(responders, own?.person?.id ?? own?.team?.id))
        return { message: `${who.label} already responds to the incident.` }
      await effects.mutate(changeIncidentRows('responders'), [{ id: who.id, body: { deleted_at: null } }])
      return { message: asSentence(`${who.label} responds to the incident again`) }
    },
  }
}

/** Reads the current incident, bypassing the cache. @throws {CommandError} if it no longer exists */
async function refetchIncident(id: string, effects: Effects): Promise<Incident> {
  const found = await effects.fetch({ ...incidentById(id), staleTime: 0 })
  if (!found) throw new CommandError('This incident no longer exists.')
  return found
}

/** Reads the current row of a hypothesis. @throws {CommandError} if it no longer exists */
async function readHypothesis(id: string, effects: Effects) {
  const [row] = await effects.fetch(storedRows('hypotheses', [id]))
  if (!row) throw new CommandError('This hypothesis no longer exists.')
  return row
}

type CommentArgs = { about: readonly Target<'incident' | 'hypothesis' | 'evidence'>[] }

/** The incident and, for a comment on a hypothesis or its evidence, the hypothesis. */
async function commentSubject({ kind, id }: Target, effects: Effects) {
  if (kind === 'incident') return { incident_id: id }
  const [evidence] = kind === 'evidence' ? await effects.fetch(storedRows('evidences', [id])) : []
  const hypothesis = await readHypothesis(evidence?.hypothesis_id ?? id, effects)
  return { incident_id: hypothesis.incident_id, hypothesis_id: hypothesis.id }
}

export async function addComment(
  { about: [one], text }: CommentArgs & { text: string },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const { payload } = await effects.fetch(whoami())
  const body = { ...(await commentSubject(one, effects)), comment: text, created_by: payload.user.id }
  const id = await effects.mutate(addIncidentRow('comments'), body)
  return {
    message: asSentence(`Commented on ${one.label}`),
    async undo() {
      await effects.mutate(removeIncidentRows('comments'), [id])
      return { message: `Removed the comment on ${one.label}.` }
    },
  }
}

type ParentArg = { above: readonly Target<'incident' | 'hypothesis'>[] }

/** Adds a factor below the root hypothesis, or the next type below the given hypothesis. */
export async function addHypothesis(
  { above: [one], title }: ParentArg & { title: string },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const parent =
    one.kind === 'hypothesis' ? await readHypothesis(one.id, effects) : await readRootHypothesis(one.id, effects)
  const type = childHypothesisType(parent?.type as HypothesisType | undefined)
  if (!type) throw new CommandError('A solution cannot have children. Add the hypothesis to the factor that it solves.')
  const { payload } = await effects.fetch(whoami())
  const id = await effects.mutate(addIncidentRow('hypotheses'), {
    incident_id: parent?.incident_id ?? one.id,
    ...(parent ? { parent_id: parent.id } : {}),
    type,
    title,
    status: 'possible',
    created_by: payload.user.id,
  })
  return {
    message: asSentence(`Added the ${type === 'root' ? 'hypothesis' : type} ${title}`),
    async undo() {
      const isGone = await effects.mutate(undoAddHypothesis(), id)
      return {
        message: isGone ? `Removed the hypothesis ${title}.` : `“${title}” was kept because something was added to it.`,
      }
    },
  }
}

async function readRootHypothesis(incidentId: string, effects: Effects) {
  const { hypotheses } = await refetchIncident(incidentId, effects)
  const root = hypotheses.find(({ type }) => type === 'root')
  return root && { ...root, incident_id: incidentId }
}

export const renameHypothesis = (
  { hypothesis: of, title }: { hypothesis: readonly Target<'hypothesis'>[]; title: string },
  effects: Effects
) =>
  changeRowsWithUndo(
    {
      table: 'hypotheses',
      of,
      to: () => ({ title }),
      message: () => `Renamed the hypothesis to “${title}”`,
      what: 'title',
      previous: (row) => `“${row.title}”`,
      already: 'The hypothesis already has this title.',
    },
    effects
  )

export const setHypothesisStatus = (
  { hypotheses: of, status }: Hypotheses & { status: HypothesisStatus },
  effects: Effects
) =>
  changeRowsWithUndo(
    {
      table: 'hypotheses',
      of,
      to: () => ({ status }),
      message: (changed) => `${formatTargetNames(changed)}: ${status}`,
      what: 'status',
      previous: (row) => row.status,
      already: `${formatTargetNames(of)} is already ${status}.`,
    },
    effects
  )

/** Sets a hypothesis to the status that its evidence proposes. */
export async function acceptProposal(
  { hypothesis: of }: { hypothesis: readonly Target<'hypothesis'>[] },
  effects: Effects
): Promise<Outcome | void> {
  const [one] = of
  if (!one) return undefined
  const { incident_id: incidentId } = await readHypothesis(one.id, effects)
  const proposal = assessHypotheses(toWeighedHypotheses(await refetchIncident(incidentId, effects))).proposals.get(
    one.id
  )
  if (!proposal) return { message: `No other status is proposed for ${one.label}.` }
  return setHypothesisStatus({ hypotheses: of, status: proposal.status }, effects)
}

const ROOT_REFUSAL = 'The root hypothesis cannot be deleted. Mark it as disproven instead.'

/** The root has no parent, and an incident needs a hypothesis. */
export async function refuseRootDeletion(
  { hypothesis: [one] }: { hypothesis: readonly Target<'hypothesis'>[] },
  load: Effects['fetch']
): Promise<string | undefined> {
  const [row] = one ? await load(storedRows('hypotheses', [one.id])) : []
  const incident = row && (await load(incidentById(row.incident_id)))
  if (!one || !incident) return undefined
  return withDescendants(one.id, incident.hypotheses).length === incident.hypotheses.length ? ROOT_REFUSAL : undefined
}

/** Deletes a hypothesis and its descendants. */
export async function deleteHypothesis(
  { hypothesis: [one] }: { hypothesis: readonly Target<'hypothesis'>[] },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const { incident_id: incidentId } = await readHypothesis(one.id, effects)
  const incident = await refetchIncident(incidentId, effects)
  const ids = withDescendants(one.id, incident.hypotheses)
  const left = incident.hypotheses.length - ids.length
  if (left === 0) throw new CommandError(ROOT_REFUSAL)
  if (!(await effects.mutate(deleteHypotheses(), { incident, ids })))
    throw new CommandError('A comment on this hypothesis was sent to a responder. Mark it as disproven instead.')
  return { message: asSentence(`Deleted ${formatCount(ids.length, 'hypothesis', 'hypotheses')}`) }
}

function withDescendants(id: string, hypotheses: Incident['hypotheses']): string[] {
  const below = hypotheses.filter(({ parent_id: parent }) => parent === id)
  return [...below.flatMap((one) => withDescendants(one.id, hypotheses)), id]
}

export const weighEvidence = (
  { evidences: of, weight }: Evidences & { weight: EvidenceWeight | 'neither' },
  effects: Effects
) =>
  changeRowsWithUndo(
    {
      table: 'evidences',
      of,
      to({ properties }) {
        const { weighs: _, ...rest } = properties ?? {}
        const next = weight === 'neither' ? rest : { ...rest, weighs: weight }
        return { properties: Object.keys(next).length > 0 || properties ? next : null }
      },
      message: (changed) =>
        weight === 'neither'
          ? `${formatTargetNames(changed)}: weight removed`
          : `${formatTargetNames(changed)} ${weight} the hypothesis`,
      what: 'weight',
      previous: ({ properties }) => formatWeight(properties?.['weighs']),
      already: `${formatTargetNames(of)} already has this weight.`,
    },
    effects
  )

const formatWeight = (weight: unknown) =>
  weight === undefined || weight === null ? 'none' : `${String(weight)} the hypothesis`

/** Describes a change in two directions. */
const formatBothDirections = (one: string, those: readonly Target[], other: string, these: readonly Target[]) =>
  [
    those.length > 0 ? `${one}: ${formatTargetNames(those)}` : '',
    these.length > 0 ? `${other}: ${formatTargetNames(these)}` : '',
  ]
    .filter(Boolean)
    .join('. ')

export const toggleEvidenceDone = ({ evidences: of }: Evidences, effects: Effects) =>
  changeRowsWithUndo(
    {
      table: 'evidences',
      of,
      to(row) {
        if (row.script)
          throw new CommandError(
            'A condition sets whether this item is done. Remove the condition to mark the item as done manually.'
          )
        return { done: row.done !== true }
      },
      message: (_changed, as) => formatBothDirections('Done', as('done', true), 'No longer done', as('done', false)),
      what: 'completion',
      already: 'No item changed.',
    },
    effects
  )

export const toggleDefinitionOfDone = ({ evidences: of }: Evidences, effects: Effects) =>
  changeRowsWithUndo(
    {
      table: 'evidences',
      of,
      to: (row) => ({ definition_of_done: row.definition_of_done !== true }),
      message: (_changed, as) =>
        formatBothDirections(
          'Part of the definition of done',
          as('definition_of_done', true),
          'No longer part of the definition of done',
          as('definition_of_done', false)
        ),
      what: 'definition of done',
      already: 'The definition of done is unchanged.',
    },
    effects
  )

/**
 * Sets the script that completes an item of the definition of done. The evidence becomes such an item. Empty: the item
 * is marked as done manually.
 */
export const setEvidenceScript = (
  { evidence: of, script }: { evidence: readonly Target<'evidence'>[]; script: string },
  effects: Effects
) =>
  changeRowsWithUndo(
    {
      table: 'evidences',
      of,
      to: (row) => ({
        definition_of_done: true,
        script: script || null,
        // The result of a previous script does not apply to the new one.
        ...((row.script ?? '') === script ? {} : { script_result: null, ...(script !== '' && { done: false }) }),
      }),
      message: (changed) =>
        script === ''
          ? `${formatTargetNames(changed)} is now marked as done manually`
          : `${formatTargetNames(changed)} is done when ${describeScript(script) ?? 'its condition is true'}. The server checks within seconds`,
      what: 'condition',
      already: `${formatTargetNames(of)} already has this condition.`,
      follows: ['done', 'script_result'],
    },
    effects
  )

export async function addDoneItem(
  { incident: [one], text }: IncidentArg & { text: string },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const root = await readRootHypothesis(one.id, effects)
  if (!root) throw new CommandError('The incident has no hypothesis for this item. Add one first.')
  const { payload } = await effects.fetch(whoami())
  const id = await effects.mutate(addIncidentRow('evidences'), {
    hypothesis_id: root.id,
    type: 'comment',
    description: text,
    evidence: { comment: text },
    definition_of_done: true,
    done: false,
    created_by: payload.user.id,
  })
  return {
    message: asSentence(`Added to the definition of done: ${text}`),
    async undo() {
      await effects.mutate(removeIncidentRows('evidences'), [id])
      return { message: `Removed “${text}” from the definition of done.` }
    },
  }
}

export async function removeEvidence({ evidences: of }: Evidences, effects: Effects): Promise<Outcome> {
  await effects.mutate(
    removeIncidentRows('evidences'),
    of.map(({ id }) => id)
  )
  return { message: asSentence(`Removed ${formatTargetNames(of)} from the incident`) }
}

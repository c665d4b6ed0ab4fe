import type { FullNotificationRule } from '@/api/notifications/rules'
import type { RowValues } from '@/api/settings/settings-table'
import { formatGoDuration, parseDuration } from '@/shared/duration'
import type { Choice } from '@/shared/forms/choice'
import { isRecord } from '@/shared/document/value'
import { eventGroups, notificationEvents } from '@/shared/notifications/events'

/** Kinds of recipients; the services are stored connections and addresses. */
export type RecipientKind = 'person' | 'team' | 'playbook' | 'services'

/** The fallback has the same columns as the recipient, with a prefix. */
type Prefix = '' | 'fallback_'

const NANOSECONDS = 1e6

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const nullable = (value: unknown) => textOf(value) || null
const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : []

/** Words separated by commas. */
const wordsOf = (value: unknown): string[] =>
  textOf(value)
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

/** `1h30m`, without units that are zero. */
const formatShort = (ms: number) =>
  formatGoDuration(ms)
    .replace(/(?<=[hm])0s$/, '')
    .replace(/(?<=h)0m$/, '')

/** Nanoseconds as a duration. */
export const durationOf = (nanoseconds: number | null | undefined): string =>
  nanoseconds ? formatShort(nanoseconds / NANOSECONDS) : ''

const nanosecondsOf = (value: unknown): number | null => {
  const ms = parseDuration(textOf(value))
  return ms ? ms * NANOSECONDS : null
}

const choiceId = (value: unknown) => (isRecord(value) ? nullable(value['value']) : null)

/** The kind of the recipient of a rule, or of its fallback; undefined if there is none. */
export function recipientKind(row: FullNotificationRule, prefix: Prefix = ''): RecipientKind | undefined {
  if (row[`${prefix}person_id`]) return 'person'
  if (row[`${prefix}team_id`]) return 'team'
  if (row[`${prefix}playbook_id`]) return 'playbook'
  return listOf(row[`${prefix}custom_services`]).length > 0 ? 'services' : undefined
}

/** The values of the fields of a recipient. */
function recipientValues(row: FullNotificationRule, prefix: Prefix): RowValues {
  const choice = (id: string | null | undefined): Choice | null =>
    id ? { value: id, label: row.names?.[id] ?? id } : null
  return {
    [`${prefix}recipient`]: recipientKind(row, prefix) ?? '',
    [`${prefix}person`]: choice(row[`${prefix}person_id`]),
    [`${prefix}team`]: choice(row[`${prefix}team_id`]),
    [`${prefix}playbook`]: choice(row[`${prefix}playbook_id`]),
    [`${prefix}services`]: listOf(row[`${prefix}custom_services`]).map(serviceValues),
  }
}

function serviceValues({ name, connection, url, filter, properties }: Readonly<Record<string, unknown>>): RowValues {
  return {
    name: textOf(name),
    via: connection || !url ? 'connection' : 'address',
    connection: connection
      ? { value: textOf(connection), label: textOf(connection).replace(/^connection:\/\//, '') }
      : null,
    url: textOf(url),
    filter: textOf(filter),
    properties: toKeyValues(properties),
  }
}

/** A map as a list of names and values, which are texts. */
const toKeyValues = (map: unknown): { name: string; value: string }[] =>
  Object.entries(isRecord(map) ? map : {}).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))

/** The columns of a recipient: those of the other kinds become null. */
function recipientColumns(values: RowValues, prefix: Prefix): RowValues {
  const kind = values[`${prefix}recipient`]
  const idOf = (of: RecipientKind) => (kind === of ? choiceId(values[`${prefix}${of}`]) : null)
  const services = kind === 'services' ? listOf(values[`${prefix}services`]).map(toService) : []
  return {
    [`${prefix}person_id`]: idOf('person'),
    [`${prefix}team_id`]: idOf('team'),
    [`${prefix}playbook_id`]: idOf('playbook'),
    [`${prefix}custom_services`]: services.length > 0 ? services : null,
  }
}

function toService({ name, via, connection, url, filter, properties }: Readonly<Record<string, unknown>>): RowValues {
  const given = keyValuesOf(properties)
  const called = textOf(name)
  const by = via === 'address' ? { url: textOf(url) } : { connection: choiceId(connection) ?? '' }
  const condition = textOf(filter)
  return {
    name: called,
    ...by,
    ...(condition !== '' && { filter: condition }),
    ...(Object.keys(given).length > 0 && { properties: given }),
  }
}

/** A list of names and values as a map; the last of equal names counts. */
const keyValuesOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    listOf(value).flatMap(({ name, value: text }) => {
      const key = textOf(name)
      return key === '' ? [] : [[key, typeof text === 'string' ? text : '']]
    })
  )

/** The selected events of each kind. Events that this console does not know stay in `others`. */
function eventValues(events: readonly string[]): RowValues {
  const groups = eventGroups.map(({ kind, states }) => [
    kind,
    states.filter((state) => events.includes(`${kind}.${state}`)),
  ])
  return {
    ...(Object.fromEntries(groups) as RowValues),
    others: events.filter((event) => !notificationEvents.includes(event)),
  }
}

function eventColumn(value: unknown): string[] {
  const events = isRecord(value) ? value : {}
  const selected = (kind: string) => (Array.isArray(events[kind]) ? (events[kind] as string[]) : [])
  return [
    ...eventGroups.flatMap(({ kind }) => selected(kind).map((state) => `${kind}.${state}`)),
    ...selected('others'),
  ]
}

/** The fields of the form of a rule. */
export function toRuleValues(row: FullNotificationRule): RowValues {
  return {
    name: row.name,
    namespace: row.namespace ?? '',
    events: eventValues(row.events),
    filter: row.filter ?? '',
    ...recipientValues(row, ''),
    title: row.title ?? '',
    template: row.template ?? '',
    repeat_interval: row.repeat_interval ?? '',
    wait_for: durationOf(row.wait_for),
    wait_for_eval_period: durationOf(row.wait_for_eval_period),
    group_by: (row.group_by ?? []).join(', '),
    group_by_interval: durationOf(row.group_by_interval),
    inhibitions: listOf(row.inhibitions).map(({ direction, soft, depth, from, to }) => ({
      direction: textOf(direction) || 'outgoing',
      soft: soft === true,
      depth: typeof depth === 'number' ? depth : null,
      from: textOf(from),
      to: Array.isArray(to) ? to.join(', ') : '',
    })),
    ...recipientValues(row, 'fallback_'),
    fallback_delay: durationOf(row.fallback_delay),
    properties: toKeyValues(row.properties),
  }
}

/** The columns of a rule. */
export function toRuleRow(values: RowValues): RowValues {
  const groupBy = wordsOf(values['group_by'])
  const inhibitions = listOf(values['inhibitions']).map(({ direction, soft, depth, from, to }) => ({
    direction,
    ...(soft === true && { soft }),
    ...(typeof depth === 'number' && { depth }),
    from: textOf(from),
    to: wordsOf(to),
  }))
  const properties = keyValuesOf(values['properties'])
  return {
    name: textOf(values['name']),
    namespace: nullable(values['namespace']),
    events: eventColumn(values['events']),
    filter: nullable(values['filter']),
    ...recipientColumns(values, ''),
    title: nullable(values['title']),
    template: nullable(values['template']),
    repeat_interval: nullable(values['repeat_interval']),
    wait_for: nanosecondsOf(values['wait_for']),
    wait_for_eval_period: nanosecondsOf(values['wait_for_eval_period']),
    group_by: groupBy.length > 0 ? groupBy : null,
    group_by_interval: nanosecondsOf(values['group_by_interval']),
    inhibitions: inhibitions.length > 0 ? inhibitions : null,
    ...recipientColumns(values, 'fallback_'),
    fallback_delay: nanosecondsOf(values['fallback_delay']),
    properties: Object.keys(properties).length > 0 ? properties : null,
  }
}

/** Why the columns of a rule cannot be stored, as a sentence. The fields report all other errors. */
export const findEventError = (events: unknown): string | undefined =>
  eventColumn(events).length === 0 ? 'Select at least one event.' : undefined

import type { FullNotificationRule, NotificationRule } from '@/api/notifications/rules'
import type { RowValues } from '@/api/settings/settings-table'
import { isRecord } from '@/shared/document/value'
import { formatNames } from '@/shared/format'
import {
  compact,
  findReference,
  keepNamespace,
  readDuration,
  readList,
  readObject,
  readText,
  readTextMap,
  readTexts,
  requireMembers,
  writeReference,
} from '../manifest-parts'
import { defineManifestForm } from '../resource'
import { durationOf, recipientKind, toRuleRow, toRuleValues } from './rule-values'

const members = [
  'events',
  'title',
  'template',
  'filter',
  'repeatInterval',
  'to',
  'fallback',
  'waitFor',
  'waitForEvalPeriod',
  'groupBy',
  'groupByInterval',
  'inhibit',
  'inhibitions',
]

/** The kinds of recipients that are rows, which are also members of the manifest. */
const rowKinds = ['person', 'team', 'playbook'] as const
const recipientMembers = [...rowKinds, 'email', 'connection', 'url']

/** An email address as the recipient. The host `system` stands for the mail server of the installation. */
const MAIL = 'smtp://system/?To='

const NANOSECONDS = 1e6

const toNanoseconds = (value: unknown, at: string) => {
  const ms = readDuration(value, at)
  return ms === undefined ? null : ms * NANOSECONDS
}

type Recipient = {
  person_id?: string
  team_id?: string
  playbook_id?: string
  custom_services?: RowValues[]
}

async function readRecipient(value: unknown, at: string, name: string): Promise<Recipient> {
  const to = readObject(value, at)
  const given = recipientMembers.filter((member) => readText(to[member], `${at}.${member}`) !== undefined)
  const [kind, ...others] = given
  if (kind === undefined) throw new Error(`${at} names no recipient.`)
  if (others.length > 0) throw new Error(`${at} names several recipients: ${formatNames(given)}. Keep one.`)
  const text = String(to[kind])
  const row = rowKinds.find((one) => one === kind)
  if (row) return { [`${row}_id`]: (await findReference(row, text)).id }
  return { custom_services: [{ name, ...(await readService(kind, text)) }] }
}

async function readService(kind: string, text: string): Promise<RowValues> {
  if (kind === 'url') return { url: text }
  if (kind === 'email') return { url: `${MAIL}${text}` }
  const { namespace, name } = await findReference('connection', text)
  return { connection: `connection://${namespace ?? 'default'}/${name}` }
}

const readInhibition = (value: unknown, at: string): RowValues => {
  const entry = readObject(value, at)
  requireMembers(entry, ['direction', 'soft', 'depth', 'from', 'to'], at)
  const { direction, soft, depth } = entry
  return {
    direction: readText(direction, `${at}.direction`) ?? 'outgoing',
    soft: soft === true,
    ...(typeof depth === 'number' && { depth }),
    from: readText(entry['from'], `${at}.from`) ?? '',
    to: readTexts(entry['to'], `${at}.to`),
  }
}

/** The properties of a recipient, and its other members. */
const readProperties = (value: unknown, at: string, more: readonly string[] = []) => {
  const recipient = readObject(value, at)
  requireMembers(recipient, [...recipientMembers, 'properties', ...more], at)
  return readTextMap(recipient['properties'], `${at}.properties`)
}

/** The recipient as the manifest names it. A rule with several services, or with conditions of one, has no manifest. */
async function writeRecipient(row: FullNotificationRule, prefix: '' | 'fallback_'): Promise<RowValues | undefined> {
  const kind = recipientKind(row, prefix)
  if (kind === undefined) return undefined
  if (kind !== 'services') return { [kind]: await writeReference(kind, row[`${prefix}${kind}_id`] ?? '') }
  const services = row[`${prefix}custom_services`]
  const [service, ...others] = Array.isArray(services) ? services.filter(isRecord) : []
  if (others.length > 0) throw new Error('A manifest has one recipient only.')
  if (service?.['filter']) throw new Error('A manifest cannot have the filter of a service.')
  const { url, connection, properties } = service ?? {}
  const address = typeof url === 'string' ? url : ''
  const to = connection
    ? { connection }
    : address.startsWith(MAIL)
      ? { email: address.slice(MAIL.length) }
      : { url: address }
  return { ...to, ...(isRecord(properties) && Object.keys(properties).length > 0 && { properties }) }
}

/** Manifests of the kind `Notification`. */
export default defineManifestForm<NotificationRule, FullNotificationRule>({
  async toColumns({ name, namespace, spec }) {
    requireMembers(spec, members, 'spec')
    const events = readTexts(spec['events'], 'spec.events')
    const fallback = spec['fallback'] ?? undefined
    const properties = readProperties(spec['to'], 'spec.to')
    const spare = readProperties(fallback, 'spec.fallback', ['delay'])
    const to = await readRecipient(spec['to'], 'spec.to', name)
    const reserve = fallback === undefined ? {} : await readRecipient(fallback, 'spec.fallback', name)
    if (Object.keys(spare).length > 0 && !reserve.custom_services)
      throw new Error('spec.fallback.properties cannot be saved for this recipient.')
    const columns = toRuleRow(
      toRuleValues({
        id: '',
        name,
        namespace: namespace ?? null,
        events,
        filter: readText(spec['filter'], 'spec.filter'),
        title: readText(spec['title'], 'spec.title'),
        template: readText(spec['template'], 'spec.template'),
        ...to,
        properties,
        repeat_interval: readDuration(spec['repeatInterval'], 'spec.repeatInterval')
          ? readText(spec['repeatInterval'], 'spec.repeatInterval')
          : undefined,
        wait_for: toNanoseconds(spec['waitFor'], 'spec.waitFor'),
        wait_for_eval_period: toNanoseconds(spec['waitForEvalPeriod'], 'spec.waitForEvalPeriod'),
        group_by: readTexts(spec['groupBy'], 'spec.groupBy'),
        group_by_interval: toNanoseconds(spec['groupByInterval'], 'spec.groupByInterval'),
        inhibitions: readList(spec['inhibit'] ?? spec['inhibitions'], 'spec.inhibit').map((one, index) =>
          readInhibition(one, `spec.inhibit[${index}]`)
        ),
        fallback_person_id: reserve.person_id,
        fallback_team_id: reserve.team_id,
        fallback_playbook_id: reserve.playbook_id,
        fallback_custom_services: reserve.custom_services?.map((one) => ({ ...one, properties: spare })),
        fallback_delay: toNanoseconds(readObject(fallback, 'spec.fallback')['delay'], 'spec.fallback.delay'),
      })
    )
    if (events.length === 0) throw new Error('spec.events is empty. Name at least one event.')
    return columns
  },
  toStored: (row) => toRuleRow(toRuleValues(row)),
  toChange: keepNamespace,
  async toSpec(row) {
    const { delay, ...fallback } = {
      ...(await writeRecipient(row, 'fallback_')),
      delay: durationOf(row.fallback_delay),
    }
    const { properties, ...to } = (await writeRecipient(row, '')) ?? {}
    return {
      spec: compact({
        events: row.events,
        title: row.title,
        template: row.template,
        filter: row.filter,
        to: { ...to, ...compact({ properties: { ...row.properties, ...(isRecord(properties) && properties) } }) },
        repeatInterval: row.repeat_interval,
        waitFor: durationOf(row.wait_for),
        waitForEvalPeriod: durationOf(row.wait_for_eval_period),
        groupBy: row.group_by,
        groupByInterval: durationOf(row.group_by_interval),
        inhibit: row.inhibitions,
        fallback: Object.keys(fallback).length > 0 ? { ...fallback, ...compact({ delay }) } : undefined,
      }),
    }
  },
})

import { capital, formatAge } from '@/shared/format'
import { resourcePath } from '../../../src/shared/routing/registry'
import { fillIn, TemplateError, type TemplateEnv } from '../../platform/expression/template'
import type { ResourceKind } from '../../platform/selection/find-resource'
import type { NotificationEvent } from '../event'
import { type Rule, RuleError } from './rule'

/** A resource of a grouped message. */
export type GroupMember = { id: string; kind: ResourceKind; name: string; type: string; health: string }

export type MessageOptions = {
  /** The address of the console, without a path: `https://console.example.org`. */
  siteUrl: string
  now: Date
  /** The other resources of the same message. */
  members?: readonly GroupMember[]
  /** The number of changes of health within the last hour, for a resource that keeps changing. */
  changesInHour?: number | undefined
  /** For a resource that kept changing: how long its health has not changed. */
  stableForMinutes?: number | undefined
  /** How a value is written for the receiver, so that it is text there: no mention, no link. */
  escapeValue?: ((value: string) => string) | undefined
}

/** The text of a message: Markdown, in which values are text. */
export type MessageText = { title: string; message: string }

const MOST_CHARACTERS = 50_000
const MOST_LISTED = 50

/**
 * Fills in the templates of a rule for an event. A rule without templates gets a text that names the resource, its state,
 * the reason, and the time since when. Absent values are empty.
 * @throws {RuleError} when a template cannot be filled in. The message is for users.
 */
export function renderMessage(
  rule: Pick<Rule, 'title' | 'template'>,
  event: NotificationEvent,
  options: MessageOptions
): MessageText {
  const links = createLinks(event, options.siteUrl)
  const env = { ...event.env, ...links }
  const { escapeValue = (value: string) => value } = options
  const title =
    rule.title === undefined ? escapeValue(composeTitle(event)) : fill('title', rule.title, env, escapeValue)
  const body =
    rule.template === undefined
      ? escapeValue(composeBody(event, options.now))
      : fill('template', rule.template, env, escapeValue)
  const parts = [
    body.trim(),
    ...describeMembers(options.members).map(escapeValue),
    ...describeFlapping(options),
    ...(rule.template === undefined ? [listLinks(links)] : []),
  ]
  const more = options.members?.length ?? 0
  return {
    title: shortenTo(`${title.replace(/\s+/g, ' ').trim()}${more > 0 ? ` (and ${more} more)` : ''}`, 500),
    message: shortenTo(parts.filter(Boolean).join('\n\n'), MOST_CHARACTERS),
  }
}

const shortenTo = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

function fill(what: 'title' | 'template', template: string, env: TemplateEnv, as: (value: string) => string): string {
  try {
    return fillIn(template, env, { absent: '', as })
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    throw new RuleError(`The ${what} cannot be filled in: ${error.message}`, what)
  }
}

type Links = { permalink: string; silenceURL: string }

/** Addresses in the console; empty if there is no page. */
function createLinks({ resource, env }: NotificationEvent, siteUrl: string): Links {
  const incident = idOf(env['incident'])
  const path = resource ? resourcePath(resource.kind, resource.id) : incident && resourcePath('incident', incident)
  return {
    permalink: path ? siteUrl + path : '',
    silenceURL: resource ? `${siteUrl}/notifications/silences/add?${resource.kind}_id=${resource.id}` : '',
  }
}

const idOf = (value: unknown): string | undefined => textAt(value, 'id')

function textAt(value: unknown, name: string): string | undefined {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}

const listLinks = ({ permalink, silenceURL }: Links) =>
  [permalink && `Open: ${permalink}`, silenceURL && `Silence: ${silenceURL}`].filter(Boolean).join('\n')

const describeFlapping = ({ changesInHour, stableForMinutes }: MessageOptions): string[] => [
  ...(changesInHour === undefined ? [] : [`Flapping: ${changesInHour} changes in the last hour.`]),
  ...(stableForMinutes === undefined ? [] : [`Stable again: no change for ${stableForMinutes} minutes.`]),
]

function describeMembers(members: readonly GroupMember[] = []): string[] {
  if (members.length === 0) return []
  const listed = members
    .slice(0, MOST_LISTED)
    .map(({ name, type, health }) => `- ${name}${type ? ` (${type})` : ''}${health ? `: ${health}` : ''}`)
  const left = members.length - listed.length
  return [['Also affected:', ...listed, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n')]
}

/** A check passes or fails; other resources have a health. */
function composeTitle(event: NotificationEvent): string {
  const { name, resource, env } = event
  const [group, ...parts] = name.split('.')
  const state = parts.join('.')
  if (group === 'incident') return composeIncidentTitle(state, env)
  if (group === 'playbook') return composePlaybookTitle(state, env)
  if (!resource) return name
  const { name: resourceName, type } = resource.selectable
  const subject = group === 'config' && type ? `${type} ${resourceName}` : resourceName
  return `${subject} ${predicates[name] ?? predicates[`config.${state}`] ?? `is ${state}`}`
}

const predicates: Readonly<Record<string, string>> = {
  'check.failed': 'is failing',
  'check.passed': 'is passing',
  'config.created': 'was created',
  'config.updated': 'was updated',
  'config.changed': 'has changed',
  'config.deleted': 'was deleted',
  'config.warning': 'has a warning',
  'config.unknown': 'has an unknown health',
}

const incidentTitles: Readonly<Record<string, string>> = {
  created: 'Incident opened',
  'comment.added': 'New comment on an incident',
  'responder.added': 'Responder added to an incident',
  'responder.removed': 'Responder removed from an incident',
  'dod.added': 'Condition added to an incident',
  'dod.removed': 'Condition removed from an incident',
  'dod.passed': 'Condition of an incident met',
  'dod.regressed': 'Condition of an incident no longer met',
}

function composeIncidentTitle(state: string, env: TemplateEnv): string {
  const status = state.replace(/^status\./, '')
  const what = incidentTitles[state] ?? `Incident ${status === 'open' ? 'reopened' : status}`
  return `${what}: ${textAt(env['incident'], 'title') ?? ''}`
}

function composePlaybookTitle(state: string, env: TemplateEnv): string {
  const playbook = textAt(env['playbook'], 'title') ?? textAt(env['playbook'], 'name') ?? 'a playbook'
  if (state !== 'approval.inserted') return `Approvers of ${playbook} changed`
  const approver = textAt(env['approval'], 'approver')
  return `Run of ${playbook} approved${approver ? ` by ${approver}` : ''}`
}

function composeBody(event: NotificationEvent, now: Date): string {
  const { resource, reason, since = event.createdAt, env } = event
  if (!resource) {
    const { comment, incident } = env
    return [
      textAt(comment, 'comment') ?? textAt(env['evidence'], 'description') ?? textAt(incident, 'description'),
      line('Severity', textAt(incident, 'severity')),
      line('Status', textAt(incident, 'status')),
    ]
      .filter(Boolean)
      .join('\n')
  }
  const { namespace, type, labels, agent } = resource.selectable
  const canary = env['canary']
  const isAbsence = event.name.endsWith('.deleted')
  const state = event.name.split('.').at(-1)
  return [
    ...(reason && state !== 'passed' && state !== 'healthy' ? [reason, ''] : []),
    line('Type', type),
    line('Canary', textAt(canary, 'name')),
    line('Namespace', namespace),
    line('Agent', agent.name === 'local' ? undefined : agent.name),
    line(
      'Labels',
      Object.entries(labels)
        .slice(0, 10)
        .map(([name, value]) => `${name}=${value}`)
        .join(', ')
    ),
    !isAbsence
      ? `Since: ${since
          .toISOString()
          .replace('T', ' ')
          .replace(/\.\d+Z$/, ' UTC')} (${formatAge(now.getTime() - since.getTime())})`
      : undefined,
  ]
    .filter((one) => one !== undefined)
    .join('\n')
}

const line = (name: string, value: string | null | undefined): string | undefined =>
  value ? `${capital(name)}: ${value}` : undefined

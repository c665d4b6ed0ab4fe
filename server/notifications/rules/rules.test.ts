import { expect, test } from 'vitest'
import { evaluateHere } from '@tests/helpers/evaluate-here'
import type { Evaluate } from '../../platform/expression/evaluator'
import type { Resource, ResourceKind } from '../../platform/selection/find-resource'
import type { NotificationEvent } from '../event'
import { EvaluationDelayedError, matchesRule } from './matching'
import { renderMessage } from './message-text'
import { parseRule, RuleError } from './rule'

const ID = '00000000-0000-4000-8000-000000000041'
const now = new Date('2026-01-02T03:16:05Z')
const since = new Date('2026-01-02T03:04:05Z')

function eventAbout(name: string, kind: ResourceKind, env: Record<string, unknown>, more = {}): NotificationEvent {
  const labels = (env['labels'] ?? {}) as Record<string, string>
  const resource: Resource = {
    kind,
    id: ID,
    selectable: {
      id: ID,
      name: String(env['name']),
      namespace: 'shop',
      type: String(env['type'] ?? ''),
      status: null,
      health: null,
      agent: { id: ID, name: 'local' },
      labels,
      tags: {},
      properties: {},
      scope: [],
      isDeleted: false,
    },
    env: { id: ID, ...env },
  }
  return {
    name,
    createdAt: since,
    properties: {},
    resource,
    ancestorIds: [],
    canaryId: undefined,
    since,
    env: { [kind]: resource.env, event: { name } },
    ...more,
  }
}

const failed = eventAbout(
  'check.failed',
  'check',
  { name: 'homepage', type: 'http', labels: { tier: 'gold' }, description: null, spec: {} },
  { reason: 'response code 503, expected 200' }
)

test('parses durations, recipients and inhibitions of a rule', () => {
  const rule = parseRule({
    id: ID,
    events: ['config.unhealthy'],
    repeat_interval: '4h',
    wait_for: 120_000_000_000,
    group_by: ['type'],
    custom_services: [{ connection: 'connection://default/chat', properties: { channel: '#a' } }],
    fallback_person_id: ID,
    fallback_delay: 600_000_000_000,
    inhibitions: [{ from: 'Kubernetes::Deployment', to: ['Kubernetes::Pod'], depth: 2 }],
  })
  expect(rule).toMatchObject({
    repeatIntervalMs: 4 * 3_600_000,
    waitForMs: 120_000,
    evaluationPeriodMs: undefined,
    recipient: { kind: 'services', services: [{ name: '', connection: 'connection://default/chat' }] },
    fallback: { recipient: { kind: 'person', id: ID }, delayMs: 600_000 },
    inhibitions: [{ direction: 'outgoing', isSoft: false, depth: 2 }],
  })
})

test.each([
  [{ events: ['check.failed'], repeat_interval: 'often' }, 'The repeat interval "often" is not a duration such as 4h.'],
  [{ events: 'check.failed' }, 'The rule is invalid: '],
  [{ events: [], inhibitions: [{ from: 'A', to: 'B' }] }, 'The rule is invalid: '],
])('refuses %j', (row, message) => {
  expect(() => parseRule(row)).toThrow(RuleError)
  expect(() => parseRule(row)).toThrow(message)
})

const matches = (filter: string | undefined, event = failed, events = [event.name]) =>
  matchesRule({ id: ID, events, filter }, event, evaluateHere)

test.each([
  [undefined, true],
  ["check.labels.tier == 'gold'", true],
  ["check.labels.tier == 'silver'", false],
  // The event has neither.
  ["check.labels.team == 'shop'", false],
  ["config.type == 'Kubernetes::Pod'", false],
  ['check.description == "a" || check.spec.nope', false],
])('matches an event with the filter %s: %s', async (filter, isMatch) => {
  expect(await matches(filter)).toEqual({ isMatch })
})

test('matches only its events', async () => {
  expect(await matches(undefined, failed, ['check.passed'])).toEqual({ isMatch: false })
})

test.each([
  ['check.name ==', 'The filter check.name == cannot be evaluated: Unexpected token'],
  ['chek.name == "a"', 'cannot be evaluated: Unknown variable: chek'],
  ['check.nam == "a"', 'cannot be evaluated: No such key: nam'],
  ['check.name', 'returns homepage, not true or false.'],
  ['k8s.getHealth(check) == "x"', 'which the embedded backend does not support.'],
])('reports the filter %s', async (filter, error) => {
  expect(await matches(filter)).toEqual({ isMatch: false, error: expect.stringContaining(error) })
})

const busy: Evaluate = async () => ({ kind: 'undecided', message: 'expressions now', isTemporary: true })

test('does not report a filter that was not evaluated because the rule has used its time', async () => {
  const rule = { id: ID, events: ['check.failed'], filter: 'true' }
  await expect(matchesRule(rule, failed, busy)).rejects.toThrow(EvaluationDelayedError)
})

const options = { siteUrl: 'https://console.example', now }
const render = (event: NotificationEvent, rule = {}, more = {}) =>
  renderMessage({ title: undefined, template: undefined, ...rule }, event, { ...options, ...more })

test('says what failed, why and since when, with links', () => {
  expect(render(failed)).toEqual({
    title: 'homepage is failing',
    message: [
      'response code 503, expected 200',
      '',
      'Type: http',
      'Namespace: shop',
      'Labels: tier=gold',
      'Since: 2026-01-02 03:04:05 UTC (12m)',
      '',
      `Open: https://console.example/health?checkId=${ID}&timeRange=1h`,
      `Silence: https://console.example/notifications/silences/add?check_id=${ID}`,
    ].join('\n'),
  })
})

test.each([
  ['check.passed', 'check', 'homepage is passing'],
  ['config.unhealthy', 'config', 'http homepage is unhealthy'],
  ['config.deleted', 'config', 'http homepage was deleted'],
  ['component.warning', 'component', 'homepage has a warning'],
] as const)('names the state of %s', (name, kind, title) => {
  expect(render(eventAbout(name, kind, { name: 'homepage', type: 'http' })).title).toBe(title)
})

test.each([
  ['incident.created', {}, 'Incident opened: Checkout is slow'],
  ['incident.status.resolved', {}, 'Incident resolved: Checkout is slow'],
  ['incident.comment.added', { comment: { comment: 'Looking' } }, 'New comment on an incident: Checkout is slow'],
  [
    'playbook.approval.inserted',
    { approval: { approver: 'Ada' }, playbook: { title: 'Restart' } },
    'Run of Restart approved by Ada',
  ],
])('has a title for %s', (name, env, title) => {
  const event = {
    ...failed,
    name,
    resource: undefined,
    env: { incident: { id: ID, title: 'Checkout is slow' }, ...env },
  }
  expect(render(event).title).toBe(title)
})

test('fills in templates, with nothing for absent values', () => {
  const rule = { title: '{{.check.name}} fails', template: '[{{.check.description}}] {{.permalink}} {{.silenceURL}}' }
  expect(render(failed, rule)).toEqual({
    title: 'homepage fails',
    message:
      `[] https://console.example/health?checkId=${ID}&timeRange=1h ` +
      `https://console.example/notifications/silences/add?check_id=${ID}`,
  })
})

test('does not fill in templates inside values', () => {
  const event = eventAbout('check.failed', 'check', { name: '{{.check.id}}\n# title' })
  expect(render(event, { title: '{{.check.name}}' }).title).toBe('{{.check.id}} # title')
})

test('reports a template that cannot be filled in', () => {
  expect(() => render(failed, { template: '{{ range .check }}' })).toThrow(
    'The template cannot be filled in: The embedded backend fills in paths only, not {{ range .check }}.'
  )
})

test('lists the other resources of a group, and flapping', () => {
  const member = { id: ID, kind: 'check', name: 'cart', type: 'http', health: 'unhealthy' } as const
  const { title, message } = render(failed, {}, { members: Array.from({ length: 60 }, () => member), changesInHour: 6 })
  expect(title).toBe('homepage is failing (and 60 more)')
  expect(message).toContain('Also affected:\n- cart (http): unhealthy\n')
  expect(message).toContain('- and 10 more')
  expect(message).toContain('Flapping: 6 changes in the last hour.')
})

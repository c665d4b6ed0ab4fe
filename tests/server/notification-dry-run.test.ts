import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { addRule } from '../helpers/notifications'
import { id, organisation } from '../helpers/organisation'

// Dry runs of rules: events, decisions and recipients, without a message.

const db = await testDatabase()
const { as, write } = await consoleApp(db)
const [ADA, BO, TEAM, CLUSTER, POD, COMPONENT, CANARY, CHECK, OTHER] = [
  id(1),
  id(2),
  id(3),
  id(10),
  id(11),
  id(31),
  id(40),
  id(41),
  id(42),
]
const person = (...roles: string[]) => ({ id: ADA, name: 'Ada', email: null, roles })
const SECOND = 1e9
const hook = { name: 'hook', url: 'https://user:secret@hooks.example/secret' }

beforeAll(async () => {
  await db.script(organisation)
  await db.run(sql`
    insert into checks (id, canary_id, type, name, labels, status) values (${OTHER}, ${CANARY}, 'dns', 'resolver', '{}', 'healthy')`)
})
beforeEach(async () => {
  as(person('editor'))
  await db.script(`
    delete from notification_silences; delete from notification_send_history; delete from permissions;
    delete from config_changes; delete from check_statuses; delete from incident_histories`)
})

type Message = {
  event: string
  at: string
  status: string
  reason?: string
  resource: { id: string; name: string; kind: string; type: string | null } | null
  recipient?: { kind: string; id?: string; name: string }
  title?: string
  sentAt?: string
}
type Answer = {
  since: string
  until: string
  events: number
  isPartial: boolean
  partialReason?: string
  counts: Record<string, number>
  messages: Message[]
  error?: string
}

const ask = (rule: object, hours?: number) => write('POST', '/api/notification/_dry_run', { rule, hours })
async function dryRun(rule: object, hours?: number): Promise<Answer> {
  const answer = await ask({ events: ['check.failed'], custom_services: [hook], ...rule }, hours)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Answer
}
const recipients = async (rule: object) => (await dryRun(rule)).messages.map(({ recipient }) => recipient)
const statuses = ({ messages }: Answer) => messages.map(({ status }) => status).toReversed()

/** Runs of a check: minutes ago, and whether it passed. */
const runs = async (check: string, ...list: (readonly [number, boolean | null, string?])[]) => {
  for (const [minutes, status, message = ''] of list)
    await db.run(sql`
      insert into check_statuses (check_id, time, status, duration, message)
      values (${check}, now() - make_interval(mins => ${minutes}), ${status}, 10, ${message})`)
}
const change = (item: string, type: string, minutes: number, source: string | null = null) =>
  db.run(sql`
    insert into config_changes (config_id, change_type, source, created_at)
    values (${item}, ${type}, ${source}, now() - make_interval(mins => ${minutes}))`)
const recordMessage = (event: string, resource: string, minutes: number, properties: object = {}) =>
  db.run(sql`
    insert into notification_send_history (notification_id, body, status, source_event, resource_id, payload, created_at)
    select ${id(70)}, '', 'sent', ${event}, ${resource}, jsonb_build_object(
      'event_created_at', to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'properties', ${JSON.stringify({ id: resource, ...properties })}::text), at
    from (select now() - make_interval(mins => ${minutes}) as at) as moment`)

test('finds the failures of a check in its runs, and names the resource and the recipient', async () => {
  await runs(
    CHECK,
    [1500, false],
    [60, false],
    [50, true],
    [40, false, 'code=503'],
    [30, false],
    [20, true],
    [10, true]
  )
  const answer = await dryRun({})
  expect(answer).toMatchObject({ events: 1, isPartial: false, counts: { sent: 1, filtered: 0, silenced: 0 } })
  expect(Date.parse(answer.until) - Date.parse(answer.since)).toBe(24 * 3_600_000)
  expect(answer.messages).toEqual([
    {
      event: 'check.failed',
      at: expect.any(String),
      status: 'sent',
      resource: { id: CHECK, name: 'homepage', kind: 'check', type: 'http' },
      recipient: { kind: 'address', name: 'hook' },
      title: 'homepage is failing',
    },
  ])
  expect(Date.now() - Date.parse(answer.messages[0]?.at ?? '')).toBeGreaterThan(39 * 60_000)
  expect(JSON.stringify(answer)).not.toContain('secret')
  // Without an earlier run, the first one is an event.
  expect(await dryRun({}, 168)).toMatchObject({ events: 2 })
})

test('evaluates filters and templates with the state and the result at the time of the event', async () => {
  await runs(CHECK, [50, true], [40, false, 'code=503'], [20, true])
  const templates = { title: '{{ .check.status }} {{ .status.message }}' }
  expect((await dryRun({ ...templates, filter: "check.status == 'unhealthy'" })).messages).toMatchObject([
    { status: 'sent', title: 'unhealthy code=503' },
  ])
  expect(await dryRun({ filter: "check.name == 'other'" })).toMatchObject({
    events: 1,
    counts: { filtered: 1, sent: 0 },
    messages: [],
  })
})

test('holds back repetitions within the repeat interval', async () => {
  await runs(CHECK, [300, true], [290, false], [280, true], [270, false], [100, true], [90, false])
  const answer = await dryRun({ repeat_interval: '2h' })
  expect(statuses(answer)).toEqual(['sent', 'repeat-interval', 'sent'])
  expect(answer.messages[1]?.reason).toBe('Repeats the message from 20m earlier, within the repeat interval.')
  expect(answer.counts).toMatchObject({ sent: 2, 'repeat-interval': 1 })
  expect(statuses(await dryRun({}))).toEqual(['sent', 'sent', 'sent'])
})

test('applies the silences of the time of the event', async () => {
  await runs(CHECK, [50, true], [40, false], [30, true], [20, false])
  await db.run(sql`
    insert into notification_silences (name, check_id, "from", until, created_at)
    values ('deploying', ${CHECK}, now() - interval '45 minutes', now() - interval '35 minutes', now() - interval '1 hour')`)
  const answer = await dryRun({})
  expect(statuses(answer)).toEqual(['silenced', 'sent'])
  expect(answer.messages[1]).toMatchObject({ reason: 'Silenced by deploying.' })
  // A silence that was ended later was active then.
  await db.run(sql`update notification_silences set until = null, deleted_at = now() - interval '25 minutes'`)
  expect(statuses(await dryRun({}))).toEqual(['silenced', 'sent'])
})

test('skips the message about a check that recovers during the wait', async () => {
  await runs(CHECK, [60, true], [50, false], [48, true], [40, false], [10, true], [2, false])
  const answer = await dryRun({ wait_for: 300 * SECOND })
  expect(statuses(answer)).toEqual(['skipped', 'sent', 'pending'])
  expect(answer.messages[2]?.reason).toBe('Not sent, because the health of homepage is healthy now.')
  const [, sent] = answer.messages
  expect(Date.parse(sent?.sentAt ?? '') - Date.parse(sent?.at ?? '')).toBe(300_000)
  expect(statuses(await dryRun({ wait_for: 300 * SECOND, wait_for_eval_period: 1800 * SECOND }))).toEqual([
    'skipped',
    'skipped',
    'pending',
  ])
})

test('adds an event to the message about the same event that still waits', async () => {
  await runs(CHECK, [60, true], [50, false], [49, true], [48, false])
  const answer = await dryRun({ wait_for: 600 * SECOND })
  expect(statuses(answer)).toEqual(['sent', 'grouped'])
  expect(answer.messages[0]?.reason).toBe('Part of the message that has waited for 2m.')
})

test('groups the events of several resources', async () => {
  await runs(CHECK, [60, true], [50, false])
  await runs(OTHER, [60, true], [45, false])
  const answer = await dryRun({ group_by: ['status_reason'], group_by_interval: 3600 * SECOND })
  expect(statuses(answer)).toEqual(['sent', 'grouped'])
  expect(answer.messages[0]?.reason).toBe('Part of the message about homepage.')
  expect(statuses(await dryRun({ group_by: ['type'] }))).toEqual(['sent', 'sent'])
})

test('sends the message of a group if another member is still unhealthy after the wait', async () => {
  await runs(CHECK, [60, true], [50, false], [48, true])
  await runs(OTHER, [60, true], [49, false])
  const group = { group_by: ['status_reason'], group_by_interval: 3600 * SECOND, wait_for: 300 * SECOND }
  expect(statuses(await dryRun(group))).toEqual(['sent', 'grouped'])
})

test('finds the health of config items in recorded messages, with the gap named, and applies inhibitions', async () => {
  await db.script(`
    update config_items set type = 'Kubernetes::Cluster' where id = '${CLUSTER}';
    update config_items set type = 'Kubernetes::Pod' where id = '${POD}';
    insert into config_relationships (config_id, related_id, relation) values ('${CLUSTER}', '${POD}', 'hard')
    on conflict do nothing`)
  await recordMessage('config.unhealthy', CLUSTER, 50)
  await recordMessage('config.unhealthy', POD, 49, { description: 'CrashLoopBackOff' })
  const rule = {
    events: ['config.unhealthy'],
    repeat_interval: '1h',
    inhibitions: [{ direction: 'outgoing', from: 'Kubernetes::Cluster', to: ['Kubernetes::Pod'], depth: 3 }],
    title: '{{ .config.name }} {{ .config.health }}: {{ .config.description }}',
  }
  const answer = await dryRun(rule)
  expect(statuses(answer)).toEqual(['sent', 'inhibited'])
  expect(answer.messages[0]).toMatchObject({
    reason: 'Inhibited by the message about cluster.',
    title: 'api unhealthy: CrashLoopBackOff',
  })
  expect(answer).toMatchObject({
    isPartial: true,
    partialReason: 'Only events that a rule recorded a message about are known for config.unhealthy.',
  })
  expect(statuses(await dryRun({ ...rule, inhibitions: null }))).toEqual(['sent', 'sent'])
})

test('counts an event once that several rules have recorded', async () => {
  await recordMessage('component.unhealthy', COMPONENT, 30)
  const rule = await addRule(db, { events: ['component.unhealthy'] })
  await db.run(sql`
    insert into notification_send_history (notification_id, body, status, source_event, resource_id, payload, created_at)
    select ${rule}, '', 'error', source_event, resource_id, payload, created_at from notification_send_history`)
  expect(await dryRun({ events: ['component.unhealthy'] })).toMatchObject({ events: 1 })
})

test('finds changes of config items and what happened to incidents', async () => {
  await change(POD, 'diff', 30)
  await change(POD, 'Deployed', 20)
  await change(POD, 'NotificationSent', 10, 'notification')
  await db.run(sql`update incidents set status = 'mitigated' where id = ${id(50)}`)
  const events = [
    'config.updated',
    'config.changed',
    'incident.created',
    'incident.status.mitigated',
    'incident.comment.added',
    'incident.responder.added',
  ]
  const answer = await dryRun({ events, person_id: BO, custom_services: null })
  expect(answer).toMatchObject({ events: 6, isPartial: false })
  expect(answer.messages.map(({ event }) => event).toSorted()).toEqual(events.toSorted())
  expect(answer.messages.find(({ event }) => event === 'incident.status.mitigated')).toMatchObject({
    status: 'sent',
    title: 'Incident mitigated: Checkout is slow',
    resource: { id: id(50), name: 'Checkout is slow', kind: 'incident' },
    recipient: { kind: 'person', id: BO, name: 'Bo' },
  })
  await db.run(sql`update incidents set status = 'open' where id = ${id(50)}`)
})

test('skips the messages over the limit of 50 within four hours', async () => {
  for (let minute = 65; minute > 0; minute -= 1) await change(POD, 'diff', minute)
  const answer = await dryRun({ events: ['config.updated'] })
  expect(answer).toMatchObject({ events: 65, counts: { sent: 50, skipped: 15 } })
  expect(answer.messages[0]?.reason).toBe(
    'Not sent, because the rule has sent 50 messages within four hours, which is its limit.'
  )
})

test('holds back messages about a flapping check, as the engine does', async () => {
  for (let minute = 20; minute > 0; minute -= 1) await runs(CHECK, [minute, minute % 2 === 0])
  const answer = await dryRun({})
  expect(answer).toMatchObject({ events: 10, counts: { sent: 4, 'repeat-interval': 6 } })
  expect(answer.messages[0]?.reason).toBe('Flapping: the health changed at least 6 times within an hour.')
})

test('names each service whose filter is true, a team, a playbook and a connection', async () => {
  await runs(CHECK, [60, true], [50, false])
  await db.run(sql`
    insert into connections (id, name, namespace, type, url) values (${id(98)}, 'pager', 'default', 'slack', 'secret')
    on conflict do nothing`)
  const services = [
    { connection: 'connection://default/pager' },
    { name: 'dns', url: 'https://x.example', filter: "check.type == 'dns'" },
    { url: 'https://hooks.example/T0/secret' },
    { url: 'telegram://secret@telegram?chats=1' },
  ]
  expect(await recipients({ custom_services: services })).toEqual([
    { kind: 'connection', id: id(98), name: 'pager' },
    { kind: 'address', name: 'hooks.example' },
    { kind: 'address', name: 'telegram' },
  ])
  const none = { custom_services: null }
  await db.run(sql`insert into team_members (team_id, person_id) values (${TEAM}, ${BO}) on conflict do nothing`)
  expect(await recipients({ ...none, team_id: TEAM })).toEqual([{ kind: 'team', id: TEAM, name: 'platform' }])
  expect(await recipients({ ...none, playbook_id: id(60) })).toEqual([
    { kind: 'playbook', id: id(60), name: 'Restart' },
  ])
})

test('reports recipients that cannot receive messages, and the fallback recipient', async () => {
  await runs(CHECK, [60, true], [50, false])
  const gone = { custom_services: null, person_id: id(999) }
  expect(await dryRun(gone)).toMatchObject({
    counts: { error: 1, sent: 0 },
    messages: [{ status: 'error', reason: 'The person who receives the messages of the rule was removed.' }],
  })
  expect(await dryRun({ ...gone, fallback_person_id: BO })).toMatchObject({
    messages: [{ status: 'sent', recipient: { name: 'Bo' }, reason: expect.stringContaining('fallback recipient') }],
  })
  expect(await dryRun({ custom_services: null })).toMatchObject({
    error: 'The rule has no recipient, so it sends nothing.',
    messages: [{ status: 'skipped', reason: 'The rule has no recipient.' }],
  })
})

test.each([
  [{ filter: 'check.nme == 1' }, 'check.nme'],
  [{ filter: 'check.name' }, 'not true or false'],
  [{ title: '{{ range .check }}' }, 'The title cannot be filled in'],
  [{ custom_services: [{ ...hook, filter: 'check.nme == 1' }] }, 'The service hook'],
])('reports the error of %j, which would stop the rule', async (columns, words) => {
  await runs(CHECK, [60, true], [50, false], [40, true], [30, false])
  expect(await dryRun(columns)).toMatchObject({ events: 1, error: expect.stringContaining(words) })
})

test.each([
  [
    'an invalid duration',
    { rule: { events: ['check.failed'], repeat_interval: 'often' } },
    'The repeat interval "often" is not a duration',
  ],
  ['a rule without events', { rule: {} }, 'The rule is invalid'],
  ['more than a week', { rule: { events: ['check.failed'] }, hours: 169 }, 'hours'],
  ['no time', { rule: { events: ['check.failed'] }, hours: 0 }, 'hours'],
  ['a long filter', { rule: { events: ['check.failed'], filter: 'x'.repeat(20_001) } }, 'at most 20000 characters'],
  ['no rule', {}, 'rule'],
])('refuses %s with a sentence', async (_what, body, words) => {
  const answer = await write('POST', '/api/notification/_dry_run', body)
  expect([answer.status, await answer.json()]).toEqual([400, { error: expect.stringContaining(words) }])
})

test('stores and sends nothing', async () => {
  await runs(CHECK, [60, true], [50, false])
  await recordMessage('component.unhealthy', COMPONENT, 30)
  await db.run(sql`insert into notification_silences (filter, created_at) values ('check.nme == 1', '2020-01-01')`)
  const tables = await db.query<{ name: string }>(sql`
    select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables`)
  const count = async () => {
    const counts: Record<string, unknown> = {}
    for (const { name } of tables) {
      const [schema = '', table = ''] = name.replaceAll('"', '').split('.')
      const [row] = await db.query(sql`
        select (xpath('/row/hash/text()', query_to_xml(
          format('select md5(coalesce(string_agg(t::text, %L order by t::text), %L)) as hash from %I.%I t',
            ',', '', ${schema}::text, ${table}::text), false, true, '')))[1]::text as hash`)
      counts[name] = row?.['hash']
    }
    return counts
  }
  const before = await count()
  const rule = { group_by: ['type'], repeat_interval: '1h', events: ['check.failed', 'component.unhealthy'] }
  expect(await dryRun(rule)).toMatchObject({ events: 2, counts: { sent: 2 } })
  await dryRun({ filter: 'check.nme == 1', id: id(70) })
  await write('POST', '/api/notification/_preview', { rule: { ...rule, id: id(70) }, event: { name: 'check.failed' } })
  expect(await count()).toEqual(before)
})

test('leaves out what the caller may not read', async () => {
  await runs(CHECK, [60, true], [50, false])
  await change(POD, 'diff', 30)
  await db.run(sql`
    insert into permissions (person_id, object, action, deny) values (${ADA}, 'canaries', 'read', true)`)
  expect(await dryRun({ events: ['check.failed', 'config.updated'] })).toMatchObject({
    events: 1,
    messages: [{ event: 'config.updated' }],
    isPartial: true,
    partialReason: 'Events that you may not read are not included.',
  })
})

test('requires the right to create or to update notifications', async () => {
  const requests = () => [
    ask({ events: ['check.failed'] }),
    write('POST', '/api/notification/_preview', { rule: { events: [] }, event: { name: 'check.failed' } }),
  ]
  for (const role of ['commander', 'responder', 'viewer', 'guest']) {
    as(person(role))
    for (const answer of await Promise.all(requests())) expect(answer.status).toBe(403)
  }
  as(undefined)
  for (const answer of await Promise.all(requests())) expect(answer.status).toBe(401)
  as(person('viewer'))
  await db.run(sql`insert into permissions (person_id, object, action) values (${ADA}, 'notification', 'update')`)
  expect((await ask({ events: ['check.failed'] })).status).toBe(200)
})

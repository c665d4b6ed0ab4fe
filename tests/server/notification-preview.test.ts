import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'

// The message of a rule for a past event, and the past events to choose from.

const db = await testDatabase()
const { as, send, write } = await consoleApp(db)
const [ADA, POD, CHECK, MESSAGE] = [id(1), id(11), id(41), id(101)]
const person = (...roles: string[]) => ({ id: ADA, name: 'Ada', email: null, roles })

beforeAll(async () => {
  await db.script(organisation)
  await db.script(`
    delete from notification_send_history; delete from check_statuses; delete from config_changes;
    update checks set spec = '{"password": "hunter2"}' where id = '${CHECK}';
    insert into check_statuses (check_id, time, status, duration, message) values
      ('${CHECK}', now() - interval '3 hours', true, 10, ''),
      ('${CHECK}', now() - interval '2 hours', false, 10, 'code=503'),
      ('${CHECK}', now() - interval '1 hour', true, 10, 'code=200');
    insert into config_changes (config_id, change_type, created_at) values ('${POD}', 'diff', now() - interval '30 minutes');
    insert into notification_send_history (id, notification_id, body, status, source_event, resource_id, payload, created_at)
    values ('${MESSAGE}', '${id(70)}', '', 'sent', 'config.unhealthy', '${POD}',
      '{"properties": "{\\"id\\":\\"${POD}\\",\\"description\\":\\"OOMKilled\\"}"}', now() - interval '10 minutes')`)
})
beforeEach(async () => {
  as(person('editor'))
  await db.script('delete from permissions')
})

const rule = { events: ['check.failed'], person_id: id(2) }
const ask = (body: object) => write('POST', '/api/notification/_preview', body)
async function preview(columns: object, event: object = { name: 'check.failed' }) {
  const answer = await ask({ rule: { ...rule, ...columns }, event })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Record<string, unknown>
}
const read = async (path: string) => {
  const answer = await send(`/api/notification/${path}`)
  expect(answer.status).toBe(200)
  return answer.json()
}

test('renders the message about the newest event, with its recipients', async () => {
  expect(await preview({ filter: "check.status == 'unhealthy'" })).toEqual({
    event: 'check.failed',
    at: expect.any(String),
    resource: { id: CHECK, name: 'homepage', kind: 'check', type: 'http' },
    title: 'homepage is failing',
    body: expect.stringContaining('code=503'),
    recipients: [{ kind: 'person', id: id(2), name: 'Bo' }],
    isMatch: true,
    filterResult: true,
  })
})

test('renders the message about the event of a message', async () => {
  const templates = { title: '{{ .config.health }}', template: '{{ .config.description }}' }
  expect(await preview({ ...templates, events: ['config.unhealthy'] }, { send_id: MESSAGE })).toMatchObject({
    event: 'config.unhealthy',
    resource: { id: POD, name: 'api', kind: 'config' },
    title: 'unhealthy',
    body: 'OOMKilled',
    isMatch: true,
  })
})

test('renders the message as if the event happened now, for a resource without such an event', async () => {
  expect(await preview({ events: ['config.warning'] }, { name: 'config.warning', resource_id: id(10) })).toMatchObject({
    title: 'Kubernetes::Cluster cluster has a warning',
    isMatch: true,
  })
})

test('says whether the rule is about the event, and the result of its filter', async () => {
  expect(await preview({ events: ['check.passed'] })).toMatchObject({ isMatch: false })
  expect(await preview({ filter: "check.name == 'other'" })).toMatchObject({ isMatch: false, filterResult: false })
})

test.each([
  ['filter', { filter: 'check.nme == 1' }, 'check.nme', { title: 'homepage is failing' }, []],
  [
    'title',
    { title: '{{ range .check }}' },
    'The title cannot be filled in',
    { body: expect.stringContaining('503') },
    ['title'],
  ],
  [
    'template',
    { template: '{{ range .check }}' },
    'The template cannot be filled in',
    { title: 'homepage is failing' },
    ['body'],
  ],
])('reports an error of the %s with the rest of the message', async (field, columns, words, rest, absent) => {
  const shown = await preview(columns)
  expect(shown).toMatchObject({ error: { field, message: expect.stringContaining(words) }, ...rest })
  expect(['title', 'body'].filter((name) => !Object.hasOwn(shown, name))).toEqual(absent)
})

test('explains why nobody would receive the message', async () => {
  expect(await preview({ person_id: null })).toMatchObject({
    recipients: [],
    recipientReason: 'The rule has no recipient.',
  })
})

test.each([
  ['an event that did not happen', { name: 'incident.dod.passed' }, 404, 'within the last 7 days'],
  ['an unknown event', { name: 'check.exploded' }, 404, 'check.exploded'],
  ['a resource that does not exist', { name: 'check.failed', resource_id: id(999) }, 404, 'cannot be read'],
  ['a message that does not exist', { send_id: id(999) }, 404, 'There is no message'],
  ['neither an event nor a message', {}, 400, 'event'],
])('refuses %s with a sentence', async (_what, event, status, words) => {
  const answer = await ask({ rule, event })
  expect([answer.status, await answer.json()]).toEqual([status, { error: expect.stringContaining(words) }])
})

test('lists the newest events, each with its resource', async () => {
  const events = 'check.failed,check.passed,config.updated,config.unhealthy,nonsense'
  const list = await read(`_recent_events?events=${events}`)
  expect(list).toMatchObject([
    { name: 'config.unhealthy', resource: { id: POD, kind: 'config' }, send_id: MESSAGE },
    { name: 'config.updated', resource: { id: POD } },
    { name: 'check.passed', resource: { id: CHECK, name: 'homepage', kind: 'check', type: 'http' } },
    { name: 'check.failed' },
    { name: 'check.passed' },
  ])
  expect(await read(`_recent_events?events=${events}&limit=1`)).toMatchObject([{ name: 'config.unhealthy' }])
  expect(await read('_recent_events')).toEqual([])
})

test('samples events by name with the variables of filters, without secrets', async () => {
  const samples = (await read('events')) as Record<string, { env: object; event: object }[]>
  expect(samples).toMatchObject({
    'check.failed': [
      {
        env: {
          check: { name: 'homepage', status: 'unhealthy' },
          canary: { name: 'web' },
          status: { message: 'code=503' },
          event: { name: 'check.failed' },
          agent: { name: 'local' },
        },
        event: {
          ID: expect.any(String),
          event_id: CHECK,
          name: 'check.failed',
          created_at: expect.any(String),
          properties: { id: CHECK },
          attempts: 0,
          last_attempt: null,
          priority: 0,
        },
      },
    ],
    'config.unhealthy': [{ env: { config: { name: 'api', health: 'unhealthy' } }, event: { ID: MESSAGE } }],
  })
  expect(JSON.stringify(samples)).not.toContain('hunter2')
})

test('leaves out what the caller may not read', async () => {
  await db.run(sql`
    insert into permissions (person_id, object, action, deny) values (${ADA}, 'canaries', 'read', true)`)
  expect(await read('_recent_events?events=check.failed,config.updated')).toMatchObject([{ name: 'config.updated' }])
  expect(Object.keys((await read('events')) as object)).not.toContain('check.failed')
  expect((await ask({ rule, event: { name: 'check.failed', resource_id: CHECK } })).status).toBe(404)
})

test('is closed to those who may not write rules', async () => {
  for (const role of ['commander', 'viewer', 'guest']) {
    as(person(role))
    for (const path of ['_recent_events?events=check.failed', 'events'])
      expect((await send(`/api/notification/${path}`)).status).toBe(403)
  }
})

import { createHmac } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Queryable } from '../../server/data/db/db'
import { toJsonText, sql } from '../../server/data/db/sql'
import { createEventQueue, type EventHandler } from '../../server/platform/jobs/event-queue'
import { createPlaybookEvents } from '../../server/playbooks/triggers/events'
import { createPlaybookSchedules } from '../../server/playbooks/triggers/schedules'
import { createRunSecrets } from '../../server/playbooks/run-secrets'
import { addImpliedRoles } from '../../src/shared/access/policy'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { eventually } from '../helpers/eventually'
import { evaluateHere } from '../helpers/evaluate-here'
import { silentLog } from '../helpers/health'
import { listen } from '../helpers/listen'
import { id, organisation } from '../helpers/organisation'
import { addPerson, addPlaybook, playbookApp, untilRunStatus, startRunner } from '../helpers/playbooks'
import { testKeys } from '../helpers/vault'

// Automatic triggers of playbooks: events, webhooks and schedules.

const db = await testDatabase()
await db.script(organisation)
const [CONFIG, COMPONENT, CHECK] = [id(11), id(31), id(41)]

let clock = Date.now()
const now = () => new Date(clock)
const deps = {
  db,
  log: silentLog,
  now,
  hostname: 'here',
  evaluate: evaluateHere,
  secrets: createRunSecrets(testKeys),
  wake: () => {},
}
const queue = createEventQueue({ ...deps, handlers: [createPlaybookEvents(deps)] })
const schedules = createPlaybookSchedules(deps)
const actions = [{ name: 'it', exec: { script: 'true' } }]

beforeEach(async () => {
  clock = Date.now() + 1000
  await db.script(`
    delete from playbook_approvals where run_id <> '${id(61)}'; delete from playbook_runs where playbook_id <> '${id(60)}'; delete from playbooks where id <> '${id(60)}';
    delete from event_queue; delete from job_history; delete from notification_send_history where playbook_run_id is not null`)
})

type Run = { name: string; thing: string | null; status: string; created_by: string | null }
const runs = () =>
  db.query<Run>(sql`
    select p.name, coalesce(r.check_id, r.config_id, r.component_id)::text as thing, r.status, r.created_by::text
    from playbook_runs r join playbooks p on p.id = r.playbook_id where p.id <> ${id(60)} order by r.created_at, p.name`)
const queued = async () =>
  (await db.query<{ name: string }>(sql`select name from event_queue order by name`)).map(({ name }) => name)
const troubles = () =>
  db.query(sql`select status, resource_id::text, details from job_history where name = 'SavePlaybookRun'`)

const fail = () => db.script(`update checks set status = 'unhealthy' where id = '${CHECK}'`)
const pass = () => db.script(`update checks set status = 'healthy' where id = '${CHECK}'`)

test('starts each playbook with a matching trigger once when a check fails', async () => {
  await addPlaybook(db, { actions, on: { canary: [{ event: 'failed' }] } }, 'on failure')
  await addPlaybook(db, { actions, on: { canary: [{ event: 'check.passed' }] } }, 'on success')
  await addPlaybook(db, { actions }, 'on nothing')
  await fail()
  await queue.poll()
  await queue.poll()
  expect(await runs()).toEqual([{ name: 'on failure', thing: CHECK, status: 'scheduled', created_by: null }])
  await pass()
  await queue.poll()
  expect((await runs()).map(({ name }) => name)).toEqual(['on failure', 'on success'])
  expect(await queued()).toEqual([])
})

test('a deleted playbook starts no run for events that still wait, and none of its scheduled runs starts', async () => {
  const playbook = await addPlaybook(db, { actions, on: { canary: [{ event: 'failed' }] } }, 'deleted')
  // More than one batch of the queue.
  await db.run(sql`
    insert into event_queue (name, properties, created_at)
    select 'check.failed', jsonb_build_object(
        'id', case when number between 191 and 210 then ${CHECK} else gen_random_uuid()::text end, 'number', number
      ), ${now()}::timestamptz + number * interval '1 microsecond'
    from generate_series(1, 250) as number`)
  let deleted: Promise<unknown> | undefined
  // Called after each batch.
  const wake = () => void (deleted ??= db.run(sql`update playbooks set deleted_at = now() where id = ${playbook}`))
  clock += 1000
  const deleting = createEventQueue({ ...deps, handlers: [createPlaybookEvents({ ...deps, wake })] })
  await deleting.poll()
  await deleted
  expect(await runs()).toHaveLength(10)
  await db.run(sql`
    delete from playbook_runs where id not in (select id from playbook_runs where playbook_id = ${playbook} limit 1)
      and playbook_id = ${playbook}`)
  const [run] = await db.query<{ id: string }>(sql`select id::text from playbook_runs where playbook_id = ${playbook}`)
  await startRunner(db)
  expect((await untilRunStatus(db, run?.id, 'failed')).error).toBe('The playbook was deleted before the run started.')
})

test('starts playbooks when config items and components or their health change', async () => {
  for (const event of ['unhealthy', 'changed', 'updated'])
    await addPlaybook(db, { actions, on: { config: [{ event }] } }, `config ${event}`)
  await addPlaybook(db, { actions, on: { component: [{ event: 'unhealthy' }] } }, 'component unhealthy')
  const change = `insert into config_changes (config_id, source, summary, change_type) values ('${CONFIG}', 'x', 's',`
  await db.script(`
    update config_items set health = 'unhealthy' where id = '${CONFIG}';
    update components set health = 'unhealthy' where id = '${COMPONENT}';
    ${change} 'Deployed'); ${change} 'diff')`)
  await queue.poll()
  expect((await runs()).map(({ name, thing }) => [name, thing]).toSorted()).toEqual([
    ['component unhealthy', COMPONENT],
    // Its health is one of the changes of an item.
    ['config changed', CONFIG],
    ['config changed', CONFIG],
    ['config unhealthy', CONFIG],
    ['config updated', CONFIG],
  ])
})

test('starts no run for a change that a run made', async () => {
  await addPlaybook(db, { actions, on: { config: [{ event: 'changed' }] } })
  await db.script(
    `insert into config_changes (config_id, change_type, source, summary) values ('${CONFIG}', 'Deployed', 'x', 's')`
  )
  for (let round = 0; round < 4; round++) await queue.poll()
  expect(await runs()).toHaveLength(1)
})

const stops = () =>
  db.query<{ name: string; error: string; body: string; resource_id: string; source_event: string }>(sql`
    select p.name, r.error, m.body, m.resource_id::text, m.source_event
    from notification_send_history m join playbook_runs r on r.id = m.playbook_run_id
      join playbooks p on p.id = r.playbook_id order by p.name`)
/** Ends all runs, as if they had just been executed. */
const execute = () =>
  db.run(sql`
    update playbook_runs set status = 'completed', start_time = clock_timestamp(), end_time = clock_timestamp()
    where status = 'scheduled' and playbook_id <> ${id(60)}`)
/** The number of runs that were started without a person. */
const countTriggered = async () =>
  (
    await db.query(sql`
      select from playbook_runs
      where created_by is null and playbook_id <> ${id(60)} and coalesce(error, '') not like 'Stopped%'`)
  ).length

test('stops playbooks that trigger each other after a chain of five runs, and announces it once', async () => {
  await addPlaybook(db, { actions, on: { canary: [{ event: 'failed' }] } }, 'break')
  await addPlaybook(db, { actions, on: { canary: [{ event: 'passed' }] } }, 'repair')
  await pass()
  await db.script('delete from event_queue')
  for (let round = 0; round < 10; round++) {
    await (round % 2 === 0 ? fail() : pass())
    await queue.poll()
    await execute()
  }
  expect(await countTriggered()).toBe(5)
  const found = await stops()
  expect(found.map(({ name }) => name)).toEqual(['break', 'repair'])
  expect(found[0]).toMatchObject({ resource_id: CHECK, source_event: 'check.failed' })
  expect(found[0]?.error).toMatch(/^Stopped: this run would be number 6 of a chain of runs/)
  expect(found[0]?.body).toBe(`The playbook ${found[0]?.name} was stopped. ${found[0]?.error}`)
  expect(await troubles()).toMatchObject([{ status: 'FAILED' }, { status: 'FAILED' }])
  // Without a run, the chain ends.
  clock += 120_000
  await db.run(sql`
    insert into event_queue (name, properties, created_at)
    values ('check.failed', jsonb_build_object('id', ${CHECK}::text, 'later', 'x'), ${now()})`)
  await queue.poll()
  expect(await countTriggered()).toBe(6)
})

test('stops a playbook that events have started 60 times within an hour, and starts it later', async () => {
  const busy = await addPlaybook(db, { actions, on: { canary: [{ event: 'failed' }] } }, 'busy')
  const emit = (count: number) =>
    db.run(sql`
      insert into event_queue (name, properties, created_at)
      select 'check.failed', jsonb_build_object('id', ${CHECK}::text, 'number', number, 'at', ${clock}::float8), ${now()}
      from generate_series(1, ${count}::int) as number`)
  await emit(70)
  await queue.poll()
  expect(await countTriggered()).toBe(60)
  expect((await stops()).map(({ error }) => error)).toEqual([
    expect.stringMatching(/^Stopped: events and webhooks have started this playbook 60 times within an hour/),
  ])
  // Runs of people and schedules do not count and are not limited.
  const runId = (await playbookApp(await startRunner(db), db, await addPerson(db, 'Olu'))('/run', { id: busy })).body[
    'run_id'
  ]
  expect(runId).toBeTypeOf('string')
  clock += 3_600_000 + 1000
  await emit(1)
  await queue.poll()
  expect(await countTriggered()).toBe(61)
})

test.each<[string, object, number]>([
  ['all its labels', { labels: { cluster: 'eu,us', app: 'a*' } }, 1],
  ['a label with another value', { labels: { cluster: 'us' } }, 0],
  ['a label that it does not have', { labels: { zone: '*' } }, 0],
  ['a filter that passes', { filter: 'config.type == "Kubernetes::Pod" && config.health == "unhealthy"' }, 1],
  ['a filter that fails', { filter: 'config.name == "x"' }, 0],
  ['matching labels and a filter that fails', { labels: { cluster: 'eu' }, filter: 'false' }, 0],
])('applies a trigger with %s', async (_what, trigger, count) => {
  await addPlaybook(db, { actions, on: { config: [{ event: 'unhealthy', ...trigger }] } })
  await db.script(`update config_items set health = null where id = '${CONFIG}'`)
  await db.script(`update config_items set health = 'unhealthy' where id = '${CONFIG}'`)
  await queue.poll()
  expect(await runs()).toHaveLength(count)
})

test.each<[string, object, string | RegExp]>([
  [
    'a filter that cannot be evaluated',
    { on: { canary: [{ event: 'failed', filter: 'nothing > 1' }] } },
    /^The filter nothing > 1 cannot be evaluated/,
  ],
  [
    'a filter that is neither',
    { on: { canary: [{ event: 'failed', filter: 'check.name' }] } },
    'The filter check.name returns homepage, not true or false.',
  ],
  [
    'a required parameter without a value',
    { parameters: [{ name: 'a', required: true }] },
    'missing required parameter(s): a',
  ],
  ['a filter of the playbook', { filters: ['false'] }, /the filter false is false/],
  ['another agent', { runsOn: ['leeds'] }, /^The playbook runs on the agent leeds/],
])('%s: records in the job history why it does not run, and runs other playbooks', async (_what, spec, error) => {
  const broken = await addPlaybook(db, { actions, on: { canary: [{ event: 'failed' }] }, ...spec }, 'broken')
  await addPlaybook(db, { actions, on: { canary: [{ event: 'failed' }] } }, 'whole')
  await pass()
  await fail()
  await queue.poll()
  expect((await runs()).map(({ name }) => name)).toEqual(['whole'])
  const [trouble] = await troubles()
  expect(trouble).toMatchObject({ status: 'FAILED', resource_id: broken })
  expect((trouble as { details: { errors: string[] } }).details.errors[0]).toMatch(error)
})

test('starts nothing for an event older than the playbook, or an hour old', async () => {
  await pass()
  await db.script(`delete from event_queue`)
  await fail()
  await addPlaybook(db, { actions, on: { canary: [{ event: 'failed' }, { event: 'passed' }] } }, 'it')
  await db.script(`update playbooks set created_at = now() + interval '1 second' where name = 'it'`)
  await queue.poll()
  expect(await runs()).toEqual([])
  await db.script(`update playbooks set created_at = now() - interval '1 day' where name = 'it'`)
  await pass()
  clock += 2 * 3_600_000
  await queue.poll()
  expect(await runs()).toEqual([])
  expect(await queued()).toEqual([])
})

test('requires approval for a run started by a trigger as well', async () => {
  await addPlaybook(db, {
    actions,
    on: { canary: [{ event: 'failed' }] },
    approval: { approvers: { people: ['ada@shop.example'] } },
  })
  await pass()
  await fail()
  await queue.poll()
  expect(await runs()).toMatchObject([{ status: 'pending_approval' }])
})

test('deletes events without a listener from the queue, except those of others', async () => {
  await db.script(`update checks set status = 'healthy'; update checks set status = 'unhealthy'`)
  await db.script(`insert into event_queue (name, properties) values ('incident.created', '{"id":"1"}')`)
  await queue.poll()
  expect(await queued()).toEqual(['incident.created'])
})

test('keeps a failed event with its error, retries it, and applies it completely or not at all', async () => {
  await db.script(`insert into event_queue (name, properties) values ('odd', '{"id":"1"}')`)
  let tries = 0
  const handler = (fails: number): EventHandler => ({
    names: ['odd'],
    activeNames: async () => new Set(['odd']),
    handle: async () => async (tx: Queryable) => {
      await tx.run(sql`insert into properties (name, value) values (${`odd ${++tries}`}, 'x')`)
      if (tries <= fails) throw new Error('not today')
    },
  })
  const odd = createEventQueue({ ...deps, handlers: [handler(1)] })
  await odd.poll()
  await odd.poll()
  expect(tries).toBe(1)
  expect(await db.query(sql`select attempts, error from event_queue`)).toEqual([{ attempts: 1, error: 'not today' }])
  expect(await db.query(sql`select from properties where name like 'odd%'`)).toEqual([])
  clock += 60_000
  await odd.poll()
  expect(await db.query(sql`select name from properties where name like 'odd%'`)).toEqual([{ name: 'odd 2' }])
  expect(await queued()).toEqual([])
})

test('handles an event again that arrives again while it is handled', async () => {
  await db.script(`insert into event_queue (name, properties) values ('odd', '{"id":"1"}')`)
  let tries = 0
  const handler: EventHandler = {
    names: ['odd'],
    activeNames: async () => new Set(['odd']),
    handle: async () => {
      if (++tries === 1) await db.script(`select console.emit('odd', '{"id":"1"}')`)
      return async () => {}
    },
  }
  const odd = createEventQueue({ ...deps, handlers: [handler] })
  await odd.poll()
  expect(await queued()).toEqual(['odd'])
  clock += 1000
  await odd.poll()
  expect([tries, await queued()]).toEqual([2, []])
})

const { as, send, write } = await consoleApp(db)
const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
  const answer = await send(`/api/playbook/webhook/${path}`, { method: 'POST', body, headers })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}
const basic = (words: string) => ({ Authorization: `Basic ${btoa(words)}` })
const addWebhook = (authentication: object | undefined, more: object = {}) =>
  addPlaybook(db, { actions, on: { webhook: { path: 'hooks/deploy', authentication } }, ...more })

test('starts a playbook by its webhook with the request as a variable, and stores no credentials of the sender', async () => {
  const { url } = await listen((_request, response) => response.end())
  const basicAuth = { basic: { username: { value: 'ci' }, password: 'open sesame' } }
  await addWebhook(basicAuth, {
    parameters: [{ name: 'ref', default: '{{.request.json.ref}}' }],
    filters: ['request.headers["x-event"] == "push" && request.query.env == "prod"'],
    actions: [
      { name: 'it', http: { url: `${url.href}{{.request.json.ref}}`, method: 'POST', body: '{{.request.content}}' } },
    ],
  })
  const headers = { ...basic('ci:open sesame'), 'X-Event': 'push' }
  const { status, body } = await post('hooks/deploy?env=prod', '{"ref":"main"}', headers)
  expect([status, body['message']]).toEqual([200, 'ok'])
  await startRunner(db)
  await untilRunStatus(db, body['run_id'], 'completed')
  const [run] = await db.query<{ parameters: object; request: object }>(sql`
    select parameters, request from playbook_runs where id = ${body['run_id'] ?? ''}`)
  expect(run).toMatchObject({
    parameters: { ref: 'main' },
    request: {
      method: 'POST',
      path: 'hooks/deploy',
      query: { env: 'prod' },
      content: '{"ref":"main"}',
      json: { ref: 'main' },
    },
  })
  expect(JSON.stringify(run)).not.toMatch(/sesame|Basic/i)
  // Requests that do not pass the filters are refused.
  expect((await post('hooks/deploy?env=test', '{}', headers)).status).toBe(500)
})

test('refuses webhooks with 429 after 60 runs within an hour, without affecting other playbooks', async () => {
  const flood = await addWebhook({ basic: { username: 'ci', password: 'b' } })
  await addPlaybook(db, {
    actions,
    on: { webhook: { path: 'hooks/other', authentication: { basic: { username: 'ci', password: 'b' } } } },
  })
  const answers = []
  for (let sent = 0; sent < 62; sent++) answers.push((await post('hooks/deploy', '{}', basic('ci:b'))).status)
  expect(answers.filter((status) => status === 200)).toHaveLength(60)
  const refused = await send('/api/playbook/webhook/hooks/deploy', {
    method: 'POST',
    body: '{}',
    headers: basic('ci:b'),
  })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3000)
  expect((await post('hooks/other', '{}', basic('ci:b'))).status).toBe(200)
  const stopped = await db.query<{ error: string }>(sql`
    select error from playbook_runs where playbook_id = ${flood} and status = 'failed'`)
  expect(stopped).toEqual([{ error: expect.stringMatching(/^Stopped: /) }])
  expect(await troubles()).toMatchObject([{ status: 'FAILED', resource_id: flood }])
})

const secret = 'whsec_' + Buffer.from('a key of the sender').toString('base64')
const signSvix = (body: string, at: number, key = 'a key of the sender') => ({
  'svix-id': 'm1',
  'svix-timestamp': String(at),
  'svix-signature': `v1,AAAA v1,${createHmac('sha256', key).update(`m1.${at}.${body}`).digest('base64')}`,
})
const seconds = () => Math.floor(Date.now() / 1000)
const hub = (body: string, key: string) => ({
  'X-Hub-Signature-256': `sha256=${createHmac('sha256', key).update(body).digest('hex')}`,
})

test.each<[string, object | undefined, Record<string, string>, number]>([
  ['no authentication at all', undefined, {}, 403],
  ['an authentication that is empty', {}, {}, 403],
  ['no credentials', { basic: { username: 'a', password: 'b' } }, {}, 401],
  ['a wrong password', { basic: { username: 'a', password: 'b' } }, basic('a:c'), 401],
  ['an empty password', { basic: { username: 'a', password: '' } }, basic('a:'), 401],
  ['the password', { basic: { username: 'a', password: 'b' } }, basic('a:b'), 200],
  ['a signature of GitHub', { github: { token: 'k' } }, hub('{}', 'k'), 200],
  ['a signature by another key', { github: { token: 'k' } }, hub('{}', 'l'), 401],
  ['a signature of something else', { github: { token: 'k' } }, hub('{"a":1}', 'k'), 401],
  ['an empty key', { github: { token: '' } }, hub('{}', ''), 401],
  ['a signature of Svix', { svix: { secret } }, signSvix('{}', seconds()), 200],
  ['a signature of Svix by another key', { svix: { secret } }, signSvix('{}', seconds(), 'x'), 401],
  ['an old signature of Svix', { svix: { secret } }, signSvix('{}', seconds() - 3600), 401],
  ['an old one that is allowed', { svix: { secret, timestampTolerance: '2h' } }, signSvix('{}', seconds() - 3600), 200],
  ['no signature of Svix', { svix: { secret } }, {}, 400],
  ['one of two credentials', { github: { token: 'k' }, basic: { username: 'a', password: 'b' } }, hub('{}', 'k'), 401],
])('responds to a webhook with %s', async (_what, authentication, headers, status) => {
  await addWebhook(authentication)
  expect((await post('hooks/deploy', '{}', headers)).status).toBe(status)
  expect(await runs()).toHaveLength(status === 200 ? 1 : 0)
})

test.each<[string, object, Record<string, string>, Record<string, string>]>([
  ['Svix', { svix: { secret } }, signSvix('{}', seconds()), signSvix('{}', seconds())],
  ['GitHub', { github: { token: 'k' } }, { ...hub('{}', 'k'), 'X-GitHub-Delivery': '1' }, hub('{}', 'k')],
])('a message of %s that is sent again starts nothing', async (_sender, authentication, first, again) => {
  await addWebhook(authentication)
  const started = await post('hooks/deploy', '{}', first)
  const repeated = await Promise.all([post('hooks/deploy', '{}', again), post('hooks/deploy', '{}', first)])
  expect(started).toMatchObject({ status: 200, body: { message: 'ok' } })
  for (const answer of repeated) {
    expect(answer).toEqual({ status: 200, body: { message: 'already received', run_id: started.body['run_id'] } })
  }
  expect(await runs()).toHaveLength(1)
})

test('a message that arrives twice at the same time starts one run', async () => {
  await addWebhook({ github: { token: 'k' } })
  const answers = await Promise.all([1, 2, 3].map(() => post('hooks/deploy', '{}', hub('{}', 'k'))))
  expect(answers.map(({ body }) => body['message']).toSorted()).toEqual(['already received', 'already received', 'ok'])
  expect(new Set(answers.map(({ body }) => body['run_id'])).size).toBe(1)
  expect(await runs()).toHaveLength(1)
})

test('a message is forgotten once its signature is too old', async () => {
  await addWebhook({ github: { token: 'k' } })
  await post('hooks/deploy', '{}', hub('{}', 'k'))
  await db.run(sql`update console.webhook_messages set expires_at = now() - interval '1 second'`)
  expect(await post('hooks/deploy', '{}', hub('{}', 'k'))).toMatchObject({ status: 200, body: { message: 'ok' } })
  expect(await runs()).toHaveLength(2)
})

const token = (key: Parameters<SignJWT['sign']>[0], alg: string, life: string) =>
  new SignJWT({}).setProtectedHeader({ alg, kid: 'one' }).setExpirationTime(life).sign(key)

const statusOf = async (bearer: string) =>
  (await post('hooks/deploy', '{}', { Authorization: `Bearer ${bearer}` })).status

test('accepts a token signed by one of the keys at an address', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }
  const { url } = await listen((_request, response) => response.end(JSON.stringify({ keys: [jwk] })))
  await addWebhook({ jwt: { jwksUri: url.href } })
  const other = await generateKeyPair('ES256')
  expect(await statusOf(await token(privateKey, 'ES256', '1h'))).toBe(200)
  expect(await statusOf(await token(privateKey, 'ES256', '-1h'))).toBe(401)
  expect(await statusOf(await token(other.privateKey, 'ES256', '1h'))).toBe(401)
  // A token signed with the public key as its secret.
  expect(await statusOf(await token(Buffer.from(JSON.stringify(jwk)), 'HS256', '1h'))).toBe(401)
  expect(await statusOf('a.b.c')).toBe(401)
})

test('refuses an unknown path and a body that is too large', async () => {
  await addWebhook({ basic: { username: 'a', password: 'b' } })
  expect((await post('hooks/other', '{}', basic('a:b'))).status).toBe(404)
  expect((await post('hooks/deploy', 'x'.repeat(1024 * 1024 + 1), basic('a:b'))).status).toBe(413)
  await db.run(sql`update playbooks set deleted_at = now() where id <> ${id(60)}`)
  expect((await post('hooks/deploy', '{}', basic('a:b'))).status).toBe(404)
})

test('starts a playbook at each time of its schedule, once, with its parameters', async () => {
  const start = Date.parse('2026-03-01T02:59:30Z')
  clock = start
  await addPlaybook(
    db,
    {
      actions,
      parameters: [{ name: 'how' }],
      on: { schedule: [{ schedule: '0 3 * * *', parameters: { how: 'by {{.playbook.name}}' } }] },
    },
    'nightly'
  )
  await schedules.poll()
  expect(await runs()).toEqual([])
  clock = start + 31_000
  await schedules.poll()
  await schedules.poll()
  expect(await runs()).toMatchObject([{ name: 'nightly', status: 'scheduled', created_by: null, thing: null }])
  expect(await db.query(sql`select parameters from playbook_runs where playbook_id <> ${id(60)}`)).toEqual([
    { parameters: { how: 'by nightly' } },
  ])
  clock = start + 86_431_000
  await schedules.poll()
  expect(await runs()).toHaveLength(2)
})

test('makes up for a recently missed time after a restart, but not for one hours ago', async () => {
  clock = Date.parse('2026-03-01T02:00:00Z')
  await addPlaybook(db, { actions, on: { schedule: [{ schedule: '@every 1h' }] } })
  await schedules.poll()
  clock += 3_600_000 + 60_000
  // The offset of an interval depends on the playbook: due at some time within the hour.
  const [row] = await db.query<{ next_time: Date }>(sql`select next_time from console.playbook_schedules`)
  clock = (row?.next_time.getTime() ?? 0) + 4 * 60_000
  await schedules.poll()
  expect(await runs()).toHaveLength(1)
  clock += 7 * 3_600_000
  await schedules.poll()
  expect(await runs()).toHaveLength(1)
})

test('skips times of a schedule while ten runs of its playbook wait, and records it', async () => {
  clock = Date.parse('2026-03-01T02:00:00Z')
  const playbook = await addPlaybook(db, { actions, on: { schedule: [{ schedule: '@every 10s' }] } })
  await schedules.poll()
  for (let time = 0; time < 15; time++) {
    clock += 10_000
    await schedules.poll()
  }
  expect(await runs()).toHaveLength(10)
  expect(await troubles()).toContainEqual({
    status: 'FAILED',
    resource_id: playbook,
    details: { errors: ['A time of the schedule was skipped, because 10 earlier runs still wait.'] },
  })
  await db.run(sql`update playbook_runs set status = 'completed' where playbook_id = ${playbook}`)
  clock += 10_000
  await schedules.poll()
  expect(await runs()).toHaveLength(11)
})

test.each(['@every 9s', '* * * * * *', '0,5 * * * * *'])(
  'refuses the schedule %s, which is too frequent',
  async (schedule) => {
    await addPlaybook(db, { actions, on: { schedule: [{ schedule }] } })
    await schedules.poll()
    const [row] = await db.query<{ next_time: Date | null }>(sql`select next_time from console.playbook_schedules`)
    expect(row).toEqual({ next_time: null })
    const [job] = await db.query<{ details: unknown }>(
      sql`select details from job_history order by created_at desc limit 1`
    )
    expect(JSON.stringify(job?.details)).toContain('starts more often than every 10 seconds')
  }
)

test('removes a changed or deleted schedule and reports an invalid one', async () => {
  clock = Date.parse('2026-03-01T02:59:30Z')
  const on = (schedule: string) => ({ actions, on: { schedule: [{ schedule }] } })
  const playbook = await addPlaybook(db, on('0 3 * * *'))
  await schedules.poll()
  const change = (spec: object) =>
    db.run(sql`update playbooks set spec = ${toJsonText(spec)}::jsonb where id = ${playbook}`)
  await change(on('0 4 * * *'))
  await schedules.poll()
  clock += 60_000
  await schedules.poll()
  expect(await runs()).toEqual([])
  await change(on('at noon'))
  await schedules.poll()
  await schedules.poll()
  expect(await troubles()).toMatchObject([
    { status: 'FAILED', details: { errors: [expect.stringContaining('The schedule "at noon" is neither')] } },
  ])
  await change({ actions })
  await schedules.poll()
  expect(await db.query(sql`select from console.playbook_schedules`)).toEqual([])
})

test('records invalid triggers in the job history once and starts nothing', async () => {
  const playbook = await addPlaybook(db, { actions, on: { canary: [{ labels: {} }], schedule: [] } })
  await addPlaybook(db, { actions, on: { canary: [{ event: 'failed' }] } }, 'whole')
  await schedules.poll()
  await schedules.poll()
  expect(await troubles()).toEqual([
    {
      status: 'FAILED',
      resource_id: playbook,
      details: {
        errors: [expect.stringMatching(/^The triggers of the playbook \(on\) are invalid: canary\.0\.event: /)],
      },
    },
  ])
  await pass()
  await fail()
  await queue.poll()
  expect((await runs()).map(({ name }) => name)).toEqual(['whole'])
})

const add = (name: string, spec: object) => write('POST', '/api/db/playbooks', { name, title: '', source: 'UI', spec })
const change = (playbook: string, row: object) => write('PATCH', `/api/db/playbooks?id=eq.${playbook}`, row)

test('refuses triggers from a caller who may edit playbooks but not run them', async () => {
  const author = await addPerson(db, 'Ines')
  await db.run(sql`
    insert into permissions (action, object, subject, subject_type, created_by)
    values ('create,update', 'playbooks', ${author.id}, 'person', ${author.id})`)
  as({ ...author, name: 'Ines', roles: addImpliedRoles(['viewer']) })
  const triggered = { actions, on: { schedule: [{ schedule: '@hourly' }] } }
  const refused = await add('b', triggered)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('playbook:run on all playbooks') })
  expect((await add('a', { actions })).status).toBe(201)
  const [plain, started] = [await addPlaybook(db, { actions }), await addPlaybook(db, triggered)]
  const statuses = [
    await change(plain, { spec: triggered }),
    await change(started, { spec: { ...triggered, actions: [{ name: 'other' }] } }),
    await change(started, { title: 'Another title' }),
    await change(plain, { spec: { actions, timeout: '1m' } }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([403, 403, 204, 204])
  as({ ...author, name: 'Ines', roles: addImpliedRoles(['editor']) })
  expect((await add('b', triggered)).status).toBe(201)
})

test('runs the queue and the schedules automatically', async () => {
  await addPlaybook(db, { actions, on: { canary: [{ event: 'failed' }], schedule: [{ schedule: '*/10 * * * * *' }] } })
  await pass()
  const real = { ...deps, now: () => new Date() }
  const engines = [createEventQueue({ ...real, handlers: [createPlaybookEvents(real)] }), createPlaybookSchedules(real)]
  for (const engine of engines) {
    await engine.start?.()
    onTestFinished(() => engine.stop?.())
  }
  await fail()
  await eventually(async () => {
    const all = await runs()
    expect(all.some(({ thing }) => thing === CHECK)).toBe(true)
    expect(all.some(({ thing }) => thing === null)).toBe(true)
  })
})

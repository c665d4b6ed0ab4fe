import { expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { testDatabase } from '../helpers/database'
import { addCanary } from '../helpers/health'
import { id, organisation } from '../helpers/organisation'
import {
  readRunActions,
  addPerson,
  addPlaybook,
  playbookApp,
  untilRunStatus,
  readTestRun,
  startRunner,
} from '../helpers/playbooks'

const db = await testDatabase()
await db.script(organisation)
const ada = await addPerson(db, 'Nour')
const bo = await addPerson(db, 'Zed')
const CHECK = id(41)
const CONFIG = id(11)
const NOBODY = '00000000-0000-4000-8000-00000000ffff'
/** Requires no network: a kind that this backend does not support. */
const actions = [{ name: 'explain', ai: { prompt: 'why' } }]

const setup = async (caller = ada) => playbookApp(await startRunner(db), db, caller)

test('lists the playbooks for a check whose every selector matches it', async () => {
  const ask = await setup()
  const parameters = [{ name: 'reason', required: true }]
  const wanted = await addPlaybook(db, { checks: [{ types: ['http'] }, { name: 'home*' }], parameters, actions }, 'b')
  const first = await addPlaybook(db, { checks: [{ name: 'homepage' }], actions }, 'a')
  await addPlaybook(db, { checks: [{ name: 'homepage' }, { types: ['tcp'] }], actions })
  await addPlaybook(db, { configs: [{ name: '*' }], actions })
  await addPlaybook(db, { checks: [], actions })
  await addPlaybook(db, { checks: 'homepage', actions })
  const gone = await addPlaybook(db, { checks: [{ name: 'homepage' }], actions })
  await db.run(sql`update playbooks set deleted_at = now() where id = ${gone}`)
  await db.run(sql`update playbooks set description = 'Starts it again' where id = ${wanted}`)
  const common = { namespace: 'default', source: 'UI', category: '', created_at: expect.any(String) as string }
  expect(await ask(`/list?check_id=${CHECK}`)).toEqual({
    status: 200,
    body: [
      { ...common, id: first, name: 'a', title: 'a', parameters: null },
      { ...common, id: wanted, name: 'b', title: 'b', description: 'Starts it again', parameters },
    ],
  })
  expect((await ask(`/list?check_id=${CHECK}&config_id=${CONFIG}`)).body).toHaveLength(1)
  expect((await ask(`/list?component_id=${id(31)}`)).body).toEqual([])
})

test('lists the playbooks for a config item by type, tags and health, with its members for templates [CALL-88]', async () => {
  const ask = await setup()
  const parameters = [{ name: 'where', default: '{{.config.tags.namespace}}/{{.config.name}}' }]
  const wanted = await addPlaybook(
    db,
    { configs: [{ types: ['Kubernetes::Pod'], tagSelector: 'cluster=eu' }], parameters, actions },
    'of-pods'
  )
  await addPlaybook(db, { configs: [{ types: ['Kubernetes::Cluster'] }], actions }, 'of-clusters')
  await addPlaybook(db, { checks: [{ name: 'api' }], actions }, 'of-checks')
  const { body } = await ask(`/list?config_id=${CONFIG}`)
  const names = (body as unknown as { name: string }[]).map(({ name }) => name)
  expect(names).toContain('of-pods')
  expect(names).not.toContain('of-clusters')
  expect(names).not.toContain('of-checks')
  expect((await ask(`/${wanted}/params`, { id: wanted, config_id: CONFIG })).body).toMatchObject({
    params: [{ name: 'where', default: 'shop/api' }],
  })
  const { body: ran } = await ask('/run', { id: wanted, config_id: CONFIG })
  const [run] = await db.query(
    sql`select config_id::text, check_id::text, parameters from playbook_runs where id = ${String(ran['run_id'])}`
  )
  expect(run).toEqual({ config_id: CONFIG, check_id: null, parameters: { where: 'shop/api' } })
})

test.each([
  ['', 400],
  ['?check_id=', 400],
  ['?check_id=5', 400],
  [`?check_id=${NOBODY}`, 404],
  [`?config_id=${NOBODY}`, 404],
])('responds to a list for %j with %s', async (query, status) => {
  const answer = await (await setup())(`/list${query}`)
  expect(answer).toEqual({ status, body: expect.objectContaining({ error: expect.any(String) }) })
})

test('fills in the templates of parameters for the resource', async () => {
  const ask = await setup()
  const playbook = await addPlaybook(db, {
    parameters: [
      { name: 'url', label: 'Address of {{.check.name}}', default: 'https://{{.check.name}}/$(.user.name)' },
      { name: 'count', default: 2, properties: { options: [{ label: '{{.check.type}}', value: 'a' }] } },
    ],
    actions,
  })
  expect(await ask(`/${playbook}/params`, { id: playbook, check_id: CHECK })).toEqual({
    status: 200,
    body: {
      params: [
        { name: 'url', label: 'Address of {{.check.name}}', default: 'https://homepage/Nour' },
        { name: 'count', default: '2', properties: { options: [{ label: 'http', value: 'a' }] } },
      ],
    },
  })
})

test.each<[string, object, object, number, string]>([
  ['without parameters', {}, {}, 200, 'null'],
  [
    'with an expression',
    { parameters: [{ name: 'a', default: '{{ upper .check.name }}' }] },
    {},
    500,
    'The embedded backend fills in paths only, not {{ upper .check.name }}.',
  ],
  [
    'with a filter',
    { filters: ['check.type == "http"', 'check.type == "dns"'] },
    {},
    500,
    'Playbook validation failed: the filter check.type == "dns" is false.',
  ],
  [
    'for two resources',
    {},
    { check_id: CHECK, config_id: CONFIG },
    400,
    'invalid request: a playbook runs for one resource at a time',
  ],
  ['for an unknown resource', {}, { check_id: NOBODY }, 404, `check '${NOBODY}' not found`],
])('parameters of a playbook: %s', async (_how, spec, body, status, words) => {
  const ask = await setup()
  const playbook = await addPlaybook(db, { actions, ...spec })
  const answer = await ask(`/${playbook}/params`, {
    check_id: 'check_id' in body || 'config_id' in body ? undefined : CHECK,
    ...body,
  })
  expect([answer.status, String(answer.body['error'] ?? answer.body['params'])]).toEqual([status, words])
})

test.each<[string, object, object, number, string | RegExp]>([
  ['that does not exist', {}, { id: NOBODY }, 404, `playbook '${NOBODY}' not found`],
  ['with an invalid id', {}, { id: 'x' }, 400, /^invalid request: id/],
  ['with a flag for a parameter', {}, { params: { a: true } }, 400, /^invalid request: params\.a/],
  [
    'without a required parameter',
    { parameters: [{ name: 'why', required: true }] },
    {},
    500,
    'missing required parameter(s): why',
  ],
  ['with an unknown parameter', {}, { params: { b: 'x' } }, 500, 'unknown parameter(s): b'],
  [
    'that runs elsewhere',
    { runsOn: ['leeds'] },
    {},
    500,
    'The playbook runs on the agent leeds, which the embedded backend does not reach.',
  ],
  ['with an invalid filter', { filters: ['x'] }, {}, 500, /the filter x cannot be evaluated: Unknown variable: x/],
  [
    'with a filter that returns a reason',
    { filters: ['"not on " + check.name'] },
    {},
    500,
    /failed: not on homepage\.$/,
  ],
  ['without actions', { actions: [] }, {}, 500, 'The playbook cannot be run: actions: has no actions.'],
  [
    'with two actions of one name',
    { actions: [...actions, ...actions] },
    {},
    500,
    'The playbook cannot be run: two actions are named explain.',
  ],
])('refuses to run a playbook %s', async (_how, spec, body, status, words) => {
  const ask = await setup()
  const playbook = await addPlaybook(db, { actions, ...spec })
  const before = await db.query(sql`select count(*) from playbook_runs`)
  const answer = await ask('/run', { id: playbook, check_id: CHECK, ...body })
  expect(answer.status).toBe(status)
  expect(answer.body['error']).toMatch(words)
  expect(await db.query(sql`select count(*) from playbook_runs`)).toEqual(before)
})

test('stores a run with its user, resource and parameters, and executes it', async () => {
  const ask = await setup()
  const playbook = await addPlaybook(db, {
    parameters: [
      { name: 'who', default: '{{.check.name}}' },
      { name: 'pin', type: 'secret' },
    ],
    actions,
  })
  const answer = await ask('/run', { id: playbook, check_id: CHECK, params: { pin: '1234' } })
  expect(answer).toEqual({ status: 201, body: { run_id: expect.any(String), starts_at: expect.stringMatching(/Z$/) } })
  const run = await untilRunStatus(db, answer.body['run_id'], 'failed')
  expect(run).toMatchObject({ check_id: CHECK, created_by: ada.id, parameters: { who: 'homepage', pin: '******' } })
  expect(await readRunActions(db, answer.body['run_id'])).toEqual([
    {
      name: 'explain',
      status: 'failed',
      error: 'ai actions need a Mission Control backend.',
      result: null,
      retry_count: null,
    },
  ])
})

test('records a run for a config item as one of its changes', async () => {
  const ask = await setup()
  const playbook = await addPlaybook(db, { actions }, 'restart-it')
  const { body } = await ask('/run', { id: playbook, config_id: CONFIG })
  const changes = await db.query(sql`
    select change_type, source, severity, summary, details -> 'parameters' as parameters from config_changes
    where external_change_id = ${String(body['run_id'])}`)
  expect(changes).toEqual([
    {
      change_type: 'PlaybookScheduled',
      source: 'Playbook',
      severity: 'info',
      summary: 'Playbook: restart-it',
      parameters: {},
    },
  ])
})

const teams = (people: string[], names: string[], type?: string) => ({
  approval: { ...(type ? { type } : {}), approvers: { people, teams: names } },
  actions,
})

test('waits for approval, and starts when one approver of `any` has approved', async () => {
  const runner = await startRunner(db)
  const [asAda, asBo] = [playbookApp(runner, db, ada), playbookApp(runner, db, bo)]
  const playbook = await addPlaybook(db, teams([bo.email ?? ''], ['platform'], 'any'))
  const { body } = await asAda('/run', { id: playbook, check_id: CHECK })
  expect((await readTestRun(db, body['run_id'])).status).toBe('pending_approval')
  expect(await asAda(`/run/approve/${body['run_id']}`, {})).toEqual({
    status: 403,
    body: { error: 'Neither you nor any of your teams is an approver of this playbook.' },
  })
  expect(await asBo(`/run/approve/${body['run_id']}`, {})).toEqual({
    status: 200,
    body: { message: 'playbook run approved' },
  })
  await untilRunStatus(db, body['run_id'], 'failed')
})

test('waits for the last approver where all must approve', async () => {
  const runner = await startRunner(db)
  const [asAda, asBo] = [playbookApp(runner, db, ada), playbookApp(runner, db, bo)]
  const playbook = await addPlaybook(db, teams([bo.email ?? ''], ['platform']))
  const { body } = await asAda('/run', { id: playbook, check_id: CHECK })
  await asBo(`/run/approve/${body['run_id']}`, {})
  expect((await readTestRun(db, body['run_id'])).status).toBe('pending_approval')
  await db.run(sql`insert into team_members (team_id, person_id) values (${id(3)}, ${ada.id})`)
  await asAda(`/run/approve/${body['run_id']}`, {})
  await untilRunStatus(db, body['run_id'], 'failed')
  await db.run(sql`delete from team_members where person_id = ${ada.id}`)
})

test("approves an approver's own run", async () => {
  const ask = await setup(bo)
  const playbook = await addPlaybook(db, teams([(bo.email ?? '').toUpperCase()], []))
  const { body } = await ask('/run', { id: playbook, check_id: CHECK })
  expect(await untilRunStatus(db, body['run_id'], 'failed')).toMatchObject({ created_by: bo.id })
})

test.each([
  ['approve', 'x', 400, 'invalid run id'],
  ['approve', NOBODY, 404, `There is no run ${NOBODY}.`],
  ['approve', id(61), 500, /^The playbook cannot be run: /],
  ['cancel', 'x', 400, 'invalid run id'],
  ['cancel', NOBODY, 500, `There is no run ${NOBODY}.`],
  ['cancel', id(61), 400, 'invalid state'],
])('responds to %s %s with %s', async (verb, runId, status, words) => {
  const answer = await (await setup())(`/run/${verb}/${runId}`, {})
  expect(answer.status).toBe(status)
  expect(answer.body['error']).toMatch(words)
})

test('refuses to approve a run without approvers', async () => {
  const ask = await setup()
  const playbook = await addPlaybook(db, { actions })
  const { body } = await ask('/run', { id: playbook, check_id: CHECK })
  expect(await ask(`/run/approve/${body['run_id']}`, {})).toEqual({
    status: 400,
    body: { error: 'This playbook has no approvers.' },
  })
})

test('cancels a waiting run once', async () => {
  const ask = await setup()
  const playbook = await addPlaybook(db, teams(['nobody@shop.example'], []))
  const { body } = await ask('/run', { id: playbook, check_id: CHECK })
  const path = `/run/cancel/${body['run_id']}`
  expect(await ask(path, {})).toEqual({ status: 200, body: { message: 'playbook run cancelled' } })
  expect(await ask(path, {})).toEqual({
    status: 400,
    body: { error: 'invalid state', message: 'The run has ended with the status cancelled.' },
  })
  expect(await readTestRun(db, body['run_id'])).toMatchObject({ status: 'cancelled', end_time: expect.any(Date) })
})

test('matches selectors with labels, namespace and canary of a check', async () => {
  const ask = await setup()
  const canary = await addCanary(db, {}, { labels: {} })
  const [check] = await db.query<{ id: string }>(sql`
    insert into checks (canary_id, type, name, labels) values (${canary}, 'dns', 'zone', '{"kind":"api"}') returning id::text`)
  const [{ name } = { name: '' }] = await db.query<{ name: string }>(
    sql`select name from canaries where id = ${canary}`
  )
  await addPlaybook(
    db,
    { checks: [{ labelSelector: 'kind=api', namespace: 'default', scope: `default/${name}` }], actions },
    'zone'
  )
  const { body } = await ask(`/list?check_id=${check?.id}`)
  expect(body).toEqual([expect.objectContaining({ name: 'zone' })])
})

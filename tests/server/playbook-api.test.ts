import { expect, test } from 'vitest'
import { sql, toJsonText } from '../../server/data/db/sql'
import { createEventQueue } from '../../server/platform/jobs/event-queue'
import type { PlaybookCaller } from '../../server/playbooks/caller'
import { createRunSecrets } from '../../server/playbooks/run-secrets'
import { createPlaybookEvents } from '../../server/playbooks/triggers/events'
import { testDatabase } from '../helpers/database'
import { evaluateHere } from '../helpers/evaluate-here'
import { addCanary, silentLog } from '../helpers/health'
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
import { testKeys } from '../helpers/vault'

const db = await testDatabase()
await db.script(organisation)
const ada = await addPerson(db, 'Nour')
const bo = await addPerson(db, 'Zed')
const cy = await addPerson(db, 'Cy')
const eve = await addPerson(db, 'Eve')
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

test('shows all parameters when a default cannot be filled in, and fills it in when the run starts', async () => {
  const ask = await setup()
  const parameters = [
    { name: 'site' },
    { name: 'pump', default: '{{.params.site}}-pump' },
    { name: 'loud', default: '{{ upper .check.name }}' },
    {
      name: 'size',
      type: 'list',
      default: 'small',
      properties: { options: ['small', { label: 'L', value: 'large' }] },
    },
    { name: 'label', default: '{{.params.size}}-{{.check.name}}' },
  ]
  const playbook = await addPlaybook(db, { actions, parameters })
  const form = await ask(`/${playbook}/params`, { check_id: CHECK })
  expect([form.status, form.body['params']]).toEqual([
    200,
    [
      { name: 'site' },
      {
        name: 'pump',
        note: 'The default {{.params.site}}-pump is not filled in: There is nothing at .params.site.',
      },
      { name: 'loud', note: expect.stringContaining('fills in paths only, not {{ upper .check.name }}') },
      parameters[3],
      { name: 'label', default: 'small-homepage' },
    ],
  ])
  const run = async (params: object) => {
    const { status, body } = await ask('/run', { id: playbook, check_id: CHECK, params })
    const [stored] = await db.query<{ parameters: object }>(
      sql`select parameters from playbook_runs where id::text = ${String(body['run_id'])}`
    )
    return stored?.parameters ?? [status, body['error']]
  }
  // As the form sends it: empty fields are sent, too.
  expect(await run({ site: 'dock', pump: '', loud: '', size: 'large', label: '' })).toEqual({
    site: 'dock',
    pump: 'dock-pump',
    loud: '',
    size: 'large',
    label: '',
  })
  expect(await run({ site: 'dock', loud: 'x' })).toMatchObject({ pump: 'dock-pump', label: 'small-homepage' })
  expect(await run({ site: 'dock', loud: 'x', size: 'huge' })).toEqual([
    500,
    'the value "huge" of size is not one of its options: small, large',
  ])
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

/** A run that Nour requested, and how a person approves it. */
async function requested(spec: object) {
  const runner = await startRunner(db)
  const playbook = await addPlaybook(db, spec)
  const { body } = await playbookApp(runner, db, ada)('/run', { id: playbook, check_id: CHECK })
  const runId = String(body['run_id'])
  const approve = (person: PlaybookCaller) => playbookApp(runner, db, person)(`/run/approve/${runId}`, {})
  const status = async () => (await readTestRun(db, runId)).status
  return { runId, playbook, approve, status }
}

const join = (person: PlaybookCaller, team = id(3)) =>
  db.run(sql`insert into team_members (team_id, person_id) values (${team}, ${person.id})`)
const leave = (person: PlaybookCaller) => db.run(sql`delete from team_members where person_id = ${person.id}`)
const change = (playbook: string, spec: object) =>
  db.run(sql`update playbooks set spec = ${toJsonText(spec)}::jsonb where id = ${playbook}`)
const approvals = (runId: string) =>
  db.query(sql`
    select p.name, t.name as team from playbook_approvals a
    join people p on p.id = a.person_id left join teams t on t.id = a.team_id
    where run_id = ${runId} order by p.name`)

const approved = { status: 200, body: { message: 'playbook run approved' } }
const noApprover = (approvers: string) => ({
  status: 403,
  body: {
    error: `When this run was requested, neither you nor any of your teams was an approver. Its approvers: ${approvers}.`,
  },
})

test('waits for approval, and starts when one approver of `any` has approved', async () => {
  const { runId, approve, status } = await requested(teams([bo.email ?? ''], ['platform'], 'any'))
  expect(await status()).toBe('pending_approval')
  expect(await approve(ada)).toEqual({
    status: 403,
    body: {
      error: 'You requested this run, so someone else must approve it: zed@shop.example, the team platform.',
    },
  })
  expect(await approve(bo)).toEqual(approved)
  await untilRunStatus(db, runId, 'failed')
})

test('waits for the last approver where all must approve', async () => {
  await join(cy)
  const { runId, approve, status } = await requested(teams([bo.email ?? ''], ['platform']))
  await approve(bo)
  expect(await status()).toBe('pending_approval')
  await approve(cy)
  await untilRunStatus(db, runId, 'failed')
  expect(await approvals(runId)).toEqual([
    { name: 'Cy', team: 'platform' },
    { name: 'Zed', team: null },
  ])
  await leave(cy)
})

test('lets only those approve a run who were its approvers when it was requested', async () => {
  await join(cy)
  const spec = teams([bo.email ?? ''], ['platform'])
  const { runId, playbook, approve, status } = await requested(spec)
  // Changes while the run waits: other approvers, a member more, a member less, an address.
  await change(playbook, teams([eve.email ?? ''], [], 'any'))
  await join(eve)
  await leave(cy)
  await db.run(sql`update people set email = 'old@shop.example' where id = ${bo.id}`)
  await db.run(sql`update people set email = ${bo.email} where id = ${eve.id}`)
  const events = createPlaybookEvents({
    db,
    evaluate: evaluateHere,
    secrets: createRunSecrets(testKeys),
    hostname: 'here',
    now: () => new Date(),
    wake: () => {},
  })
  await createEventQueue({ db, log: silentLog, now: () => new Date(), handlers: [events] }).poll()
  expect(await approve(eve)).toEqual(noApprover('zed@shop.example, the team platform'))
  expect(await approve(bo)).toEqual(approved)
  expect(await status()).toBe('pending_approval')
  expect(await approve(cy)).toEqual(approved)
  await untilRunStatus(db, runId, 'failed')
  await leave(eve)
  await db.run(sql`update people set email = ${eve.email} where id = ${eve.id}`)
  await db.run(sql`update people set email = ${bo.email} where id = ${bo.id}`)
})

test('removing all approvers of a playbook does not start its waiting runs', async () => {
  const { playbook, approve, status } = await requested(teams([bo.email ?? ''], []))
  await change(playbook, { actions })
  expect(await approve(eve)).toEqual(noApprover('zed@shop.example'))
  expect(await status()).toBe('pending_approval')
})

test('does not let a member of an approving team approve their own run', async () => {
  await join(ada)
  await join(cy)
  const { runId, approve, status } = await requested(teams([], ['platform']))
  expect(await status()).toBe('pending_approval')
  expect((await approve(ada)).body['error']).toBe(
    'You requested this run, so someone else must approve it: the team platform.'
  )
  expect(await approve(cy)).toEqual(approved)
  await untilRunStatus(db, runId, 'failed')
  await leave(ada)
  await leave(cy)
})

test('counts each person once, whatever they are listed as', async () => {
  await db.run(sql`insert into teams (id, name, created_by) values (${id(4)}, 'security', ${id(1)})`)
  await join(bo)
  await join(cy)
  await join(cy, id(4))
  // Zed is listed and in the team, Cy is in both teams.
  const { runId, approve, status } = await requested(teams([bo.email ?? ''], ['platform', 'security']))
  for (const person of [bo, bo, cy, cy]) expect(await approve(person)).toEqual(approved)
  expect(await approvals(runId)).toHaveLength(2)
  expect(await status()).toBe('pending_approval')
  const other = await requested(teams([], ['platform', 'security']))
  expect(await other.approve(cy)).toEqual(approved)
  expect(await other.status()).toBe('pending_approval')
  // Zed is only in the team for which Cy approved first, so Cy counts for the other one.
  expect(await other.approve(bo)).toEqual(approved)
  await untilRunStatus(db, other.runId, 'failed')
  expect(await approvals(other.runId)).toEqual([
    { name: 'Cy', team: 'security' },
    { name: 'Zed', team: 'platform' },
  ])
  await leave(bo)
  await leave(cy)
})

test('approves the own run of a person whose address is listed', async () => {
  const ask = await setup(bo)
  const playbook = await addPlaybook(db, teams([(bo.email ?? '').toUpperCase()], []))
  const { body } = await ask('/run', { id: playbook, check_id: CHECK })
  expect(await untilRunStatus(db, body['run_id'], 'failed')).toMatchObject({ created_by: bo.id })
})

test('refuses to approve a run that does not wait for approval', async () => {
  const { runId, approve, status } = await requested(teams([bo.email ?? ''], []))
  await (
    await setup()
  )(`/run/cancel/${runId}`, {})
  const refused = { status: 409, body: { error: 'The run does not wait for approval. Its status is cancelled.' } }
  expect(await approve(bo)).toEqual(refused)
  expect(await approvals(runId)).toEqual([])
  expect(await status()).toBe('cancelled')
})

test.each([
  ['approve', 'x', 400, 'invalid run id'],
  ['approve', NOBODY, 404, `There is no run ${NOBODY}.`],
  ['approve', id(61), 400, 'This playbook has no approvers.'],
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

test('refuses another run of a person with 500 runs in the queue', async () => {
  const playbook = await addPlaybook(db, { actions })
  await db.run(sql`
    insert into playbook_runs (playbook_id, status, scheduled_time, created_by)
    select ${playbook}, 'scheduled', now() + interval '1 day', ${eve.id} from generate_series(1, 500)`)
  expect(await (await setup(eve))('/run', { id: playbook })).toEqual({
    status: 429,
    body: { error: 'You have 500 runs that have not ended. Wait for them, or cancel some.' },
  })
  expect((await (await setup(cy))('/run', { id: playbook })).status).toBe(201)
  await db.run(sql`delete from playbook_runs where created_by = ${eve.id}`)
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

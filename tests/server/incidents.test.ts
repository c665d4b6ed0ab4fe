import { beforeEach, expect, test } from 'vitest'
import { toJsonText, sql } from '../../server/data/db/sql'
import { HttpError } from '../../server/http/errors'
import { createIncidentEngine } from '../../server/incidents/engine'
import { createLogEngine } from '../../server/logs/engine'
import { createTopologyEngine } from '../../server/topology/engine'
import { presetsFor } from '../../src/lib/incidents/done-scripts'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { evaluateHere } from '../helpers/evaluate-here'
import { silentLog } from '../helpers/health'
import { id } from '../helpers/organisation'

const db = await testDatabase()
const parts = { db, log: silentLog, now: () => new Date(), hostname: 'here', evaluate: evaluateHere }
const { readComponentHealth: readEvidenceHealth } = createTopologyEngine({ ...parts, logs: createLogEngine(parts) })
const engine = createIncidentEngine({ ...parts, readEvidenceHealth })
const { as, send } = await consoleApp(db, { engines: [engine] })

const [ADA, BO, API, WEB, SHOP, PROBE] = [id(1), id(2), id(31), id(32), id(30), id(41)]

beforeEach(async () => {
  await db.script(`
    delete from incident_histories; delete from evidences; delete from hypotheses; delete from responders; delete from incidents;
    delete from incident_rules; delete from job_history; delete from check_component_relationships; delete from checks; delete from canaries;
    delete from team_components; delete from components; delete from teams; delete from people where email is not null;
    insert into people (id, name, email) values ('${ADA}', 'Ada', 'ada@shop.example'), ('${BO}', 'Bo', 'bo@shop.example');
    insert into teams (id, name, created_by) values ('${id(3)}', 'platform', '${ADA}');
    insert into components (id, name, external_id, status, type, owner, parent_id) values
      ('${SHOP}', 'shop', 'shop', '', 'Application', null, null),
      ('${API}', 'api', 'api', '', 'Service', 'ADA@shop.example', '${SHOP}'),
      ('${WEB}', 'web', 'web', 'healthy', 'Service', null, '${SHOP}');
    insert into team_components (team_id, component_id) values ('${id(3)}', '${API}');
    insert into canaries (id, name, namespace, spec) values ('${id(40)}', 'probes', 'default', '{}');
    insert into checks (id, canary_id, type, name, labels, status, last_transition_time) values ('${PROBE}', '${id(40)}', 'http', 'api answers', '{"tier": "gold"}', 'unhealthy', now());
    insert into check_component_relationships (component_id, check_id, canary_id) values ('${API}', '${PROBE}', '${id(40)}');`)
  as({ id: BO, name: 'Bo', email: null, roles: ['editor'] })
})

const services = { components: [{ types: ['Service'] }], filter: { status: ['unhealthy'] } }
const addRule = (name: string, spec: unknown) =>
  db.run(sql`insert into incident_rules (name, spec, created_by) values (${name}, ${toJsonText(spec)}::jsonb, ${ADA})`)

type Report = { succeeded: number; failed: string[] }
async function runJob(name: string): Promise<Report> {
  const reported: Report = { succeeded: 0, failed: [] }
  const job = engine.jobs.find((one) => one.name === name)
  const report = {
    succeeded: (count = 1) => void (reported.succeeded += count),
    failed: (reason: string) => void reported.failed.push(reason),
    warned: () => {},
    addDetails: () => {},
  }
  await job?.run(report, new AbortController().signal)
  return reported
}
const applyRules = () => runJob('IncidentRules')
const evaluateAll = () => runJob('Evaluate Evidence')

const incidents = () =>
  db.query<Record<string, unknown>>(sql`
    select title, type, severity, status, commander_id::text, description, closed is not null as is_closed,
      (select json_agg(json_build_object('type', h.type, 'title', h.title, 'status', h.status) order by h.type desc) from hypotheses as h where incident_id = incidents.id) as hypotheses,
      (select json_agg(json_build_object('type', e.type, 'component', e.component_id, 'check', e.check_id, 'why', e.description, 'dod', definition_of_done, 'script', script, 'done', done))
        from evidences as e join hypotheses as h on h.id = e.hypothesis_id where h.incident_id = incidents.id) as evidences,
      (select coalesce(json_agg(coalesce(person_id, team_id) order by r.type), '[]') from responders as r where incident_id = incidents.id) as responders
    from incidents order by title`)
const statuses = async () => (await incidents()).map(({ status }) => status)
const history = () =>
  db.query<Record<string, unknown>>(sql`
    select incident_histories.type, description, people.name as by
    from incident_histories join people on people.id = incident_histories.created_by
    where incident_histories.type like '%updated' order by incident_histories.created_at, incident_histories.type`)
const setCheck = (status: string) => db.run(sql`update checks set status = ${status} where id = ${PROBE}`)

test('opens an incident for a component with an unhealthy descendant, with its reason and a definition of done', async () => {
  await addRule('services', { ...services, autoAssignOwner: true, responders: { email: [{ to: 'bo@shop.example' }] } })
  expect(await applyRules()).toEqual({ succeeded: 1, failed: [] })
  expect(await incidents()).toEqual([
    {
      title: 'api is unhealthy',
      type: 'availability',
      severity: 'Low',
      status: 'open',
      commander_id: ADA,
      description: 'Opened by the rule "services".',
      is_closed: false,
      hypotheses: [
        { type: 'root', title: 'api is unhealthy', status: 'possible' },
        { type: 'factor', title: 'api is unhealthy', status: 'possible' },
      ],
      evidences: [
        {
          type: 'topology',
          component: API,
          check: null,
          why: 'unhealthy, caused by 1 of 1 check: api answers',
          dod: true,
          script: "component.health == 'healthy'",
          done: false,
        },
      ],
      responders: [BO, id(3)],
    },
  ])
})

test('names the status of descendants for a component that reports itself healthy', async () => {
  await db.run(
    sql`insert into check_component_relationships (component_id, check_id, canary_id) values (${WEB}, ${PROBE}, ${id(40)})`
  )
  await addRule('web', { components: [{ name: 'web' }] })
  await applyRules()
  expect((await incidents()).map(({ title }) => title)).toEqual(['web is unhealthy'])
})

test('opens no incident for a resource with an active one, by the same or another rule', async () => {
  await addRule('services', services)
  await addRule('all', { components: [{ search: 'api' }], template: { title: 'Look at it', severity: 'High' } })
  await applyRules()
  await applyRules()
  expect((await incidents()).map(({ title }) => title)).toEqual(['Look at it'])
  await db.run(sql`update incidents set status = 'closed', closed = now()`)
  await applyRules()
  expect(await statuses()).toEqual(['closed', 'open'])
})

test('opens an incident for a check, but not if it is evidence already', async () => {
  await addRule('gold', { checks: [{ labelSelector: 'tier=gold' }], template: { type: 'performance' } })
  await applyRules()
  const [only, ...others] = await incidents()
  expect(others).toEqual([])
  expect(only).toMatchObject({
    title: 'api answers is unhealthy',
    type: 'performance',
    evidences: [{ type: 'check', check: PROBE, script: "check.status == 'healthy'" }],
  })
  await applyRules()
  expect(await incidents()).toHaveLength(1)
})

test('applies rules by priority, and skips later rules after a final one', async () => {
  await addRule('a later', { ...services, priority: 2, template: { title: 'later' } })
  await addRule('b first', { ...services, priority: 1, breakOnMatch: true, template: { title: 'first' } })
  await applyRules()
  expect((await incidents()).map(({ title }) => title)).toEqual(['first'])
})

test('reports an invalid rule without stopping the others', async () => {
  await addRule('broken', { components: [{ nope: 1 }] })
  await addRule('empty', {})
  await addRule('slow', { ...services, autoClose: { timeout: 'soon' } })
  const email = [{ to: 'BO@shop.example' }, { to: 'nobody@shop.example' }]
  await addRule('services', { ...services, responders: { jira: {}, email } })
  const { failed } = await applyRules()
  expect(failed).toEqual([
    'broken: components.0.nope is not supported by the embedded backend',
    'empty: it selects neither components nor checks',
    'slow: autoClose.timeout: "soon" is not a duration',
    'services: this backend does not notify responders by jira',
    'services: no user has the address nobody@shop.example',
  ])
  expect(await statuses()).toEqual(['open'])
})

const runsOfRules = () =>
  db.query<Record<string, unknown>>(sql`
    select incident_rules.name, job.status, job.success_count, job.error_count, job.details
    from job_history as job join incident_rules on incident_rules.id::text = job.resource_id
    where job.name = 'IncidentRule' and resource_type = 'incident_rule' order by incident_rules.name, job.time_start`)

const counts = (matched: number, opened: number, closed: number) => ({ incidents: { matched, opened, closed } })

test('records a history for each rule: matched, opened and closed incidents, or the error', async () => {
  await addRule('broken', { components: [{ nope: 1 }] })
  await addRule('services', { ...services, autoClose: { timeout: '15m' } })
  await addRule('tickets', { checks: [{ name: 'api answers' }], responders: { jira: {} } })
  await applyRules()
  await db.run(
    sql`update incidents set status = 'resolved', resolved = now() - interval '1 hour' where title = 'api is unhealthy'`
  )
  await setCheck('healthy')
  await applyRules()
  const refused = { status: 'FAILED', success_count: 0, error_count: 1 }
  const why = { errors: ['components.0.nope is not supported by the embedded backend'] }
  const unsupported = ['this backend does not notify responders by jira']
  const done = { status: 'SUCCESS', error_count: 0 }
  expect(await runsOfRules()).toEqual([
    { name: 'broken', ...refused, details: why },
    { name: 'broken', ...refused, details: why },
    { name: 'services', ...done, success_count: 1, details: counts(1, 1, 0) },
    { name: 'services', ...done, success_count: 1, details: counts(0, 0, 1) },
    {
      name: 'tickets',
      status: 'WARNING',
      success_count: 1,
      error_count: 1,
      details: { ...counts(1, 1, 0), errors: unsupported },
    },
    // There was no one to notify.
    { name: 'tickets', ...done, success_count: 0, details: counts(0, 0, 0) },
  ])
})

test.each([
  ['hoursOfOperation', { hoursOfOperation: [{ start: '08:00', end: '18:00' }] }],
  ['autoResolve', { autoResolve: { timeout: '5m' } }],
  ['filter.age', { filter: { age: '10m' } }],
  ['template.status', { template: { status: 'new' } }],
])('refuses a rule with %s, which would otherwise match too much', async (member, more) => {
  await addRule('services', { ...services, ...more })
  const { failed } = await applyRules()
  expect(failed).toEqual([`services: ${member} is not supported by the embedded backend`])
  expect(await incidents()).toEqual([])
})

test('resolves, reopens and closes an incident by its definition of done, as the system', async () => {
  await addRule('services', { ...services, autoClose: { timeout: '15m' } })
  await applyRules()
  expect(await evaluateAll()).toEqual({ succeeded: 1, failed: [] })
  expect(await statuses()).toEqual(['open'])
  await setCheck('healthy')
  await evaluateAll()
  expect(await statuses()).toEqual(['resolved'])
  await setCheck('unhealthy')
  await evaluateAll()
  expect(await statuses()).toEqual(['open'])
  await setCheck('healthy')
  await evaluateAll()
  await applyRules()
  expect(await statuses()).toEqual(['resolved'])
  await db.run(sql`update incidents set resolved = now() - interval '16 minutes'`)
  await applyRules()
  expect(await incidents()).toMatchObject([{ status: 'closed', is_closed: true }])
  const by = 'System'
  expect(await history()).toEqual([
    { type: 'evidence.done_updated', description: 'true', by },
    { type: 'incident.status_updated', description: 'resolved', by },
    { type: 'evidence.done_updated', description: 'false', by },
    { type: 'incident.status_updated', description: 'open', by },
    { type: 'evidence.done_updated', description: 'true', by },
    { type: 'incident.status_updated', description: 'resolved', by },
    { type: 'incident.status_updated', description: 'closed', by },
  ])
})

async function withScripts(...scripts: string[]) {
  await db.script(`
    insert into incidents (id, title, description, type, severity, status, created_by) values ('${id(50)}', 'Slow', '', 'performance', 'High', 'open', '${ADA}');
    insert into hypotheses (id, incident_id, type, title, status, created_by) values ('${id(51)}', '${id(50)}', 'root', 'Slow', 'possible', '${ADA}');`)
  for (const script of scripts)
    await db.run(sql`
      insert into evidences (hypothesis_id, description, type, created_by, check_id, component_id, definition_of_done, script)
      values (${id(51)}, '', 'check', ${ADA}, ${PROBE}, ${API}, true, ${script})`)
}
const results = () => db.query<Record<string, unknown>>(sql`select done, script_result from evidences order by script`)

test('evaluates a script with the current check and component', async () => {
  await withScripts(
    'check.status == "unhealthy" && age(check.last_transition_time) < duration("1h") && component.health == "unhealthy"'
  )
  await evaluateAll()
  expect(await results()).toEqual([{ done: true, script_result: 'true' }])
})

test.each([
  ['check.nope == 1', 'No such key: nope (column 7)'],
  ['check.name', 'It returns neither true nor false, but api answers'],
  ['check.status ==', 'Unexpected token: EOF (column 16)'],
])('leaves an item unmet and reports the reason when its script has no result: %s', async (script, said) => {
  await withScripts(script)
  await evaluateAll()
  expect(await results()).toEqual([{ done: false, script_result: said }])
  expect(await statuses()).toEqual(['open'])
})

test('requires all items with a script and ignores manual ones', async () => {
  await withScripts('true', 'check.status == "healthy"', '')
  await evaluateAll()
  expect(await statuses()).toEqual(['open'])
  await setCheck('healthy')
  await evaluateAll()
  expect(await statuses()).toEqual(['resolved'])
})

test('does not change closed incidents', async () => {
  await withScripts('true')
  await db.run(sql`update incidents set status = 'closed'`)
  await evaluateAll()
  expect(await results()).toEqual([{ done: null, script_result: null }])
})

const patch = (relation: string, body: object) =>
  send(`/api/db/${relation}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('records the author of a changed incident with old and new values, and only of changed members [INC-18]', async () => {
  await withScripts('')
  const change = (body: object) => patch(`incidents?id=eq.${id(50)}`, body)
  await change({ severity: 'critical', title: 'Down' })
  await change({ type: 'availability', commander_id: BO, communicator_id: ADA })
  await change({ commander_id: ADA, severity: 'Critical', title: 'Down', status: 'open' })
  await change({ commander_id: null })
  await patch(`evidences?hypothesis_id=eq.${id(51)}`, { properties: { weighs: 'contradicts', by: 'hand' } })
  await patch(`evidences?hypothesis_id=eq.${id(51)}`, { properties: { weighs: 'contradicts' } })
  await patch(`evidences?hypothesis_id=eq.${id(51)}`, { properties: {} })
  const by = 'Bo'
  expect(await history()).toEqual([
    { type: 'incident.severity_updated', description: 'from high to critical', by },
    { type: 'incident.title_updated', description: 'from “Slow” to “Down”', by },
    { type: 'incident.commander_updated', description: 'from nobody to Bo', by },
    { type: 'incident.communicator_updated', description: 'from nobody to Ada', by },
    { type: 'incident.type_updated', description: 'from performance to availability', by },
    { type: 'incident.commander_updated', description: 'from Bo to Ada', by },
    { type: 'incident.commander_updated', description: 'from Ada to nobody', by },
    { type: 'evidence.weight_updated', description: 'contradicts', by },
    { type: 'evidence.weight_updated', description: null, by },
  ])
})

test('names the user who changed a status in the history, not the creator [INC-18]', async () => {
  await withScripts('')
  await patch(`incidents?id=eq.${id(50)}`, { status: 'mitigated' })
  await patch(`hypotheses?id=eq.${id(51)}`, { status: 'likely' })
  await patch(`evidences?hypothesis_id=eq.${id(51)}`, { done: true })
  expect(await history()).toEqual([
    { type: 'incident.status_updated', description: 'mitigated', by: 'Bo' },
    { type: 'hypothesis.status_updated', description: 'likely', by: 'Bo' },
    { type: 'evidence.done_updated', description: 'true', by: 'Bo' },
  ])
})

async function withEvidence(of: Record<string, string>, script: string) {
  const columns = { check_id: null, component_id: null, config_id: null, config_analysis_id: null, ...of }
  await db.run(sql`
    insert into evidences (hypothesis_id, description, type, created_by, check_id, component_id, config_id, config_analysis_id, definition_of_done, script)
    values (${id(51)}, '', 'check', ${ADA}, ${columns.check_id}, ${columns.component_id}, ${columns.config_id}, ${columns.config_analysis_id}, true, ${script})`)
}
const [ITEM, INSIGHT] = [id(60), id(61)]
const withItem = (health: string, status: string) =>
  db.script(`
    delete from incident_histories; delete from evidences; delete from config_analysis; delete from config_items;
    insert into config_items (id, config_class, type, name, health) values ('${ITEM}', 'Deployment', 'Kubernetes::Deployment', 'api', '${health}');
    insert into config_analysis (id, config_id, analyzer, analysis_type, severity, summary, status) values ('${INSIGHT}', '${ITEM}', 'Trivy', 'security', 'high', '', '${status}');`)

test('each script offered by the console is met by its description only [INC-15]', async () => {
  const everything = { check_id: PROBE, component_id: API, config_id: ITEM, config_analysis_id: INSIGHT }
  const offered = presetsFor(everything)
  expect(offered).toHaveLength(6)
  for (const [isWell, minutes] of [
    [false, 60],
    [true, 60],
    [true, 10],
    [true, 1],
  ] as const) {
    await withItem(isWell ? 'healthy' : 'unhealthy', isWell ? 'resolved' : 'open')
    await setCheck(isWell ? 'healthy' : 'unhealthy')
    await db.run(
      sql`update checks set last_transition_time = now() - make_interval(mins => ${minutes}) where id = ${PROBE}`
    )
    for (const { words, script } of offered) {
      await db.script(
        'delete from incident_histories; delete from evidences; delete from hypotheses; delete from incidents'
      )
      await withScripts()
      await withEvidence(everything, script)
      await evaluateAll()
      const wanted = Number(/more than (\d+) minutes/.exec(words)?.[1] ?? 0)
      const isMet = isWell && minutes > wanted
      expect({ words, minutes, results: await results() }).toEqual({
        words,
        minutes,
        results: [{ done: isMet, script_result: String(isMet) }],
      })
    }
  }
})

test('treats a check without transitions as healthy as its status, and a closed insight as resolved', async () => {
  await withItem('healthy', 'closed')
  await setCheck('healthy')
  await db.run(sql`update checks set last_transition_time = null where id = ${PROBE}`)
  const scripts = [...presetsFor({ check_id: PROBE }), ...presetsFor({ config_analysis_id: INSIGHT })]
  await withScripts()
  for (const { script } of scripts) await withEvidence({ check_id: PROBE, config_analysis_id: INSIGHT }, script)
  await evaluateAll()
  expect(await results()).toEqual(scripts.map(() => ({ done: true, script_result: 'true' })))
})

const lookedAt = async () => (await send('/api/incidents/definitions')).json()

test('returns the time of the last evaluation, and null before the first', async () => {
  await db.script('delete from console.definition_evaluations')
  as({ id: BO, name: 'Bo', email: null, roles: ['commander'] })
  expect(await lookedAt()).toEqual({ at: null })
  await withScripts('true')
  const before = Date.now()
  await evaluateAll()
  const { at } = (await lookedAt()) as { at: string }
  expect(Date.parse(at)).toBeGreaterThan(before - 5000)
})

/** The engine with another topology or another expression worker. */
const lookWith = async (changed: Partial<Parameters<typeof createIncidentEngine>[0]>, times = 1) => {
  const { jobs } = createIncidentEngine({ ...parts, readEvidenceHealth, ...changed })
  const report = {
    succeeded: () => undefined,
    failed: () => undefined,
    warned: () => undefined,
    addDetails: () => undefined,
  }
  const job = (name: string) => jobs.find((one) => one.name === name)?.run(report, new AbortController().signal)
  await job('Evaluate Evidence')
  for (let time = 1; time < times; time++) await job('IncidentRules')
}

test('evaluates scripts about checks even if the topology is too large', async () => {
  await withScripts('check.status == "unhealthy"')
  await db.run(sql`
    insert into evidences (hypothesis_id, description, type, component_id, definition_of_done, done, script, created_by)
    values (${id(51)}, '', 'topology', ${API}, true, true, 'component.health == "healthy"', ${ADA})`)
  await db.run(sql`update evidences set component_id = null where check_id is not null`)
  await lookWith({
    readEvidenceHealth: async () => {
      throw new HttpError(400, 'There are more than 10000 components')
    },
  })
  expect(await results()).toEqual([
    { done: true, script_result: 'true' },
    { done: true, script_result: 'There are more than 10000 components' },
  ])
})

test('retries a slow script only in the job, since all expressions share a worker', async () => {
  await withScripts('true')
  let asked = 0
  const evaluate = async () => {
    asked++
    return { kind: 'undecided', message: 'the expression, which takes longer than 2 s', isCostly: true } as const
  }
  await lookWith({ evaluate }, 3)
  expect(asked).toBe(1)
})

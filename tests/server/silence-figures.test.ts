import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { createSilenceRecovery } from '../../server/notifications/silences/recovery'
import { silentLog } from '../helpers/health'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'

const db = await testDatabase()
const { as, send, write } = await consoleApp(db)
const [ADA, CHECK, POD, COMPONENT, RULE, INCIDENT] = [id(1), id(41), id(11), id(31), id(70), id(50)]
const [ONE, OTHER] = [id(201), id(202)]

beforeAll(() => db.script(organisation))
beforeEach(async () => {
  as({ id: ADA, name: 'Ada', email: null, roles: ['editor'] })
  await db.script(`
    delete from notification_send_history; delete from notification_silences;
    update checks set status = 'unhealthy'; update components set health = 'unhealthy';
    update config_items set health = 'unhealthy', deleted_at = null where id = '${POD}'`)
})

const store = (of: string, from = '2026-01-01', until = '2026-01-03') =>
  db.run(
    sql`insert into notification_silences (id, name, check_id, "from", until) values (${of}, ${of}, ${CHECK}, ${from}, ${until})`
  )
const hold = (silence: string, event: string, resource: string, count = 1) =>
  db.run(sql`
    insert into notification_send_history (notification_id, body, status, source_event, resource_id, silenced_by, count)
    values (${RULE}, '', 'silenced', ${event}, ${resource}, ${silence}, ${count})`)
const openedAt = (at: string) => db.run(sql`update incidents set created_at = ${at} where id = ${INCIDENT}`)
const figures = async () =>
  (await (await send('/api/notification/_silence_figures')).json()) as {
    id: string
    heldBack: number
    incidents: number
  }[]
const incidentsOf = async (of: string) => (await figures()).find((one) => one.id === of)?.incidents

test('counts what silences held back in one response', async () => {
  await store(ONE)
  await store(OTHER)
  await hold(ONE, 'check.failed', CHECK, 3)
  await hold(ONE, 'check.passed', CHECK)
  expect((await figures()).toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
    { id: ONE, heldBack: 4, incidents: 0, endsOnRecovery: false },
    { id: OTHER, heldBack: 0, incidents: 0, endsOnRecovery: false },
  ])
})

test.each<[string, string, string, string, number]>([
  ['evidence of it was held back', '2026-01-02', 'component.unhealthy', COMPONENT, 1],
  ['its own message was held back', '2026-01-02', 'incident.created', INCIDENT, 1],
  ['only something else was held back', '2026-01-02', 'check.failed', CHECK, 0],
  ['it was opened before the silence', '2025-12-31', 'component.unhealthy', COMPONENT, 0],
  ['it was opened after the silence', '2026-01-04', 'component.unhealthy', COMPONENT, 0],
])('says whether a silence hid an incident: %s', async (_what, opened, event, resource, count) => {
  await store(ONE)
  await hold(ONE, event, resource)
  await openedAt(opened)
  expect(await incidentsOf(ONE)).toBe(count)
})

test('leaves out incidents that the caller may not read', async () => {
  await store(ONE)
  await hold(ONE, 'component.unhealthy', COMPONENT)
  await openedAt('2026-01-02')
  await db.run(sql`insert into permissions (person_id, object, action, deny) values (${ADA}, 'incident', 'read', true)`)
  expect(await incidentsOf(ONE)).toBe(0)
  await db.run(sql`delete from permissions where person_id = ${ADA}`)
})

const silence = (body: object) => write('POST', '/api/notification/silence', { until_recovery: true, ...body })
const untilOf = async () =>
  (await db.query<{ until: Date | null }>(sql`select until from notification_silences`)).map(({ until }) => until)

function engine() {
  let clock = Date.now() + 5000
  const { endRecovered } = createSilenceRecovery({ db, log: silentLog, now: () => new Date(clock) })
  return { endRecovered, pass: (ms: number) => void (clock += ms), now: () => new Date(clock) }
}

test.each<[string, object, string, string]>([
  ['check', { check_id: CHECK }, 'checks', 'status'],
  ['config item', { config_id: POD }, 'config_items', 'health'],
  ['component', { component_id: COMPONENT }, 'components', 'health'],
])('ends a silence of a %s when it has been healthy for a minute', async (_what, body, table, column) => {
  const set = (health: string) => db.script(`update ${table} set ${column} = '${health}'`)
  expect((await silence(body)).status).toBe(200)
  const { endRecovered, pass, now } = engine()
  expect(await endRecovered()).toEqual([])
  await set('healthy')
  expect(await endRecovered()).toEqual([])
  // It flaps, so the minute begins again.
  pass(50_000)
  await set('unhealthy')
  expect(await endRecovered()).toEqual([])
  await set('healthy')
  pass(15_000)
  expect(await endRecovered()).toEqual([])
  pass(59_000)
  expect(await endRecovered()).toEqual([])
  expect(await untilOf()).toEqual([null])
  pass(1000)
  expect(await endRecovered()).toHaveLength(1)
  expect(await untilOf()).toEqual([now()])
  pass(60_000)
  expect(await endRecovered()).toEqual([])
})

test('ends the silence of a resource that no longer exists, and none that was ended or changed', async () => {
  await silence({ config_id: POD })
  await db.script(`update config_items set deleted_at = now() where id = '${POD}'`)
  const { endRecovered, pass } = engine()
  await endRecovered()
  await db.script(`update notification_silences set until_recovery = false`)
  pass(61_000)
  expect(await endRecovered()).toEqual([])
  await db.script(`update notification_silences set until_recovery = true`)
  await endRecovered()
  pass(61_000)
  expect(await endRecovered()).toHaveLength(1)
})

test.each<[string, object, RegExp]>([
  ['a filter', { filter: 'true' }, /^Only a silence of one check/],
  ['a canary', { canary_id: id(40) }, /^Only a silence of one check/],
  ['two resources', { check_id: CHECK, config_id: POD }, /^Only a silence of one check/],
])('refuses to wait for the recovery of %s', async (_what, body, message) => {
  const answer = await silence(body)
  expect([answer.status, await answer.json()]).toEqual([400, { error: expect.stringMatching(message) }])
})

test('refuses to wait for the recovery of a healthy resource', async () => {
  await db.script(`update checks set status = 'healthy'`)
  const answer = await silence({ check_id: CHECK })
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { error: 'homepage is healthy. Choose an end, because it cannot recover.' },
  ])
  expect(await untilOf()).toEqual([])
})

import { beforeAll, beforeEach, expect, test } from 'vitest'
import { toJsonText, sql, type Sql } from '../../server/data/db/sql'
import { testDatabase } from '../helpers/database'
import { fixtures } from './schema-fixtures'

// The events that the database queues, and that none of them prevents a row from being stored.

const db = await testDatabase()
const make = fixtures(db)
let by: string
beforeAll(async () => {
  by = await make.person()
})
// Empties the queue, so that it contains only events of the tested statement.
beforeEach(() => db.script('delete from event_queue'))

const queued = async () =>
  (await db.query<{ name: string }>(sql`select name from event_queue order by name`)).map((row) => row.name)
const forgetting = async <T>(made: Promise<T>): Promise<T> => {
  const result = await made
  await db.script('delete from event_queue')
  return result
}
type Case = [name: string, expected: string[], act: () => Promise<unknown>]
const update = (table: Sql, id: string, change: Sql) => db.run(sql`update ${table} set ${change} where id = ${id}`)

test.each<Case>([
  ['a new incident', ['incident.created'], () => make.incident(by)],
  [
    'an incident that changes its status',
    ['incident.status.mitigated'],
    async () => update(sql`incidents`, await forgetting(make.incident(by)), sql`status = 'mitigated'`),
  ],
  [
    'an incident that changes its title only',
    [],
    async () => update(sql`incidents`, await forgetting(make.incident(by)), sql`title = 'new'`),
  ],
  [
    'a new responder',
    ['incident.responder.added'],
    async () => make.responder(await forgetting(make.incident(by)), by),
  ],
  [
    'a responder who leaves',
    ['incident.responder.removed'],
    async () => {
      const id = await forgetting(make.responder(await make.incident(by), by))
      await update(sql`responders`, id, sql`deleted_at = now()`)
    },
  ],
  [
    'a comment',
    ['incident.comment.added'],
    async () => {
      const id = await forgetting(make.incident(by))
      await db.run(sql`insert into comments (incident_id, comment, created_by) values (${id}, 'c', ${by})`)
    },
  ],
  ['evidence added to the definition of done', ['incident.dod.added'], () => evidence(sql`definition_of_done = true`)],
  [
    'evidence removed from it',
    ['incident.dod.added', 'incident.dod.removed'],
    () => evidence(sql`definition_of_done = true`, sql`definition_of_done = false`),
  ],
  ['evidence that is done', ['incident.dod.passed'], () => evidence(sql`done = true`)],
  [
    'evidence that no longer is done',
    ['incident.dod.passed', 'incident.dod.regressed'],
    () => evidence(sql`done = true`, sql`done = false`),
  ],
  ['evidence with an unknown result', [], () => evidence(sql`done = null`)],
  ['a check that passes for the first time', ['check.passed'], () => check(sql`status = 'healthy'`)],
  [
    'a check that starts failing',
    ['check.failed', 'check.passed'],
    () => check(sql`status = 'healthy'`, sql`status = 'unhealthy'`),
  ],
  ['a check that keeps passing', ['check.passed'], () => check(sql`status = 'healthy'`, sql`last_runtime = now()`)],
  ['a new config item', ['config.created'], () => make.config()],
  ['a new healthy config item', ['config.changed', 'config.created'], () => make.config({ health: 'healthy' })],
  [
    'a new unhealthy config item',
    ['config.changed', 'config.created', 'config.warning'],
    () => make.config({ health: 'warning' }),
  ],
  ['a config item that recovers', ['config.changed', 'config.healthy'], () => config(sql`health = 'healthy'`)],
  [
    'a config item whose health becomes unknown',
    ['config.changed', 'config.unknown'],
    () => config(sql`health = 'unknown'`),
  ],
  ['a config item that is deleted', ['config.deleted'], () => config(sql`deleted_at = now()`)],
  [
    'a new document of a config item',
    ['config.updated'],
    async () => make.change(await forgetting(make.config()), 'diff'),
  ],
  ['any other change', ['config.changed'], async () => make.change(await forgetting(make.config()), 'Pulled')],
  [
    'a component that turns unhealthy',
    ['component.unhealthy'],
    async () => update(sql`components`, await forgetting(make.component()), sql`health = 'unhealthy'`),
  ],
  [
    'a playbook with other approvers',
    ['playbook.spec.approval.updated'],
    async () => update(sql`playbooks`, await forgetting(make.playbook()), sql`spec = '{"approval":{"type":"any"}}'`),
  ],
  [
    'a playbook with other actions',
    [],
    async () => update(sql`playbooks`, await forgetting(make.playbook()), sql`spec = '{"actions":[]}'`),
  ],
  [
    'an approval',
    ['playbook.approval.inserted'],
    async () => {
      const id = await forgetting(make.run(await make.playbook()))
      await db.run(sql`insert into playbook_approvals (run_id, person_id) values (${id}, ${by})`)
    },
  ],
])('queues for %s: %j', async (_name, expected, act) => {
  await act()
  expect(await queued()).toEqual(expected)
})

async function evidence(...changes: Sql[]) {
  const id = await forgetting(make.evidence(await make.hypothesis(await make.incident(by), by), by))
  for (const change of changes) await update(sql`evidences`, id, change)
}
async function check(...changes: Sql[]) {
  const id = await forgetting(make.check(await make.canary()))
  for (const change of changes) await update(sql`checks`, id, change)
}
async function config(change: Sql) {
  await update(sql`config_items`, await forgetting(make.config({ health: 'unhealthy' })), change)
}

test('describes the change and its row in an event', async () => {
  const id = await make.config()
  await update(sql`config_items`, id, sql`health = 'unhealthy', status = 'BackOff', description = 'again'`)
  const [changed] = await db.query<{ id: string }>(sql`select id from config_changes where config_id = ${id}`)
  expect(await db.query(sql`select name, properties from event_queue order by name`)).toEqual([
    { name: 'config.changed', properties: { id, change_id: changed?.id } },
    { name: 'config.created', properties: { id } },
    { name: 'config.unhealthy', properties: { id, status: 'BackOff', description: 'again' } },
  ])
})

test('resets a repeated event', async () => {
  const id = await make.incident(by)
  await db.script(`update event_queue set attempts = 3, last_attempt = now(), created_at = now() - interval '1 day'`)
  await db.run(sql`select console.emit('incident.created', ${toJsonText({ id })}::jsonb)`)
  expect(
    await db.query(
      sql`select attempts, last_attempt, created_at > now() - interval '1 hour' as is_new from event_queue`
    )
  ).toEqual([{ attempts: 0, last_attempt: null, is_new: true }])
})

test('stores a health with a description that is longer than a log', async () => {
  const id = await make.config()
  const log = Array.from({ length: 20_000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))).join('')
  await update(sql`config_items`, id, sql`health = 'unhealthy', status = ${log}, description = ${log}`)
  expect(await make.one(sql`select health, length(description) as length from config_items where id = ${id}`)).toEqual({
    health: 'unhealthy',
    length: 20_000,
  })
  expect(await make.eventsAbout(id)).toEqual(['config.changed', 'config.created', 'config.unhealthy'])
})

import { afterAll, afterEach, expect, inject, test } from 'vitest'
import { createQueuedDb } from '../../server/data/db/db'
import { openPglite } from '../../server/data/db/pglite-connection'
import { sql } from '../../server/data/db/sql'
import { fixtures } from './schema-fixtures'

// The notifications of the database. Listening requires the embedded database itself, so this file always uses it.

const connection = await openPglite(undefined, inject('databaseTemplate'))
const db = createQueuedDb(connection)
const make = fixtures(db)
afterAll(() => db.close())

const heard: string[] = []
const channels = [
  'event_queue_updates',
  'playbook_run_updates',
  'playbook_action_updates',
  'playbook_updated',
  'table_activity',
]
for (const channel of channels)
  await connection.database.listen(channel, (payload) => heard.push(`${channel} ${payload}`))
afterEach(() => {
  heard.length = 0
})

test('notifies of a new event and of a repeated one', async () => {
  await db.run(sql`insert into event_queue (name) values ('notification.send')`)
  expect(heard).toEqual(['event_queue_updates notification.send'])
  heard.length = 0
  await db.run(sql`update event_queue set attempts = 1, error = 'refused'`)
  expect(heard).toEqual([])
  await db.run(sql`update event_queue set created_at = now()`)
  expect(heard).toEqual(['event_queue_updates notification.send'])
})

test('notifies of a new or scheduled run, but not of a continuing one', async () => {
  const playbook = await make.playbook()
  heard.length = 0
  const run = await make.run(playbook)
  await db.run(sql`update playbook_runs set status = 'running' where id = ${run}`)
  await db.run(sql`update playbook_runs set status = 'scheduled' where id = ${run}`)
  expect(heard).toEqual([`playbook_run_updates ${run}`, `playbook_run_updates ${run}`])
})

test('notifies of an action, and of an action that an agent finished', async () => {
  const run = await make.run(await make.playbook())
  const agent = await make.agent()
  heard.length = 0
  const action = await make.idOf(sql`
    insert into playbook_run_actions (name, playbook_run_id, agent_id) values ('a', ${run}, ${agent}) returning id`)
  expect(heard).toEqual([`playbook_action_updates {"id": "${action}", "agent_id": "${agent}"}`])
  heard.length = 0
  await db.run(sql`update playbook_run_actions set status = 'completed' where id = ${action}`)
  expect(heard).toContain(`table_activity playbook_run_actions ${action}`)
})

test('notifies of an edited playbook', async () => {
  const id = await make.playbook()
  heard.length = 0
  await db.run(sql`update playbooks set title = 't' where id = ${id}`)
  expect(heard).toEqual(expect.arrayContaining([`playbook_updated ${id}`, `table_activity playbooks UPDATE ${id}`]))
})

test('notifies of changed permissions and memberships', async () => {
  const [person, team] = [await make.person(), await make.team()]
  heard.length = 0
  await db.run(sql`insert into team_members (team_id, person_id) values (${team}, ${person})`)
  const permission = await make.idOf(sql`insert into permissions (action) values ('read') returning id`)
  await db.run(sql`delete from permissions where id = ${permission}`)
  expect(heard).toEqual([
    `table_activity team_members INSERT ${team}`,
    `table_activity permissions INSERT ${permission}`,
    `table_activity permissions DELETE ${permission}`,
  ])
})

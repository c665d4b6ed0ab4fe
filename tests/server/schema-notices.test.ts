import { afterAll, afterEach, expect, inject, test } from 'vitest'
import { withQueue } from '../../server/db/db'
import { openPglite } from '../../server/db/pglite-connection'
import { sql } from '../../server/db/sql'
import { fixtures } from './schema-fixtures'

// Whom the database wakes. Listening needs the embedded database itself, so this one never runs elsewhere.

const connection = await openPglite(undefined, inject('databaseTemplate'))
const db = withQueue(connection)
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

test('a new event, and one that comes again', async () => {
  await db.run(sql`insert into event_queue (name) values ('notification.send')`)
  expect(heard).toEqual(['event_queue_updates notification.send'])
  heard.length = 0
  await db.run(sql`update event_queue set attempts = 1, error = 'refused'`)
  expect(heard).toEqual([])
  await db.run(sql`update event_queue set created_at = now()`)
  expect(heard).toEqual(['event_queue_updates notification.send'])
})

test('a run that is new or scheduled, not one that goes on', async () => {
  const playbook = await make.playbook()
  heard.length = 0
  const run = await make.run(playbook)
  await db.run(sql`update playbook_runs set status = 'running' where id = ${run}`)
  await db.run(sql`update playbook_runs set status = 'scheduled' where id = ${run}`)
  expect(heard).toEqual([`playbook_run_updates ${run}`, `playbook_run_updates ${run}`])
})

test('an action, and an action that an agent finished', async () => {
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

test('a playbook that is edited', async () => {
  const id = await make.playbook()
  heard.length = 0
  await db.run(sql`update playbooks set title = 't' where id = ${id}`)
  expect(heard).toEqual(expect.arrayContaining([`playbook_updated ${id}`, `table_activity playbooks UPDATE ${id}`]))
})

test('who may do what, and who belongs where', async () => {
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

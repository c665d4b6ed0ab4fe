import { expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { asServer } from '../../server/identity/access/reader'
import { readNotificationEvent } from '../../server/notifications/event'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'

// The resources of events, as rules, silences and templates read them.

const db = await testDatabase()
await db.script(organisation)
const reader = asServer(db)
const at = new Date('2026-01-02T03:04:05Z')
const read = (name: string, properties: Record<string, string>) =>
  readNotificationEvent(reader, { name, properties, createdAt: at })

test('reads a check with its canary', async () => {
  const event = await read('check.failed', { id: id(41), last_runtime: 'now' })
  expect(event).toMatchObject({
    name: 'check.failed',
    resource: { kind: 'check', id: id(41) },
    canaryId: id(40),
    env: { check: { id: id(41) }, event: { name: 'check.failed', created_at: '2026-01-02T03:04:05.000Z' } },
  })
  expect(event?.env['canary']).not.toHaveProperty('spec')
})

test('reads the ancestors of a config item, without the item itself', async () => {
  await db.script(`update config_items set path = '${id(90)}.${id(91)}.${id(11)}' where id = '${id(11)}'`)
  expect(await read('config.unhealthy', { id: id(11) })).toMatchObject({
    resource: { kind: 'config', id: id(11) },
    ancestorIds: [id(90), id(91)],
    canaryId: undefined,
  })
})

test.each([
  'component.unhealthy',
  'check.failed',
  'incident.created',
  'incident.comment.added',
  'playbook.approval.inserted',
])('reads nothing for %s of an unknown or invalid id', async (name) => {
  expect(await read(name, { id: id(9999) })).toBeUndefined()
  expect(await read(name, { id: 'x' })).toBeUndefined()
})

test('reads an incident with the subject of its event', async () => {
  await db.script(
    `insert into comments (id, incident_id, comment, created_by) values ('${id(70)}', '${id(50)}', 'Looking', '${id(1)}')`
  )
  expect(await read('incident.created', { id: id(50) })).toMatchObject({
    resource: undefined,
    env: { incident: { id: id(50) } },
  })
  expect(await read('incident.comment.added', { id: id(70) })).toMatchObject({
    env: { incident: { id: id(50) }, comment: { comment: 'Looking' } },
  })
})

test('reads why a check fails, since when, and its last result', async () => {
  await db.script(`
    update checks set last_transition_time = '2026-01-02T03:00:00Z' where id = '${id(41)}';
    insert into check_statuses (check_id, time, status, duration, error)
    values ('${id(41)}', now() + interval '1 minute', false, 12, 'response code 503')`)
  expect(await read('check.failed', { id: id(41) })).toMatchObject({
    reason: 'response code 503',
    since: new Date('2026-01-02T03:00:00Z'),
    env: { status: { status: false, error: 'response code 503', duration: 12 } },
  })
})

test('reads the approver and the playbook of an approved run', async () => {
  const [approval] = await db.query<{ id: string }>(sql`select id::text from playbook_approvals`)
  expect(await read('playbook.approval.inserted', { id: approval?.id ?? '' })).toMatchObject({
    resource: undefined,
    env: { approval: { approver: 'Ada' }, playbook: { title: 'Restart' } },
  })
})

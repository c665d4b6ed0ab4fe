import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { addRule } from '../helpers/notifications'
import { id, organisation } from '../helpers/organisation'

// Writing notification rules: refusals, and the last author.

const db = await testDatabase()
const { as, write } = await consoleApp(db)
const [ADA, BO] = [id(1), id(2)]

beforeAll(() => db.script(organisation))
beforeEach(() => as({ id: BO, name: 'Bo', email: null, roles: ['editor'] }))

const sound = { name: 'failing checks', events: ['check.failed'], person_id: ADA, source: 'UI' }
const post = (columns: object) => write('POST', '/api/db/notifications', { ...sound, ...columns })
const patch = (of: string, columns: object) => write('PATCH', `/api/db/notifications?id=eq.${of}`, columns)
const services = (service: object) => ({ person_id: null, custom_services: [service] })

test.each([
  [{ events: ['check.exploded'] }, 'events: there is no event "check.exploded".'],
  [{ events: [] }, 'events: a rule needs at least one event.'],
  [{ repeat_interval: 'often' }, 'The repeat interval "often" is not a duration such as 4h.'],
  [{ wait_for: -1 }, 'wait_for: a duration must not be negative.'],
  [{ group_by: ['colour'] }, 'group_by: "colour" is not type'],
  [{ filter: 'check.name ==' }, 'filter: the filter cannot be evaluated'],
  [{ person_id: null }, 'The rule has no recipient'],
  [services({ name: 'a' }), 'custom_services: a service needs a connection or a url.'],
  [services({ url: 'https://a.example', filter: '(' }), 'custom_services: the filter cannot be evaluated'],
])('refuses %j in a new and in an existing rule', async (columns, words) => {
  const of = await addRule(db, { events: ['check.failed'], person_id: ADA })
  for (const answer of [await post(columns), await patch(of, columns)])
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ message: expect.stringContaining(words) }),
    ])
  expect(await db.query(sql`select from notifications where name = ${sound.name}`)).toEqual([])
})

test('accepts a sound rule', async () => {
  const answer = await post({
    filter: "check.name == 'a'",
    repeat_interval: '4h',
    wait_for: 1e9,
    group_by: ['type', 'label:app', 'tag:env'],
  })
  expect([answer.status, await answer.text()]).toEqual([201, ''])
})

test('lets a rule that was broken before be renamed and deleted, but not changed', async () => {
  const of = await addRule(db, { events: ['check.exploded'], person_id: ADA })
  expect((await patch(of, { name: 'old' })).status).toBe(204)
  expect((await patch(of, { title: 'x' })).status).toBe(400)
  expect((await patch(of, { deleted_at: '2026-01-01T00:00:00Z' })).status).toBe(204)
})

test('makes the person who changes what a rule sends its last author', async () => {
  const of = await addRule(db, { events: ['check.failed'], person_id: ADA, created_by: ADA })
  const author = async () =>
    (await db.query(sql`select console.writer_of('notifications', ${of}, ${ADA})::text as id`))[0]?.['id']
  await patch(of, { repeat_interval: '1h' })
  expect(await author()).toBe(ADA)
  await patch(of, { title: 'x' })
  expect(await author()).toBe(BO)
})

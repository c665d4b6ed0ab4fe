import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'

const db = await testDatabase()
const { as, write } = await consoleApp(db)
const [ADA, CHECK, CONFIG, COMPONENT, CANARY] = [id(1), id(41), id(11), id(31), id(40)]
const person = (...roles: string[]) => ({ id: ADA, name: 'Ada', email: null, roles })

beforeAll(() => db.script(organisation))
beforeEach(async () => {
  as(person('editor'))
  await db.run(sql`delete from notification_silences`)
})

const silence = (body: object) => write('POST', '/api/notification/silence', body)
const stored = () =>
  db.query(sql`
    select name, description, filter, selectors, "from", until, recursive, config_id::text, component_id::text,
      check_id::text, canary_id::text, source, created_by::text
    from notification_silences`)

const nothing = { config_id: null, component_id: null, check_id: null, canary_id: null }
const from = '2026-11-24T14:05:00Z'
const until = '2026-11-24T18:05:00+02:00'

test('stores a silence with its author and returns an empty body [CALL-97]', async () => {
  const answer = await silence({
    id: id(99),
    namespace: 'x',
    source: 'KubernetesCRD',
    name: 'deploying',
    check_id: CHECK,
    config_id: '',
    from,
    until,
    description: 'A deployment',
    recursive: true,
  })
  expect([answer.status, await answer.text()]).toEqual([200, ''])
  expect(await stored()).toEqual([
    {
      ...nothing,
      name: 'deploying',
      description: 'A deployment',
      filter: null,
      selectors: null,
      from: new Date('2026-11-24T14:05:00Z'),
      until: new Date('2026-11-24T16:05:00Z'),
      recursive: true,
      check_id: CHECK,
      source: 'UI',
      created_by: ADA,
    },
  ])
})

test.each([
  ['config_id', CONFIG],
  ['component_id', COMPONENT],
  ['canary_id', CANARY],
])('silences %s without a name, a beginning and an end', async (column, of) => {
  expect((await silence({ [column]: of })).status).toBe(200)
  expect(await stored()).toMatchObject([{ ...nothing, [column]: of, until: null, name: expect.stringMatching(/./) }])
})

test.each<[unknown]>([[null], [''], ['indefinitely']])(
  'stores a silence without an end for until %j [SILENCE-06]',
  async (end) => {
    expect((await silence({ check_id: CHECK, from, until: end })).status).toBe(200)
    expect(await stored()).toMatchObject([{ until: null }])
  }
)

test('accepts a filter or selectors alone', async () => {
  expect((await silence({ filter: "check.type == 'http'" })).status).toBe(200)
  expect((await silence({ selectors: [{ types: ['Kubernetes::Pod'] }] })).status).toBe(200)
  const rows = await stored()
  expect(rows.map((row) => row['filter'])).toContain("check.type == 'http'")
  expect(rows.map((row) => row['selectors'])).toContainEqual([{ types: ['Kubernetes::Pod'] }])
})

test.each<[string, object, number, string]>([
  ['nothing to silence', { from, until }, 400, 'is required'],
  ['an empty list of selectors', { selectors: [] }, 400, 'is required'],
  ['an invalid beginning', { check_id: CHECK, from: 'yesterday' }, 400, 'from is not a time: yesterday'],
  ['an invalid end', { check_id: CHECK, until: 'in 2h' }, 400, 'until is not a time: in 2h'],
  ['an end before now', { check_id: CHECK, until: 'now-2h' }, 400, 'from must not be after until'],
  ['an end before the beginning', { check_id: CHECK, from: until, until: from }, 400, 'from must not be after until'],
  ['an invalid id', { check_id: 'payments' }, 400, 'check_id is not an id'],
  ['an unknown id', { check_id: id(12_345) }, 404, 'There is nothing with this check_id'],
  ['a novel', { check_id: CHECK, description: 'x'.repeat(10_001) }, 400, 'at most 10000 characters'],
  ['too many selectors', { selectors: Array.from({ length: 101 }, () => ({ name: 'x' })) }, 400, 'at most 100'],
])('refuses %s with a sentence and stores nothing', async (_what, body, status, words) => {
  const answer = await silence(body)
  expect([answer.status, await answer.json()]).toEqual([status, { error: expect.stringContaining(words) }])
  expect(await stored()).toEqual([])
})

test.each<[string, object, string]>([
  ['selectors as text', { selectors: '- name: x' }, 'selectors'],
  ['recursive as text', { check_id: CHECK, recursive: 'yes' }, 'recursive'],
  ['a list', [], 'expected object'],
])('refuses a malformed body, naming the member: %s', async (_what, body, member) => {
  const answer = await silence(body)
  expect([answer.status, await answer.json()]).toEqual([400, { error: expect.stringContaining(member) }])
})

test('accepts date math', async () => {
  const before = Date.now()
  expect((await silence({ check_id: CHECK, from: 'now-1h', until: 'now+2h' })).status).toBe(200)
  const [row] = await stored()
  const [begins, ends] = [row?.['from'] as Date, row?.['until'] as Date]
  expect(ends.getTime() - begins.getTime()).toBe(3 * 3_600_000)
  expect(Math.abs(begins.getTime() + 3_600_000 - before)).toBeLessThan(60_000)
})

test('refuses silences by callers who may not change notifications [SILENCE-08]', async () => {
  for (const role of ['commander', 'responder', 'viewer', 'guest']) {
    as(person(role))
    expect((await silence({ check_id: CHECK })).status).toBe(403)
  }
  as(undefined)
  expect((await silence({ check_id: CHECK })).status).toBe(401)
  expect(await stored()).toEqual([])
})

test('ends a silence when its row is deleted [SILENCE-09]', async () => {
  await silence({ name: 'mine', check_id: CHECK })
  const ended = await write('PATCH', '/api/db/notification_silences?name=eq.mine', { deleted_at: from })
  expect(ended.status).toBeLessThan(300)
  expect(await db.query(sql`select deleted_at from notification_silences`)).toEqual([
    { deleted_at: new Date('2026-11-24T14:05:00Z') },
  ])
})

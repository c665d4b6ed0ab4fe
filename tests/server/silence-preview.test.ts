import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'

const db = await testDatabase()
const { as, send } = await consoleApp(db)
const [ADA, CHECK, CONFIG, COMPONENT, CANARY] = [id(1), id(41), id(11), id(31), id(40)]
const person = (...roles: string[]) => ({ id: ADA, name: 'Ada', email: null, roles })
const [OLD, MIDDLE, NEW] = [id(101), id(102), id(103)]

beforeAll(async () => {
  await db.script(organisation)
  await db.script(`
    delete from notification_send_history;
    insert into notification_send_history (id, notification_id, source_event, resource_id, status, body, created_at) values
      ('${OLD}', '${id(70)}', 'check.failed', '${CHECK}', 'sent', 'old', now() - interval '3 days'),
      ('${MIDDLE}', '${id(70)}', 'config.unhealthy', '${CONFIG}', 'sent', 'middle', now() - interval '2 days'),
      ('${NEW}', '${id(70)}', 'check.passed', '${CHECK}', 'sent', 'new', now() - interval '1 day'),
      ('${id(104)}', '${id(70)}', 'component.unhealthy', '${COMPONENT}', 'sent', 'component', now() - interval '1 hour'),
      ('${id(105)}', '${id(70)}', 'check.failed', '${CHECK}', 'silenced', 'held back', now() - interval '1 day'),
      ('${id(106)}', '${id(70)}', 'check.failed', '${CHECK}', 'sent', 'last week', now() - interval '8 days')`)
})
beforeEach(() => as(person('editor')))

const ask = (query: Record<string, string>) =>
  send(`/api/notification/silence_preview?${new URLSearchParams(query).toString()}`)
const ids = async (query: Record<string, string>) => {
  const answer = await ask(query)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { id: string }[]).map((one) => one.id)
}

test('lists the sent messages of a week about a check, the newest first, with their resource', async () => {
  expect(await ids({ id: CHECK, type: 'check', recursive: 'false' })).toEqual([NEW, OLD])
  const [first] = (await (await ask({ id: CHECK, type: 'check' })).json()) as object[]
  expect(first).toMatchObject({ body_markdown: 'new', status: 'sent', resource: { id: CHECK } })
})

test.each<[string, Record<string, string>, string[]]>([
  ['a canary', { id: CANARY, type: 'canary' }, [NEW, OLD]],
  ['a config item', { id: CONFIG, type: 'config' }, [MIDDLE]],
  ['a component', { id: COMPONENT, type: 'component' }, [id(104)]],
  ['another check', { id: id(12_345), type: 'check' }, []],
  ['a filter', { filter: `config.id == "${CONFIG}"` }, [MIDDLE]],
  ['selectors', { selectors: JSON.stringify([{ id: CHECK }]) }, [NEW, OLD]],
])('previews %s', async (_what, query, found) => {
  expect(await ids(query)).toEqual(found)
})

test.each<[string, Record<string, string>, number, string]>([
  ['nothing', {}, 400, 'is required'],
  ['an unknown type', { id: CHECK, type: 'person' }, 400, 'type must be one of check, config, component, canary'],
  ['an invalid id', { id: 'payments', type: 'check' }, 400, 'check_id is not an id'],
  ['selectors that are no JSON', { selectors: '- name: x' }, 400, 'selectors is not JSON'],
  ['selectors that are no list', { selectors: '"x"' }, 400, 'selectors'],
  ['a novel', { filter: 'x'.repeat(10_001) }, 400, 'filter'],
  ['a filter with a syntax error', { filter: 'check.name = "x"' }, 500, 'cannot be evaluated'],
])('refuses %s with a sentence', async (_what, query, status, words) => {
  const answer = await ask(query)
  expect([answer.status, await answer.json()]).toEqual([status, { error: expect.stringContaining(words) }])
})

test('shows a preview only to those who may silence', async () => {
  for (const role of ['commander', 'responder', 'viewer', 'guest']) {
    as(person(role))
    expect((await ask({ id: CHECK, type: 'check' })).status).toBe(403)
  }
  as(undefined)
  expect((await ask({ id: CHECK, type: 'check' })).status).toBe(401)
})

test('reads with the rights of the caller', async () => {
  await db.run(sql`
    insert into permissions (person_id, object, action, deny) values (${ADA}, 'canaries', 'read', true)`)
  expect(await ids({ id: CHECK, type: 'check' })).toEqual([])
  await db.run(sql`delete from permissions`)
  expect(await ids({ id: CHECK, type: 'check' })).toEqual([NEW, OLD])
})

import { beforeAll, expect, test } from 'vitest'
import { type TestCaller, consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id } from '../helpers/organisation'

// The uses of a connection: every form of a reference, in every table that has references.

const db = await testDatabase()
const { as, send } = await consoleApp(db)
const admin: TestCaller = { id: id(1), name: 'Ada', email: null, roles: ['admin'] }

beforeAll(async () => {
  await db.script(`
    insert into people (id, name) values ('${id(1)}', 'Ada');
    insert into connections (id, name, namespace, type, properties) values
      ('${id(10)}', 'chat', 'default', 'slack', null),
      ('${id(11)}', 'backups', 'default', 'restic', '{"awsConnectionName": "chat"}'),
      ('${id(12)}', 'unrelated', 'default', 'http', '{"note": "chat"}');
    insert into canaries (id, name, namespace, spec, deleted_at) values
      ('${id(20)}', 'shop', 'shop', '{"http": [{"name": "homepage", "connection": "connection://default/chat"}, {"name": "cart", "url": "https://chat"}]}', null),
      ('${id(21)}', 'by-type', 'shop', '{"http": [{"name": "a", "connection": "connection://slack/chat"}]}', null),
      ('${id(22)}', 'another-namespace', 'shop', '{"http": [{"name": "a", "connection": "chat"}]}', null),
      ('${id(23)}', 'longer-name', 'shop', '{"http": [{"name": "a", "connection": "connection://default/chat-2"}]}', null),
      ('${id(24)}', 'deleted', 'shop', '{"http": [{"name": "a", "connection": "connection://default/chat"}]}', now());
    insert into playbooks (id, name, namespace, spec, source) values
      ('${id(30)}', 'restart', 'default', '{"actions": [{"name": "tell", "notification": {"connection": "chat"}}]}', 'UI');
    insert into notifications (id, name, events, custom_services) values
      ('${id(40)}', 'failed', '{check.failed}', '[{"name": "ops", "connection": "${id(10)}"}]');
    insert into teams (id, name, spec, created_by) values
      ('${id(50)}', 'ops', '{"notifications": [{"name": "ops", "connection": "connection://default/chat"}]}', '${id(1)}');
  `)
})

const read = async (connection = id(10)) => {
  const answer = await send(`/api/connection/${connection}/_uses`)
  return { status: answer.status, body: (await answer.json()) as { uses: { name: string }[]; unread: string[] } }
}

test('lists the resources that refer to a connection, with the parts that do', async () => {
  as(admin)
  const { status, body } = await read()
  expect(status).toBe(200)
  expect(body).toEqual({
    uses: [
      ['canary', 20, 'shop', 'shop', ['homepage']],
      ['canary', 21, 'by-type', 'shop', ['a']],
      ['playbook', 30, 'restart', 'default', ['tell']],
      ['notification', 40, 'failed', null, ['ops']],
      ['team', 50, 'ops', null, ['ops']],
      ['connection', 11, 'backups', 'default', []],
    ]
      .toSorted(([a, , first], [b, , second]) => (a === b ? String(first).localeCompare(String(second)) : 0))
      .map(([kind, number, name, namespace, parts]) => ({
        kind,
        id: id(Number(number)),
        name,
        namespace,
        parts,
        at: expect.any(String) as unknown,
      })),
    unread: [],
  })
})

test('lists nothing for a connection that nothing uses, and refuses unknown ones', async () => {
  as(admin)
  expect((await read(id(12))).body.uses).toEqual([])
  expect((await send(`/api/connection/${id(99)}/_uses`)).status).toBe(404)
  expect((await send('/api/connection/x/_uses')).status).toBe(404)
})

test('requires the right to read connections', async () => {
  as({ ...admin, roles: ['viewer'] })
  expect((await send(`/api/connection/${id(10)}/_uses`)).status).toBe(403)
})

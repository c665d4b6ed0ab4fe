import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { readCaller } from '../../server/identity/access/people'
import { offeredRelations, readOnlyRelations } from '../../server/identity/access/relations'
import { authenticateToken, createToken } from '../../server/identity/access/tokens'
import { ident, sql } from '../../server/data/db/sql'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'

// The author of a row is the caller, whatever the client sends.

const db = await testDatabase()
await db.script(organisation)
const [ada, bo, cy, di] = [id(1), id(2), id(901), id(902)]
await db.script(`
  insert into people (id, name) values ('${cy}', 'Cy'), ('${di}', 'Di');
  insert into casbin_rule (ptype, v0, v1) values ('g', '${bo}', 'editor'), ('g', '${cy}', 'responder'), ('g', '${di}', 'commander');
  insert into permission_groups (name, selectors, created_by) values ('a', '[]', '${ada}');
`)
const { as, send, write } = await consoleApp(db)
const be = async (person: string) => as(await readCaller(db, person))
beforeEach(() => be(ada))

type Row = Record<string, unknown>
const representation = { Prefer: 'return=representation' }

async function ask(method: string, path: string, body: unknown, prefer = 'return=representation') {
  const answer = await write(method, `/api/db/${path}`, body, { Prefer: prefer })
  const text = await answer.text()
  const read: unknown = text === '' ? [] : JSON.parse(text)
  return { status: answer.status, text, rows: Array.isArray(read) ? (read as Row[]) : [] }
}

const cache = await loadSchemaCache(db)
/** Writable tables with author columns. */
const authored = [...cache.relations.values()]
  .filter(
    ({ name, isTable, columns }) =>
      isTable &&
      offeredRelations.includes(name) &&
      !readOnlyRelations.has(name) &&
      columns.get('created_by')?.type === 'uuid'
  )
  .map(({ name }) => name)

test('covers all tables with an author', () => {
  expect(authored.toSorted()).toEqual(
    `agents canaries comments components config_analysis config_changes config_items config_scrapers connections evidences
    hypotheses incident_histories incident_rules incidents logging_backends notification_silences notifications
    permission_groups permissions playbooks properties responders teams topologies`.split(/\s+/)
  )
})

/** A row of the sample data as sent to store it again. */
async function anotherOf(table: string): Promise<{ stored: Row; row: Row }> {
  const [found] = await db.query<{ row: Row }>(sql`select to_json(t) as row from ${ident(table)} as t limit 1`)
  if (!found) throw new Error(`there is none of ${table}`)
  const columns = cache.relations.get(table)?.columns
  const isText = (name: string) => columns?.get(name)?.type === 'text'
  // Unique values are changed; nulls, generated values and values hidden from clients are left out.
  const row = Object.fromEntries(
    Object.entries(found.row).flatMap(([name, value]) => {
      if (value === null || name === 'id' || name.endsWith('_values') || !columns?.has(name)) return []
      if (table === 'incidents' && name === 'incident_id') return []
      return [
        [name, ['name', 'external_id', 'fingerprint'].includes(name) && isText(name) ? `${String(value)} 2` : value],
      ]
    })
  )
  return { stored: found.row, row }
}

test.each(authored)('sets the caller as the author of new %s', async (table) => {
  const { row } = await anotherOf(table)
  const made = await ask('POST', table, { ...row, created_by: bo }, 'return=representation,tx=rollback')
  expect([made.status < 300 ? 'made' : made.text, authorsOf(made.rows)]).toEqual(['made', [ada]])
})

test.each(authored.filter((name) => name !== 'comments'))('keeps the author of changed %s', async (table) => {
  const { row, stored } = await anotherOf(table)
  const key = table === 'properties' ? 'name' : 'id'
  const by = { [key]: stored[key], created_by: bo }
  const author = (person: string) =>
    db.run(sql`update ${ident(table)} set created_by = ${person} where ${ident(key)}::text = ${String(stored[key])}`)
  await author(cy)
  const changed = await ask('PATCH', `${table}?${key}=eq.${String(stored[key])}`, by)
  expect([changed.status, authorsOf(changed.rows)]).toEqual([200, [cy]])
  const merged = await ask('POST', table, { ...row, ...by }, 'return=representation,resolution=merge-duplicates')
  expect([merged.status < 300 ? 'merged' : merged.text, authorsOf(merged.rows)]).toEqual(['merged', [cy]])
  await author(ada)
})

const authorsOf = (rows: readonly Row[]) => rows.map((one) => one['created_by'])

test.each([
  ['no author', { title: 'a' }],
  ['null as author', { title: 'a', created_by: null }],
  ['another person', { title: 'a', created_by: ada }],
  ['an unknown person', { title: 'a', created_by: id(999) }],
])('stores the caller as author of an incident sent with %s', async (_name, said) => {
  await be(cy)
  const rest = { description: '', type: 'a', severity: 'Low', status: 'open' }
  const made = await ask('POST', 'incidents', [
    { ...rest, ...said },
    { ...rest, ...said },
  ])
  expect([made.status, authorsOf(made.rows)]).toEqual([201, [cy, cy]])
  const ids = made.rows.map((one) => String(one['id']))
  // Also in the history written by triggers.
  const histories = await db.query(
    sql`select distinct created_by::text from incident_histories where incident_id = any (${ids}::uuid[])`
  )
  expect(histories).toEqual([{ created_by: cy }])
})

test('ignores author columns in any parameter that selects columns', async () => {
  await be(bo)
  const row = { name: `a ${randomUUID()}`, spec: {}, created_by: ada }
  const by = async (path: string, prefer = 'return=representation') =>
    authorsOf((await ask('POST', path, { ...row, name: randomUUID() }, prefer)).rows)
  expect(await by('logging_backends?columns=name,spec,created_by')).toEqual([bo])
  expect(await by('logging_backends?columns=name,spec')).toEqual([bo])
  expect(await by('logging_backends', 'return=representation,missing=default')).toEqual([bo])
  expect(await by('logging_backends?select=id,created_by')).toEqual([bo])
})

test('stores the caller as the last editor of a permission', async () => {
  const made = await ask('POST', 'permissions', { action: 'read', object: 'catalog', subject: 'guest', updated_by: bo })
  expect(made.rows).toMatchObject([{ created_by: ada, updated_by: null }])
  const changed = await ask('PATCH', `permissions?id=eq.${String(made.rows[0]?.['id'])}`, {
    action: 'update',
    updated_by: bo,
  })
  expect(changed.rows).toMatchObject([{ created_by: ada, updated_by: ada }])
})

test('stores the person of an access token as author', async () => {
  const made = await db.transaction((tx) =>
    createToken(tx, { personId: cy, name: 'ci', expiresAt: new Date(Date.now() + 86_400_000) }, ada)
  )
  as(await authenticateToken(db, { token: made?.token ?? '', user: 'token' }))
  const said = { incident_id: id(50), comment: 'from a program', created_by: ada }
  expect((await ask('POST', 'comments', said)).rows).toMatchObject([{ created_by: cy }])
})

test('refuses a change of the author only', async () => {
  const { status, text } = await ask('PATCH', `teams?id=eq.${id(3)}`, { created_by: bo })
  expect([status, text]).toEqual([400, expect.stringContaining('contains no column to change')])
})

async function comment(by: string, text = 'mine'): Promise<string> {
  const [row] = await db.query<{ id: string }>(sql`
    insert into comments (incident_id, comment, created_by) values (${id(50)}, ${text}, ${by}) returning id::text`)
  return row?.id ?? ''
}
const textOf = async (one: string) =>
  (await db.query<{ comment: string }>(sql`select comment from comments where id = ${one}`))[0]?.comment

test('lets the author change and delete a comment', async () => {
  await be(cy)
  const one = await comment(cy)
  expect((await ask('PATCH', `comments?id=eq.${one}`, { comment: 'better' })).rows).toMatchObject([
    { comment: 'better' },
  ])
  expect((await send(`/api/db/comments?id=eq.${one}`, { method: 'DELETE', headers: representation })).status).toBe(200)
  expect(await textOf(one)).toBeUndefined()
})

/** Requests that change or remove a comment. */
const attacks: [string, string, (one: string) => [path: string, body: Row | Row[], prefer?: string]][] = [
  ['PATCH', 'by its id', (one) => [`comments?id=eq.${one}`, { comment: 'x' }]],
  ['PATCH', 'by its text', () => ['comments?comment=eq.mine', { comment: 'x' }]],
  ['PATCH', 'by its author', () => [`comments?created_by=eq.${cy}`, { comment: 'x' }]],
  ['PATCH', 'with all others', () => ['comments?id=not.is.null', { comment: 'x' }]],
  ['PATCH', 'taking it over', (one) => [`comments?id=eq.${one}`, { comment: 'x', created_by: di }]],
  ['PATCH', 'with its incident', (one) => [`comments?or=(id.eq.${one},id.is.null)`, { incident_id: id(50) }]],
  ['PATCH', 'without an answer', (one) => [`comments?id=eq.${one}`, { comment: 'x' }, 'return=minimal']],
  ['PATCH', 'as a rehearsal', (one) => [`comments?id=eq.${one}`, { comment: 'x' }, 'tx=rollback']],
]

test.each(attacks)('refuses changes of a comment by others: %s %s', async (method, _how, of) => {
  const one = await comment(cy)
  const [path, body, prefer] = of(one)
  // Another responder, an editor, an administrator.
  for (const person of [di, bo, ada]) {
    await be(person)
    const { status, text } = await ask(method, path, body, prefer)
    expect([status, text]).toEqual([403, expect.stringContaining('Only the author can change this')])
  }
  expect(await textOf(one)).toBe('mine')
  await db.script(`delete from comments where id = '${one}'`)
})

test('refuses to insert the comment of another author again', async () => {
  const one = await comment(cy)
  for (const person of [di, bo, ada]) {
    await be(person)
    const again = { id: one, incident_id: id(50), comment: 'x', created_by: cy }
    expect((await ask('POST', 'comments', again)).status).toBe(409)
    for (const conflict of ['', '?on_conflict=id'])
      expect(
        (await ask('POST', `comments${conflict}`, again, 'return=representation,resolution=merge-duplicates')).rows
      ).toEqual([])
  }
  expect(await textOf(one)).toBe('mine')
  await be(cy)
  const mine = { id: one, incident_id: id(50), comment: 'better' }
  await ask('POST', 'comments', mine, 'resolution=merge-duplicates')
  expect(await textOf(one)).toBe('better')
  await db.script(`delete from comments where id = '${one}'`)
})

test('lets administrators delete comments of others', async () => {
  const one = await comment(cy)
  for (const [person, status] of [
    [di, 403],
    [bo, 403],
    [ada, 204],
  ] as const) {
    await be(person)
    expect([person, (await send(`/api/db/comments?id=eq.${one}`, { method: 'DELETE' })).status]).toEqual([
      person,
      status,
    ])
  }
  expect(await textOf(one)).toBeUndefined()
})

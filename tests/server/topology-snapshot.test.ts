import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLogEngine } from '../../server/logs/engine'
import { createTopologyEngine } from '../../server/topology/engine'
import { consoleApp } from '../helpers/console-app'
import { temporaryFolder } from '../helpers/console-process'
import { testDatabase } from '../helpers/database'
import { evaluateHere } from '../helpers/evaluate-here'
import { eventually } from '../helpers/eventually'
import { silentLog } from '../helpers/health'
import { id } from '../helpers/organisation'
import { unzipped } from '../helpers/unzip'

const db = await testDatabase()
const now = new Date('2026-11-24T14:05:00Z')
const engine = createTopologyEngine({
  db,
  log: silentLog,
  now: () => now,
  hostname: 'here',
  evaluate: evaluateHere,
  logs: createLogEngine({ db, now: () => now }),
})
const { as, send } = await consoleApp(db, { engines: [engine] })
const person = (...roles: string[]) => ({ id: id(1), name: 'Ada', email: null, roles })

const [shop, cart, bank, twin] = [id(10), id(11), id(12), id(13)]
beforeAll(() =>
  db.script(`
    insert into people (id, name) values ('${id(1)}', 'Ada');
    insert into components (id, external_id, parent_id, path, name, type, status, health, is_leaf, log_selectors) values
      ('${shop}', 'shop', null, '', 'Shop & more', 'Application', '', null, false, '[{"name": "app"}]'),
      ('${cart}', 'cart', '${shop}', '${shop}', 'cart', 'Service', '', 'unhealthy', true, null),
      ('${bank}', 'bank', null, '', 'bank', 'Service', '', null, true, null), ('${twin}', 'twin', null, '', 'twin', 'Service', '', null, true, null);
    insert into component_relationships (component_id, relationship_id) values ('${shop}', '${bank}');
    insert into config_items (id, name, type, config_class, config) values
      ('${id(60)}', '=cart()', 'Deployment', 'Deployment', '{"a": [1]}'), ('${id(61)}', 'bank', 'Deployment', 'Deployment', null), ('${id(62)}', 'apart', 'Deployment', 'Deployment', null);
    delete from config_changes;
    insert into config_component_relationships (component_id, config_id) values ('${cart}', '${id(60)}'), ('${bank}', '${id(61)}'), ('${twin}', '${id(62)}'), ('${twin}', '${id(60)}'), ('${shop}', '${id(60)}');
    insert into config_changes (id, config_id, change_type, summary, created_at) values
      ('${id(20)}', '${id(60)}', 'diff', 'just now', '2026-11-24T14:00Z'), ('${id(21)}', '${id(60)}', 'diff', 'an hour ago', '2026-11-24T13:00Z'),
      ('${id(22)}', '${id(61)}', 'diff', 'of the bank', '2026-11-24T14:01Z');
    insert into config_analysis (id, config_id, analyzer, analysis_type, severity, first_observed, last_observed) values
      ('${id(30)}', '${id(60)}', 'lasting', 'security', 'high', '2026-01-01', '2026-11-24T14:03Z'), ('${id(31)}', '${id(60)}', 'over', 'security', 'high', '2026-01-01', '2026-01-02');
    insert into incidents (id, title, description, type, severity, status, created_by, commander_id, created_at, closed) values
      ('${id(50)}', 'Down', '', 'availability', 'High', 'open', '${id(1)}', '${id(1)}', '2026-11-20', null), ('${id(51)}', 'Over', '', 'availability', 'High', 'closed', '${id(1)}', '${id(1)}', '2026-11-20', '2026-11-21');
    insert into hypotheses (id, incident_id, type, title, status, created_by) values ('${id(52)}', '${id(50)}', 'root', 'Cause', 'possible', '${id(1)}'), ('${id(53)}', '${id(51)}', 'root', 'x', 'possible', '${id(1)}');
    insert into evidences (id, hypothesis_id, description, type, created_by, component_id) values ('${id(54)}', '${id(52)}', 'It', 'topology', '${id(1)}', '${cart}'), ('${id(55)}', '${id(53)}', 'x', 'topology', '${id(1)}', '${cart}');
  `)
)
beforeEach(() => as(person('viewer')))

const ask = (query = '', component = shop, method = 'GET') =>
  send(`/api/snapshot/topology/${component}?${query}`, { method })
const files = async (query = '') => unzipped(Buffer.from(await (await ask(query)).arrayBuffer()))
/** The values of a column. */
const column = (text: string | undefined, name: string) => {
  const [head = '', ...lines] = (text ?? '').trimEnd().split('\r\n')
  const at = head.split(',').indexOf(name)
  return lines.map((line) => line.split(',')[at])
}

test('archives a component, its descendants and the surrounding data', async () => {
  const answer = await ask()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('application/zip')
  expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="Shop-more-snapshot.zip"')
  const found = await files()
  expect([...found.keys()]).toEqual([
    'components.json',
    ...['components', 'config_items', 'config_changes', 'config_analysis', 'incidents', 'hypotheses', 'evidences'].map(
      (name) => `${name}.csv`
    ),
    'README.txt',
  ])
  expect(JSON.parse(found.get('components.json') ?? '')).toMatchObject([
    { name: 'Shop & more', health: 'unhealthy', components: [{ name: 'cart' }] },
  ])
  expect(column(found.get('components.csv'), 'id')).toEqual([shop, cart])
  expect(column(found.get('config_items.csv'), 'name')).toEqual(["'=cart()"])
  expect(found.get('config_items.csv')).toContain('"{""a"":[1]}"')
  expect(column(found.get('config_changes.csv'), 'id')).toEqual([id(20)])
  expect(column(found.get('config_analysis.csv'), 'id')).toEqual([id(30)])
  expect(column(found.get('incidents.csv'), 'id')).toEqual([id(50)])
  expect(column(found.get('hypotheses.csv'), 'id')).toEqual([id(52)])
  expect(column(found.get('evidences.csv'), 'id')).toEqual([id(54)])
  const about = found.get('README.txt')
  expect(about).toContain('2026-11-24T13:50:00.000Z to 2026-11-24T14:05:00.000Z')
  expect(about).toContain('config_changes.csv: 1 row.')
})

test.each([
  ['start=2h', [id(20), id(21)]],
  ['start=2h&end=30m', [id(21)]],
  ['start=2026-11-24T12:00:00Z&end=2026-11-24T13:30:00Z', [id(21)]],
  ['start=1s', []],
])('%s', async (query, expected) =>
  expect(column((await files(query)).get('config_changes.csv'), 'id')).toEqual(expected)
)

test('includes components related by relationships and by the same items', async () => {
  const found = await files('related=true')
  expect(column(found.get('components.csv'), 'id')).toEqual([shop, cart, bank, twin])
  expect(column(found.get('config_items.csv'), 'id')).toEqual([id(60), id(61), id(62)])
  expect(found.get('README.txt')).toContain('these and related components, 4 in total')
})

test('reads rows in pages', async () => {
  await db.script(`
    insert into config_changes (config_id, change_type, summary, created_at)
    select '${id(60)}', 'many', n::text, '2026-11-24T14:04Z' from generate_series(1, 600) as n`)
  try {
    const lines = column((await files()).get('config_changes.csv'), 'id')
    expect([lines.length, new Set(lines).size]).toEqual([601, 601])
  } finally {
    await db.script(`delete from config_changes where change_type = 'many'`)
  }
})

describe('logs', () => {
  const folder = temporaryFolder()
  afterAll(() => folder.remove())
  beforeAll(async () => {
    const path = join(folder.path, 'app.log')
    const lines = ['13:10:00 an hour ago', '13:55:00 {"a": 1}', '14:00:00 the newest', '14:30:00 later']
    await writeFile(path, lines.map((line) => `2026-11-24T${line.replace(' ', 'Z ')}\n`).join(''))
    await db.script(`
      insert into logging_backends (id, name, spec) values ('${id(70)}', 'files', '{"file": {"paths": ["${path}"]}}');
      update components set log_selectors = '[{"name": "app"}, {"name": "app"}]' where id = '${cart}'`)
  })
  afterAll(() =>
    db.script(`delete from logging_backends; update components set log_selectors = null where id = '${cart}'`)
  )

  beforeEach(() => as(person('admin')))

  test('writes the lines of each selector to a file, the oldest first', async () => {
    const found = await files()
    const names = [...found.keys()].filter((name) => name.startsWith('logs/'))
    expect(names).toEqual(['logs/Shop-more-app.log', 'logs/cart-app.log', 'logs/cart-app-2.log'])
    expect(found.get('logs/cart-app.log')).toBe('2026-11-24T13:55:00Z {"a": 1}\n2026-11-24T14:00:00Z the newest\n')
    expect(found.get('README.txt')).toContain('logs/cart-app.log: 2 lines.')
  })

  test('writes complete lines with their labels as JSON', async () => {
    const found = await files('logFormat=json&start=2h')
    expect(JSON.parse(found.get('logs/Shop-more-app.json') ?? '')).toEqual(
      ['13:10:00Z an hour ago', '13:55:00Z {"a": 1}', '14:00:00Z the newest'].map((line) => ({
        timestamp: `2026-11-24T${line.slice(0, 8)}.000Z`,
        message: `2026-11-24T${line}`,
        labels: { file: 'app.log' },
      }))
    )
  })

  test('notes why a log is omitted', async () => {
    await db.script(`update logging_backends set deleted_at = now()`)
    const found = await files()
    await db.script(`update logging_backends set deleted_at = null`)
    expect(found.has('logs/cart-app.log')).toBe(false)
    expect(found.get('README.txt')).toContain('logs/cart-app.log: omitted. There is no log backend for app: Add one')
  })

  test('omits logs for callers who may not read them', async () => {
    as(person('viewer'))
    const found = await files()
    expect([...found.keys()].filter((name) => name.startsWith('logs/'))).toEqual([])
    expect(found.get('README.txt')).toContain('logs: omitted: you may not read logs.')
  })
})

test('omits data that the caller may not read, and notes it', async () => {
  await db.script(
    `insert into permissions (action, subject, subject_type, object, deny, created_by) values ('read', 'viewer', 'group', 'incident', true, '${id(1)}')`
  )
  try {
    const found = await files()
    expect([...found.keys()].filter((name) => /incident|hypo|evid/.test(name))).toEqual([])
    expect(found.get('README.txt')).toContain('incidents.csv: omitted: you may not read incident.')
  } finally {
    await db.script('delete from permissions')
  }
})

test.each([
  ['start=soon', 400],
  ['start=1m&end=2h', 400],
  ['start=2026-11-24', 400],
  ['logFormat=xml', 400],
])('refuses %s', async (query, status) => expect((await ask(query)).status).toBe(status))

test('returns 404 for an unknown component and 401 without a session', async () => {
  expect((await ask('', id(99))).status).toBe(404)
  expect((await ask('', 'x')).status).toBe(404)
  as(undefined)
  expect((await ask()).status).toBe(401)
})

test('creates two snapshots of a person at once; cancelled ones free their slots and HEAD requests take none', async () => {
  for (let n = 0; n < 3; n++) expect((await ask('', shop, 'HEAD')).status).toBe(200)
  const readers = [await ask(), await ask()].map((answer) => answer.body?.getReader())
  // Also before they are read.
  expect((await ask()).status).toBe(429)
  for (const reader of readers) await reader?.read()
  expect((await ask()).status).toBe(429)
  // Another person has slots of their own.
  as({ ...person('viewer'), id: id(2) })
  const other = await ask()
  expect(other.status).toBe(200)
  await other.body?.cancel()
  as(person('viewer'))
  for (const reader of readers) await reader?.cancel()
  await eventually(async () => {
    const answer = await ask()
    await answer.body?.cancel()
    expect(answer.status).toBe(200)
  })
})

import { expect, test } from 'vitest'
import { safeCheckEndpoint } from './check-detail'
import { listCheckRelations } from './check-relations'

test.each([
  [{ url: 'https://shop.example/' }, 'https://shop.example/'],
  [{ endpoint: '10.0.0.4:25', name: 'mail' }, '10.0.0.4:25'],
  [{ url: 'postgres://console:secret@db:5432/orders' }, 'postgres://db:5432/orders'],
  [{ url: 'https://shop.example/a@b' }, 'https://shop.example/a@b'],
  [{ server: '', query: 'shop.example' }, 'shop.example'],
  [{ url: { valueFrom: {} } }, null],
  [null, null],
])('reads the endpoint of the spec %j: %s', (spec, expected) => {
  expect(safeCheckEndpoint({ spec, type: 'http' })).toBe(expected)
})

test.each([
  ['mysql', 'me:secret@tcp(db:3306)/shop', null],
  ['mssql', 'server=db;user id=me;password=secret', null],
  ['mssql', 'sqlserver://me:secret@db:1433', 'sqlserver://db:1433'],
])('hides endpoints of %s checks that may contain a password', (type, url, expected) => {
  expect(safeCheckEndpoint({ spec: { url }, type })).toBe(expected)
})

const id = '5a000011-0000-4000-8000-000000000015'
const base = { id, name: 'a', type: 'http', status: 'healthy' as const }

test('leaves out removed links and links to deleted resources', () => {
  const relations = listCheckRelations({
    ...base,
    components: [{ components: { id, name: 'shop' } }, { deleted_at: '2026-01-01T00:00:00Z', components: base }],
    configs: [{ deleted_at: null, configs: { id, name: 'deployment' } }, { configs: null }],
  })
  expect(relations.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['component shop', 'config deployment'])
})

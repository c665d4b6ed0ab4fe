import { describe, expect, test } from 'vitest'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import { testDatabase } from '../helpers/database'
import { harbour, relationalOver } from '../helpers/harbour'

const db = await testDatabase()
await db.script(harbour)
const cache = await loadSchemaCache(db)

/** The join paths between two relations, as `constraint: columns`. */
const ways = (from: string, to: string) =>
  (cache.relationships.get(from) ?? [])
    .filter((one) => one.to === to)
    .map(
      ({ constraint, on, isToOne }) =>
        `${constraint}: ${on.map((pair) => `${pair.from}=${pair.to}`).join()} ${isToOne ? 'one' : 'many'}`
    )

describe('relations', () => {
  test('reads columns with their types, in order', () => {
    expect([...(cache.relations.get('berths')?.columns.values() ?? [])]).toEqual([
      { name: 'ship_id', type: 'integer' },
      { name: 'sailor_id', type: 'integer' },
      { name: 'rank', type: 'text' },
    ])
  })
  test.each([
    ['ports', 'berths', '1'],
    ['ports', 'tags', "'{}'::text[]"],
    ['ships', 'id', `nextval('public.ships_id_seq'::regclass)`],
    ['ships', 'words', undefined],
    ['ships', 'name', undefined],
  ])('reads the default of %s.%s', (relation, column, expression) => {
    expect(cache.relations.get(relation)?.columns.get(column)?.default).toBe(expression)
  })
  test('reads primary keys', () => {
    expect(cache.relations.get('berths')?.primaryKey).toEqual(['ship_id', 'sailor_id'])
    expect(cache.relations.get('active_ships')?.primaryKey).toEqual([])
  })
  test.each([
    'pg_class',
    'migrations',
    'console.migrations',
    'people_email_unique_idx',
    'ships_id_seq',
    'access_tokens',
  ])('hides %s', (name) => expect(cache.relations.has(name)).toBe(false))
  test('distinguishes tables and views', () => {
    expect(cache.relations.get('ships')?.isTable).toBe(true)
    expect(cache.relations.get('active_ships')?.isTable).toBe(false)
  })
})

describe('relationships', () => {
  test.each([
    ['ships', 'ports', ['ships_home_port_fkey: home_port=id one']],
    ['ports', 'ships', ['ships_home_port_fkey: id=home_port many']],
    ['ships', 'captains', ['captains_ship_id_fkey: id=ship_id one']],
    ['voyages', 'ports', ['voyages_from_port_fkey: from_port=id one', 'voyages_to_port_fkey: to_port=id one']],
    ['active_ships', 'ports', ['ships_home_port_fkey: home_port=id one']],
    ['ship_names', 'ports', ['ships_home_port_fkey: port=id one']],
    ['ports', 'ship_names', ['ships_home_port_fkey: id=port many']],
    ['voyage_list', 'active_ships', ['voyages_ship_id_fkey: ship_id=id one']],
    ['everybody', 'ships', []],
    ['sailors', 'ports', []],
  ])('relates %s to %s', (from, to, expected) => expect(ways(from, to)).toEqual(expected))

  test('relates the product views to the tables behind them', () => {
    expect(ways('config_changes', 'configs')).toEqual(['config_changes_config_id_fkey: config_id=id one'])
    expect(ways('configs', 'config_scrapers')).toEqual(['config_items_scraper_id_fkey: scraper_id=id one'])
    expect(ways('config_analysis_items', 'configs')).toEqual(['config_analysis_config_id_fkey: config_id=id one'])
    expect(ways('notifications_summary', 'teams')).toEqual(['notification_team_id_fkey: team_id=id one'])
    expect(ways('integrations_with_status', 'people')).toEqual([])
  })
})

describe('functions', () => {
  test.each([
    ['sum_of', { isSet: false, isVolatile: false, returns: { kind: 'value' } }],
    ['ships_of', { isSet: true, returns: { kind: 'rows', relation: 'ships' } }],
    ['flagship', { isSet: false, returns: { kind: 'rows', relation: 'ships' } }],
    ['names_like', { isSet: true, returns: { kind: 'value' } }],
    ['forget', { isVolatile: true, returns: { kind: 'void' } }],
    ['drop_config_items', { isVolatile: true }],
    ['related_configs_recursive', { isVolatile: false, isSet: true }],
  ])('reads the function %s', (name, expected) => expect(cache.functions.get(name)).toMatchObject([expected]))

  test('reads argument types and optional arguments', () => {
    expect(cache.functions.get('sum_of')?.[0]?.arguments).toEqual([
      { name: 'a', type: 'integer', isOptional: false },
      { name: 'b', type: 'integer', isOptional: true },
    ])
  })
  test('reads the columns of returned tables', () => {
    const returns = cache.functions.get('tallies')?.[0]?.returns
    expect(returns?.kind === 'rows' && [...returns.columns.keys()]).toEqual(['port', 'ships'])
  })
  test('hides trigger functions', () => {
    const { size } = cache.functions
    expect(size).toBeGreaterThan(10)
    expect(cache.functions.has('pg_sleep')).toBe(false)
  })
})

test('hides access tokens from embeds', async () => {
  const { send } = await relationalOver(db)
  const response = await send('people?select=id,access_tokens(value)')
  expect([response.status, (await response.json()).code]).toEqual([400, 'PGRST200'])
})

test('includes additions of a migration after reloading', async () => {
  await db.script('create table moorings (id integer primary key, port integer references ports)')
  expect(cache.relations.has('moorings')).toBe(false)
  expect((await loadSchemaCache(db)).relations.has('moorings')).toBe(true)
})

import { beforeAll, expect, test } from 'vitest'
import { migrate, migrations, schemaFiles } from '../../server/data/db/migrate'
import { sql } from '../../server/data/db/sql'
import { testDatabase } from '../helpers/database'
import { foreignKeys, tables, uniqueKeys } from './schema-tables'
import { views } from './schema-views'

const db = await testDatabase()

type ColumnRow = { relation: string; name: string; type: string; isNullable: boolean }
let columnsOf: Map<string, ColumnRow[]>
beforeAll(async () => {
  const rows = await db.query<ColumnRow>(sql`
    select table_name as relation, column_name as name, is_nullable = 'YES' as "isNullable",
      case
        when data_type = 'ARRAY' then ltrim(udt_name, '_') || '[]'
        when data_type = 'USER-DEFINED' then udt_name
        else replace(replace(replace(data_type, 'timestamp with time zone', 'timestamptz'),
          'timestamp without time zone', 'timestamp'), 'character varying', 'varchar')
      end as type
    -- What is made for searching is no client's.
    from information_schema.columns where table_schema = 'public' and column_name <> 'search_text'`)
  columnsOf = grouped(rows)
})
function grouped(rows: readonly ColumnRow[]): Map<string, ColumnRow[]> {
  const found = new Map<string, ColumnRow[]>()
  for (const row of rows) found.set(row.relation, [...(found.get(row.relation) ?? []), row])
  return found
}

test.each(Object.entries(tables))('has the columns of the table %s', (relation, expected) => {
  const found = (columnsOf.get(relation) ?? []).map(
    ({ name, type, isNullable }) => `${name} ${type.replace(/^int2\[\]$/, 'smallint[]')}${isNullable ? '?' : ''}`
  )
  expect(found.toSorted()).toEqual(expected.split(', ').toSorted())
})

test.each(Object.entries(views))('has the columns of the view %s', (relation, expected) => {
  const names = expected.split(/,\s+/).flatMap((name) => {
    const [, table] = /^(\w+)\.\*$/.exec(name) ?? []
    return table ? (columnsOf.get(table) ?? []).map((column) => column.name) : [name]
  })
  expect((columnsOf.get(relation) ?? []).map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

test('names foreign keys like the hints of clients', async () => {
  const rows = await db.query<{ name: string; declared: string }>(sql`
    select conname as name, conrelid::regclass || '.' || attname || ' ' || confrelid::regclass as declared
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace`)
  const found = new Set(rows.map(({ name, declared }) => `${name}: ${declared}`))
  const expected = Object.entries(foreignKeys).flatMap(([name, all]) => all.map((one) => `${name}: ${one}`))
  expect(expected.filter((one) => !found.has(one))).toEqual([])
})

test('names unique constraints like their error messages', async () => {
  const rows = await db.query<{ name: string; columns: string; condition: string | null }>(sql`
    select indrelid::regclass || ' ' || indexrelid::regclass as name, pg_get_expr(indpred, indrelid) as condition,
      array_to_string(array(
        select pg_get_indexdef(indexrelid, n, true) from generate_series(1, indnkeyatts) as n order by n
      ), ', ') as columns
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indisunique and not indisprimary and relnamespace = 'public'::regnamespace and 0 <> all (indkey)`)
  const found = rows.map(({ name, columns, condition }) => [
    name,
    columns + (condition?.includes('deleted_at') ? ' live' : '') + (condition?.includes('agent_id') ? ' ours' : ''),
  ])
  expect(Object.fromEntries(found)).toEqual(uniqueKeys)
})

test('has a comment for every table and view', async () => {
  const silent = await db.query(sql`
    select relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'console', 'identity') and relkind in ('r', 'v', 'm') and obj_description(pg_class.oid) is null`)
  expect(silent).toEqual([])
})

test('exposes only functions of the protocol', async () => {
  const rows = await db.query<{ proname: string }>(
    sql`select distinct proname from pg_proc where pronamespace = 'public'::regnamespace order by proname`
  )
  expect(rows.map(({ proname }) => proname)).toEqual([
    'check_summary_for_component',
    'config_access_filter_options',
    'config_analysis_filter_options',
    'config_relationships_recursive',
    'delete_agent_resources',
    'delete_old_config_items',
    'delete_person',
    'drop_config_items',
    'format_incident_id',
    'generate_ulid',
    'get_parents_by_location',
    'get_playbook_run_actions',
    'get_recursive_path',
    'lookup_analysis_by_component',
    'lookup_changes_by_component',
    'lookup_component_by_property',
    'lookup_component_children',
    'lookup_component_config_id_related_components',
    'lookup_component_incidents',
    'lookup_component_names',
    'lookup_component_relations',
    'lookup_components_by_check',
    'lookup_components_by_config',
    'lookup_config_children',
    'lookup_config_relations',
    'lookup_configs_by_component',
    'related_changes_recursive',
    'related_config_ids_recursive',
    'related_configs',
    'related_configs_recursive',
  ])
})

test('numbers every migration uniquely, and none ends its transaction', () => {
  const numbers = migrations.map(({ name }) => name.slice(0, 4))
  expect(numbers.every((number) => /^\d{4}$/.test(number))).toBe(true)
  expect(schemaFiles.every(({ name }, index) => Number.parseInt(name, 10) === index + 1)).toBe(true)
  expect(new Set(numbers).size).toBe(numbers.length)
  const ending = /^\s*(begin|commit|rollback|start transaction|vacuum|create (unique )?index concurrently)\b.*;\s*$/im
  // Inside a function "begin" is not followed by a semicolon.
  expect(migrations.filter(({ text }) => ending.test(text)).map(({ name }) => name)).toEqual([])
})

test('rolls back a migration that fails', async () => {
  const broken = { name: '9999_broken.sql', text: 'create table half (id integer); select 1 / 0;' }
  await expect(migrate(db, [...migrations, broken])).rejects.toMatchObject({ code: '22012' })
  expect(await db.query(sql`select to_regclass('half') as half`)).toEqual([{ half: null }])
  expect(await migrate(db)).toEqual([])
})

test('skips applied migrations and refuses an unknown one', async () => {
  expect(await migrate(db)).toEqual([])
  const later = { name: '9999_later.sql', text: 'select 1;' }
  await migrate(db, [...migrations, later])
  await expect(migrate(db)).rejects.toThrow(/newer version.+9999_later\.sql.+--data FOLDER/)
  await db.run(sql`delete from console.migrations where name = ${later.name}`)
})

test('refuses a database of a build before the first schema, naming the way out', async () => {
  await db.run(sql`update console.migrations set name = '0001_foundations.sql' where name = '0001_schema.sql'`)
  await expect(migrate(db)).rejects.toThrow(/earlier build.+--data FOLDER.+DATABASE_URL/)
  await db.run(sql`update console.migrations set name = '0001_schema.sql' where name = '0001_foundations.sql'`)
  expect(await migrate(db)).toEqual([])
})

test('built-in rows', async () => {
  expect(await db.query(sql`select name from people`)).toEqual([{ name: 'System' }])
  expect(await db.query(sql`select id, name from agents`)).toEqual([
    { id: '00000000-0000-0000-0000-000000000000', name: 'local' },
  ])
  expect(await db.query(sql`select name, aliases from severities order by id`)).toEqual([
    { name: 'Critical', aliases: ['P1'] },
    { name: 'Blocker', aliases: ['P2'] },
    { name: 'High', aliases: ['P3'] },
    { name: 'Medium', aliases: ['P4'] },
    { name: 'Low', aliases: ['P4'] },
  ])
})

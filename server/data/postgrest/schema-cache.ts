import { z } from 'zod'
import type { Db } from '../db/db'
import { sql } from '../db/sql'
import { hiddenRelations } from './hidden-columns'
import { findRelationships } from './relationships'

export type SchemaColumn = {
  name: string
  /**
   * The type as Postgres formats it, e.g. `timestamp with time zone` or `text[]`, without a length: `bpchar`, not
   * `character`.
   */
  type: string
  /** The default expression from the catalog. */
  default?: string
  /** The part hidden from this caller, in output, conditions and order: the value, or a member of the document. */
  hidden?: 'value' | { member: string }
  /**
   * Name of an internal column of the relation that contains this column's text in lower case, together with others.
   */
  searchColumn?: string
}

export type SchemaRelation = {
  name: string
  columns: ReadonlyMap<string, SchemaColumn>
  /** Columns that identify a row; empty for views and tables without a key. */
  primaryKey: readonly string[]
  isTable: boolean
}

/** A relationship between two relations along a foreign key. */
export type Relationship = {
  constraint: string
  from: string
  to: string
  /** Pairs of columns that are equal. */
  on: readonly { from: string; to: string }[]
  /** Whether a row of `from` has at most one match. */
  isToOne: boolean
}

export type FunctionArgument = { name: string; type: string; isOptional: boolean }
export type SqlFunction = {
  name: string
  arguments: readonly FunctionArgument[]
  /** The result: rows with columns, or values without. */
  returns: { kind: 'rows'; columns: ReadonlyMap<string, SchemaColumn>; relation?: string } | { kind: 'value' | 'void' }
  isSet: boolean
  /** Whether it may write. Postgres refuses writes of other functions, and of all functions called by GET. */
  isVolatile: boolean
}

/** The schema from the catalog. Names in SQL come only from here. */
export type SchemaCache = {
  relations: ReadonlyMap<string, SchemaRelation>
  /** By the relation they start from. */
  relationships: ReadonlyMap<string, readonly Relationship[]>
  functions: ReadonlyMap<string, readonly SqlFunction[]>
  /** The time zones that the database knows. */
  timeZones: ReadonlySet<string>
  /** Whether an update that contains a mask keeps the stored secret, by a trigger of this schema. */
  keepsMasks: boolean
}

const column = z.object({ name: z.string(), type: z.string(), default: z.string().nullable() })
const relationRow = z.object({
  oid: z.number(),
  name: z.string(),
  columns: z.array(column.extend({ number: z.int() })),
  keys: z.array(z.object({ isPrimary: z.boolean(), columns: z.array(z.int()) })),
  /** The rewrite rule of a view. */
  rule: z.string().nullable(),
})
export type RelationRow = z.infer<typeof relationRow>

const foreignKeyRow = z.object({
  name: z.string(),
  fromOid: z.number(),
  fromColumns: z.array(z.int()),
  toOid: z.number(),
  toColumns: z.array(z.int()),
})
export type ForeignKeyRow = z.infer<typeof foreignKeyRow>

const functionRow = z.object({
  name: z.string(),
  names: z.array(z.string()),
  modes: z.array(z.string()).nullable(),
  types: z.array(z.string()),
  defaults: z.int(),
  isSet: z.boolean(),
  isVolatile: z.boolean(),
  returnedOid: z.number(),
  isVoid: z.boolean(),
})

/** Reads the schema `public` from the catalog. Call it again after migrations. */
export async function loadSchemaCache(db: Db): Promise<SchemaCache> {
  const all = z.array(relationRow).parse(await db.query(relationsQuery))
  const rows = all.filter(({ name }) => !hiddenRelations.has(name))
  const hidden = new Set(all.flatMap(({ oid, name }) => (hiddenRelations.has(name) ? [oid] : [])))
  const foreignKeys = z.array(foreignKeyRow).parse(await db.query(foreignKeysQuery))
  const functionRows = z.array(functionRow).parse(await db.query(functionsQuery))

  const relations = new Map(rows.map((row) => [row.name, relationOf(row)]))
  const relationships = new Map<string, Relationship[]>()
  for (const relationship of findRelationships(rows, foreignKeys)) {
    const known = relationships.get(relationship.from)
    if (known) known.push(relationship)
    else relationships.set(relationship.from, [relationship])
  }
  const byOid = new Map(rows.map((row) => [row.oid, row.name]))
  const functions = new Map<string, SqlFunction[]>()
  for (const row of functionRows) {
    if (hidden.has(row.returnedOid)) continue
    const one = functionOf(row, relations.get(byOid.get(row.returnedOid) ?? ''))
    functions.set(row.name, [...(functions.get(row.name) ?? []), one])
  }
  const timeZones = await db.query<{ name: string }>(sql`select name from pg_timezone_names`)
  const masks = await db.query(keepMaskedQuery)
  return {
    relations,
    relationships,
    functions,
    timeZones: new Set(timeZones.map(({ name }) => name)),
    keepsMasks: masks.length > 0,
  }
}

/** A search column (`schema/06_catalog.sql`), built from other columns of the row. */
const SEARCH_TEXT = 'search_text'
const searched = new Set(['name', 'type', 'description', 'namespace'])

const relationOf = ({ name, columns, keys, rule }: RelationRow): SchemaRelation => {
  const nameByNumber = new Map(columns.map((one) => [one.number, one.name]))
  const primary = keys.find(({ isPrimary }) => isPrimary)
  const shown = columns.filter((one) => one.name !== SEARCH_TEXT)
  const isSearched = (key: string) => shown.length < columns.length && searched.has(key)
  return {
    name,
    columns: new Map(
      shown.map(({ name: key, type, default: filling }) => [
        key,
        {
          name: key,
          type,
          ...(filling === null ? {} : { default: filling }),
          ...(isSearched(key) && { searchColumn: SEARCH_TEXT }),
        },
      ])
    ),
    isTable: rule === null,
    primaryKey: (primary?.columns ?? []).flatMap((number) => nameByNumber.get(number) ?? []),
  }
}

function functionOf(row: z.infer<typeof functionRow>, relation: SchemaRelation | undefined): SqlFunction {
  const all = row.types.map((type, index) => ({
    name: row.names[index] ?? '',
    type,
    mode: row.modes?.[index] ?? 'i',
  }))
  const inputs = all.filter(({ mode }) => mode === 'i' || mode === 'b')
  const outputs = all.filter(({ mode }) => 'tob'.includes(mode))
  const columns = new Map(outputs.map(({ name, type }) => [name, { name, type }]))
  return {
    name: row.name,
    arguments: inputs.map(({ name, type }, index) => ({
      name,
      type,
      isOptional: index >= inputs.length - row.defaults,
    })),
    returns: relation
      ? { kind: 'rows', columns: relation.columns, relation: relation.name }
      : columns.size > 0
        ? { kind: 'rows', columns }
        : { kind: row.isVoid ? 'void' : 'value' },
    isSet: row.isSet,
    isVolatile: row.isVolatile,
  }
}

const relationsQuery = sql`
  select c.oid::int8 as oid, c.relname as name,
    (
      select coalesce(json_agg(json_build_object(
        'name', a.attname, 'number', a.attnum, 'type', format_type(a.atttypid, -1), 'default',
        case
          when a.attidentity <> ''
            then format('nextval(%L::regclass)', pg_get_serial_sequence(c.oid::regclass::text, a.attname))
          when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid)
        end) order by a.attnum), '[]')
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ) as columns,
    coalesce((
      select json_agg(json_build_object('isPrimary', k.contype = 'p', 'columns', to_json(k.conkey)))
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u')
    ), '[]') as keys,
    (select r.ev_action::text from pg_rewrite r where r.ev_class = c.oid and r.rulename = '_RETURN') as rule
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'v', 'm', 'p')
  order by c.relname`

/** The trigger of `schema/27_settings_triggers.sql`. A database of another server does not have it. */
const keepMaskedQuery = sql`
  select from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relname = 'connections' and t.tgname = 'keep_masked' and t.tgenabled <> 'D'`

const foreignKeysQuery = sql`
  select k.conname as name, k.conrelid::int8 as "fromOid", to_json(k.conkey) as "fromColumns",
    k.confrelid::int8 as "toOid", to_json(k.confkey) as "toColumns"
  from pg_constraint k join pg_namespace n on n.oid = k.connamespace
  where n.nspname = 'public' and k.contype = 'f'
  order by k.conname`

const functionsQuery = sql`
  select p.proname as name, to_json(coalesce(p.proargnames, '{}')) as names, to_json(p.proargmodes) as modes,
    coalesce((
      select json_agg(format_type(type, -1) order by position)
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as argument (type, position)
    ), '[]') as types,
    p.pronargdefaults as defaults, p.proretset as "isSet", p.provolatile = 'v' as "isVolatile",
    t.typrelid::int8 as "returnedOid", t.typname = 'void' as "isVoid"
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type t on t.oid = p.prorettype
  where n.nspname = 'public' and p.prokind = 'f' and t.typname not in ('trigger', 'event_trigger')
  order by p.proname`

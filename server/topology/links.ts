import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Db } from '../data/db/db'
import { ident, toJsonText, type Sql, sql } from '../data/db/sql'
import { inChunks } from '../platform/jobs/in-chunks'
import { LOCAL_AGENT } from '../platform/jobs/job-history'
import { formatError, describeSpecErrors } from '../platform/outside/error-text'
import { type SelectableKind as Selected, selectRowsSql } from '../platform/selection/select-rows'
import { toSelector, storedSelections } from './spec'

/** The kinds of resources that components select and are linked to. */
type Kind = 'configs' | 'checks' | 'components'

/** A selector that matches everything is a mistake. */
const MOST_OF_ONE = 1000

/**
 * As in the protocol, the id of a link is the hash of its selector. Links from users and other sources have other ids
 * and are not touched.
 */
const hashSelector = (selector: object): string =>
  createHash('sha256').update(toJsonText(selector)).digest('hex').slice(0, 32)
const isHash = sql`selector_id ~ '^[0-9a-f]{32}$'`

type LinkTable = {
  /** The column of `components` that contains the selectors. */
  column: 'configs' | 'component_checks' | 'selectors'
  table: string
  /** The columns of the selecting component and of the selected resource. */
  own: string
  other: string
  /** The columns that identify a link. */
  key: readonly string[]
  /** Further columns of a new link, and their values. */
  more?: { columns: Sql; values: Sql }
}

const linkTables: Record<Kind, LinkTable> = {
  configs: {
    column: 'configs',
    table: 'config_component_relationships',
    own: 'component_id',
    other: 'config_id',
    key: ['component_id', 'config_id'],
  },
  checks: {
    column: 'component_checks',
    table: 'check_component_relationships',
    own: 'component_id',
    other: 'check_id',
    key: ['component_id', 'check_id', 'canary_id', 'selector_id'],
    more: { columns: sql`, canary_id`, values: sql`, (select canary_id from checks where checks.id = found.other)` },
  },
  components: {
    column: 'selectors',
    table: 'component_relationships',
    own: 'relationship_id',
    other: 'component_id',
    key: ['component_id', 'relationship_id', 'selector_id'],
    more: {
      columns: sql`, relationship_path`,
      values: sql`, (select concat_ws('.', nullif(path, ''), id) from components where components.id = found.own)`,
    },
  },
}

type Component = { id: string; name: string; written: unknown }
type Link = { own: string; other: string; selector_id: string }

type LinkOptions = {
  now: Date
  signal?: AbortSignal
  /** Limits the work to the components of this topology. */
  topologyId?: string
  /** Called for a component whose selectors cannot be evaluated; its links stay unchanged. */
  failed(reason: string): void
}

/**
 * Updates the links of this backend's components to match their selectors: adds, ends and restores links.
 * @returns the number of components whose selectors match anything.
 */
export async function updateLinks(
  db: Db,
  kind: Kind,
  { now, signal, topologyId, failed }: LinkOptions
): Promise<number> {
  const { column, table, own } = linkTables[kind]
  const components = await db.query<Component>(sql`
    select id::text, name, ${ident(column)} as written from components
    where deleted_at is null and agent_id = ${LOCAL_AGENT}
      and ${topologyId === undefined ? sql`true` : sql`topology_id = ${topologyId}`}
      and (${ident(column)} is not null or id in (
        select ${ident(own)} from ${ident(table)} where deleted_at is null and ${isHash}
      ))
    order by id`)
  const known = new Map<string, Promise<string[]>>()
  let selecting = 0
  const work = async (some: Component[]) => {
    const linked: { component: Component; links: Link[] }[] = []
    for (const component of some) {
      try {
        linked.push({ component, links: await findLinks(db, kind, component, now, known) })
      } catch (error) {
        failed(`${component.name}: ${formatError(error)}`)
      }
    }
    selecting += linked.filter(({ links }) => links.length > 0).length
    await write(
      db,
      kind,
      linked.map(({ component }) => component.id),
      linked.flatMap(({ links }) => links)
    )
  }
  await inChunks(components, work, { first: 10, ...(signal && { signal }) })
  return selecting
}

/** @param known results of selectors so far, as many components have the same ones. */
async function findLinks(
  db: Db,
  kind: Kind,
  { id, written }: Component,
  now: Date,
  known: Map<string, Promise<string[]>>
): Promise<Link[]> {
  const links: Link[] = []
  for (const selection of parseSelections(kind, written)) {
    const hash = hashSelector(selection)
    const found = known.get(hash) ?? findIds(db, kind, selection, now)
    known.set(hash, found)
    for (const other of await found) if (other !== id) links.push({ own: id, other, selector_id: hash })
  }
  // The first of several selectors that match the same resource creates the link.
  return [...new Map(links.toReversed().map((one) => [one.other, one])).values()]
}

type Selection = NonNullable<z.infer<(typeof storedSelections)['configs']>>[number]

/** @throws Error that names unsupported members. */
function parseSelections(kind: Kind, written: unknown): readonly Selection[] {
  const { data, error } = storedSelections[kind].safeParse(written)
  if (error) throw new Error(describeSpecErrors(error))
  return (data ?? []).map((one) => ('selector' in one ? one.selector : one))
}

async function findIds(db: Db, kind: Selected, selection: Selection, now: Date): Promise<string[]> {
  const selected = selectRowsSql(kind, toSelector(selection), now)
  if (!selected) return []
  const rows = await db.query<{ id: string }>(sql`
    select id::text from (${selected}) as resource order by id limit ${MOST_OF_ONE + 1}`)
  if (rows.length > MOST_OF_ONE) throw new Error(`a selector matches more than ${MOST_OF_ONE} ${kind}`)
  return rows.map(({ id }) => id)
}

async function write(db: Db, kind: Kind, ids: readonly string[], links: readonly Link[]): Promise<void> {
  if (ids.length === 0) return
  const { table, own, other, key, more } = linkTables[kind]
  const found = sql`jsonb_to_recordset(${toJsonText(links)}::jsonb) as found (own uuid, other uuid, selector_id text)`
  await db.transaction(async (tx) => {
    await tx.run(sql`
      update ${ident(table)} as link set deleted_at = now()
      where ${ident(own)} = any(${ids}::uuid[]) and deleted_at is null and ${isHash}
        and not exists (
          select from ${found} where found.own = link.${ident(own)} and found.other = link.${ident(other)}
        )`)
    await tx.run(sql`
      insert into ${ident(table)} as link (${ident(own)}, ${ident(other)}, selector_id${more?.columns ?? sql``})
      select own, other, selector_id${more?.values ?? sql``} from ${found}
      where not exists (
        select from ${ident(table)} as known
        where known.${ident(own)} = found.own and known.${ident(other)} = found.other and known.deleted_at is null
      )
      on conflict (${columnsOf(key)}) do update set deleted_at = null, selector_id = excluded.selector_id`)
  })
}

const columnsOf = (names: readonly string[]): Sql =>
  names.map((name) => ident(name)).reduce((before, name) => sql`${before}, ${name}`)

import { z } from 'zod'
import type { Db, DatabaseError } from '../data/db/db'
import { toJsonText, type Sql, sql } from '../data/db/sql'
import { LOCAL_AGENT } from '../platform/jobs/job-history'
import { inChunks } from '../platform/jobs/in-chunks'
import { writeSkippingRefused } from '../platform/jobs/write-skipping-refused'
import { readDeclaredChecks } from './canary'
import { typeByKey } from '../../src/shared/health/check-types'
import { canaryMembers, findUnsupportedCanaryReason } from './members'

/** A check that this backend must run. */
export type LocalCheck = {
  id: string
  canaryId: string
  type: string
  name: string
  namespace: string | null
  description: string | null
  labels: Record<string, string> | null
  spec: unknown
  /** The schedule of its canary, not parsed. */
  schedule: unknown
  interval: unknown
  hasRun: boolean
  /** Why the settings of its canary prevent the run, as a sentence. */
  heldBack: string | undefined
}

/** The version of each canary from which its checks were created. `xmin` changes with every write by any client. */
export type CanaryVersions = ReadonlyMap<string, string>

const isLive = sql`canaries.agent_id = ${LOCAL_AGENT} and canaries.deleted_at is null`

export type CanaryFingerprint = {
  /** Changes whenever a canary or a check of one is added, edited, silenced or removed; results of runs do not change it. */
  declared: string
  /**
   * Changes with the set of transformed checks. These are never run, so they alone do not require all checks to be
   * read again.
   */
  transformed: string
}

export async function readFingerprint(db: Db): Promise<CanaryFingerprint> {
  const [row] = await db.query<CanaryFingerprint>(sql`
    with live as (
      select transformed is true as is_made, count(*),
        sum(hashtext(id::text || coalesce(silenced_at::text, ''))::bigint) as hash
      from checks where agent_id = ${LOCAL_AGENT} and deleted_at is null group by is_made
    )
    select
      concat_ws('/',
        (select concat(count(*), '-', sum(hashtext(id::text || xmin::text)::bigint)) from canaries where ${isLive}),
        (select concat(count, '-', hash) from live where not is_made)
      ) as declared,
      (select concat(count, '-', hash) from live where is_made) as transformed`)
  return { declared: row?.declared ?? '', transformed: row?.transformed ?? '' }
}

type SyncResult = {
  /** The versions from which the checks are now created. */
  versions: CanaryVersions
  /** Why some of the changed canaries' checks are not run, as sentences, by the id of the canary. */
  errors: ReadonlyMap<string, string>
}

/**
 * Updates the rows of `checks` for the canaries that changed since `known`: adds and edits declared checks, and marks
 * those that are no longer declared as deleted. A transformed check stays as long as its source is declared with a
 * transformation. An invalid canary does not prevent other canaries from being declared.
 * @throws the reason of the signal when it aborts the work.
 */
export async function syncChecks(db: Db, known: CanaryVersions, signal: AbortSignal): Promise<SyncResult> {
  const rows = await db.query<{ id: string; version: string }>(
    sql`select id::text, xmin::text as version from canaries where ${isLive}`
  )
  const changed = rows.filter(({ id, version }) => known.get(id) !== version).map(({ id }) => id)
  const sizes: Size[] = []
  await inChunks(changed, async (ids) => void sizes.push(...(await sizesOf(db, ids))), { signal })
  const errors = new Map(sizes.flatMap(({ id, error }) => (error === null ? [] : [[id, error] as const])))
  const refused = ({ id }: Size, error: DatabaseError) =>
    errors.set(id, `Its checks cannot be stored: ${error.message}.`)
  await inChunks(sizes, (some) => writeSkippingRefused(some, (sound) => declare(db, sound), refused), {
    first: 500,
    signal,
    weightOf: ({ checks }) => checks + 1,
  })
  signal.throwIfAborted()
  return { versions: new Map(rows.map(({ id, version }) => [id, version])), errors }
}

/** A canary, with the number of checks it lists, and why they are not run. */
type Size = { id: string; checks: number; error: string | null }

const sizesOf = (db: Db, ids: readonly string[]): Promise<Size[]> =>
  db.query<Size>(sql`
    select id::text, console.checks_in(spec) as checks, console.canary_error(canaries) as error
    from canaries where ${isLive} and id = any(${ids}::uuid[])`)

type Canary = { id: string; name: string; namespace: string; spec: unknown }

/** An invalid canary declares no checks. */
async function declare(db: Db, sizes: readonly Size[]): Promise<void> {
  const ids = sizes.map(({ id }) => id)
  const canaries = await db.query<Canary>(sql`
    select id::text, name, namespace, case when console.canary_error(canaries) is null then spec end as spec
    from canaries where ${isLive} and id = any(${ids}::uuid[])`)
  const declared = canaries.flatMap((canary) =>
    readDeclaredChecks(canary).map(({ labels, ...check }) => ({ canary_id: canary.id, labels: labels ?? {}, ...check }))
  )
  const content = sql`namespace, description, icon, labels, owner, severity, spec`
  await db.run(sql`
    with declared as (
      select * from jsonb_to_recordset(${toJsonText(declared)}::jsonb) as declared (
        canary_id uuid, type text, name text, namespace text, description text, icon text, labels jsonb, owner text,
        severity text, spec jsonb
      )
    ), written as (
      insert into checks as old (canary_id, type, name, created_at, updated_at, ${content})
      select canary_id, type, name, now(), now(), ${content} from declared
      where exists (select from canaries where ${isLive} and canaries.id = declared.canary_id)
      on conflict (canary_id, type, name, agent_id) do update
      set (${content}, deleted_at, transformed) = row(${prefixed('excluded')}, null, null)
      where (${prefixed('old')}, old.deleted_at, old.transformed) is distinct from (${prefixed('excluded')}, null, null)
    )
    update checks set deleted_at = now()
    where canary_id = any(${canaries.map(({ id }) => id)}::uuid[]) and agent_id = ${LOCAL_AGENT}
      and deleted_at is null and (transformed is not true or spec ? 'transformedFrom')
      and not exists (
        select from declared
        where declared.canary_id = checks.canary_id and declared.type = checks.type and declared.name = checks.name
      )
      and not exists (
        select from declared join checks source using (canary_id, type, name)
        where source.id::text = checks.spec ->> 'transformedFrom' and source.agent_id = ${LOCAL_AGENT}
          and jsonb_path_exists(declared.spec, '$.**.transform.expr ? (@.type() == "string" && @ != "")')
      )`)
}

const prefixed = (table: 'old' | 'excluded'): Sql =>
  table === 'old'
    ? sql`old.namespace, old.description, old.icon, old.labels, old.owner, old.severity, old.spec`
    : sql`excluded.namespace, excluded.description, excluded.icon, excluded.labels, excluded.owner, excluded.severity, excluded.spec`

const row = z.object({
  id: z.string(),
  canary_id: z.string(),
  type: z.string(),
  name: z.string(),
  namespace: z.string().nullable(),
  description: z.string().nullable(),
  labels: z.record(z.string(), z.string()).nullable().catch(null),
  spec: z.unknown(),
  env: z.unknown(),
  schedule: z.unknown(),
  interval: z.unknown(),
  has_run: z.boolean(),
  suspended: z.string().nullable(),
  others: z.array(z.string()),
})

/** Known members of a canary: check types and supported settings. */
const knownMembers = [...typeByKey.keys(), ...canaryMembers]

/** Why a canary is suspended, as defined by its protocol: no replicas, an annotation, or a selector of other agents. */
const suspended = sql`case
    when spec -> 'replicas' in ('0', '"0"') then 'suspended: replicas is 0'
    when exists (
      select from jsonb_each_text(case jsonb_typeof(annotations) when 'object' then annotations end) as annotation
      where (key = 'suspend' or key like '%/suspend') and value = 'true'
    ) then 'suspended by an annotation of its canary'
    when spec -> 'agentSelector' not in ('null', '[]', '""')
      then 'suspended here: the agentSelector of its canary selects other agents'
  end`

/** The ids of the local agent's transformed checks. */
export async function readTransformedCheckIds(db: Db): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id::text from checks
    where agent_id = ${LOCAL_AGENT} and deleted_at is null and transformed and spec ? 'transformedFrom'`)
  return rows.map(({ id }) => id)
}

/** The checks to run: live checks of the local agent that are not silenced. */
export async function readLocalChecks(db: Db, signal: AbortSignal): Promise<LocalCheck[]> {
  const canaries = await db.query<{ id: string }>(sql`select id::text from canaries where ${isLive}`)
  const found: LocalCheck[] = []
  const read = async (some: { id: string }[]) => {
    const ids = some.map(({ id }) => id)
    found.push(...(await checksWhere(db, sql`id = any(${ids}::uuid[])`, sql`checks.silenced_at is null`)))
  }
  await inChunks(canaries, read, { first: 10, signal })
  signal.throwIfAborted()
  return found
}

/** One check to run, silenced or not. */
export async function readLocalCheck(db: Db, id: string): Promise<LocalCheck | undefined> {
  const [check] = await checksWhere(
    db,
    sql`id = (select canary_id from checks where checks.id = ${id})`,
    sql`checks.id = ${id}`
  )
  return check
}

/** @param ofCanaries, ofChecks conditions on the columns of their tables. */
async function checksWhere(db: Db, ofCanaries: Sql, ofChecks: Sql): Promise<LocalCheck[]> {
  const rows = await db.query(sql`
    with canary as materialized (
      select id, spec -> 'schedule' as schedule, spec -> 'interval' as "interval", spec -> 'env' as env, ${suspended} as suspended,
        array(
          select left(key, 100) from jsonb_each(case jsonb_typeof(spec) when 'object' then spec end)
          where key <> all(${knownMembers}::text[]) and value not in ('null', '""', 'false', '0', '[]')
          order by key limit 10
        ) as others
      from canaries
      where ${isLive} and console.canary_error(canaries) is null and ${ofCanaries}
    )
    select checks.id::text, checks.canary_id::text, checks.type, checks.name, checks.namespace, checks.description,
      checks.labels, checks.spec, canary.env, canary.schedule, canary.interval, checks.last_runtime is not null as has_run,
      canary.suspended, canary.others
    from checks join canary on canary.id = checks.canary_id
    where checks.agent_id = ${LOCAL_AGENT} and checks.deleted_at is null and checks.transformed is not true
      and ${ofChecks}`)
  return rows.map((given) => {
    const { canary_id: canaryId, has_run: hasRun, suspended: why, others, ...rest } = row.parse(given)
    const reason = findUnsupportedCanaryReason(others)
    const heldBack = why ?? (reason && `not run by the embedded backend: ${reason}`)
    return { ...rest, canaryId, hasRun, heldBack }
  })
}

import { z } from 'zod'
import { formatNames } from '../../src/shared/format'
import type { Queryable } from '../data/db/db'
import { type Sql, sql } from '../data/db/sql'
import { toStorableJson } from '../data/db/storable-json'
import { redactAndClip } from '../platform/outside/redaction'
import type { CheckRunResult } from './check-runs'
import { MAX_MESSAGE_LENGTH, type CheckOutcome } from './outcome'
import type { CheckRunRecord } from './recorder'
import type { TransformedCheck } from './transform'

// Checks that `transform` creates are rows of `checks` like their source, whose id is in their `spec`.

type StoredTransformed = {
  /** The runs, and the results of the transformed checks, by their own ids. */
  results: CheckRunRecord[]
  /** Marks checks that are gone as deleted. Call this once the results are stored, so that their events come first. */
  deleteGone(): Promise<void>
}

/** The columns that come from the entries and their sources. */
const content = (table: 'known' | 'excluded'): Sql =>
  table === 'known'
    ? sql`row(known.namespace, known.description, known.icon, known.labels, known.owner, known.severity, known.spec,
        known.deleted_at)`
    : sql`row(excluded.namespace, excluded.description, excluded.icon, excluded.labels, excluded.owner,
        excluded.severity, excluded.spec, excluded.deleted_at)`

type Made = { id: string; source_id: string; place: number }
type Gone = { id: string; source_id: string; name: string; strategy: string | null }

/**
 * Writes the rows of the checks that runs were transformed into, and finds the rows that are no longer among them. An
 * unchanged row is not written: most runs return the same as the last one. A check that the canary declares, or that
 * belongs to another source, keeps its row: an entry with the same name creates no check.
 */
export async function storeTransformed(db: Queryable, runs: readonly CheckRunRecord[]): Promise<StoredTransformed> {
  // The last of several runs of one check lists the current checks.
  const sources = new Map(runs.flatMap((run) => (checksOf(run.outcome) ? [[run.checkId, run] as const] : [])))
  if (sources.size === 0) return { results: [...runs], deleteGone: async () => {} }
  const current = [...sources.values()].flatMap((run) =>
    (checksOf(run.outcome) ?? []).map((check, place) => ({ run, check, place }))
  )
  const rows = await db.query<Made>(sql`
    with given as (
      select * from jsonb_to_recordset(${toStorableJson(current.map(toRow))}::jsonb) as given (
        source_id uuid, place integer, type text, name text, namespace text, description text, icon text, labels jsonb,
        spec jsonb, deleted_at timestamptz
      )
    ), placed as (
      select distinct on (source.canary_id, coalesce(given.type, source.type), given.name, source.agent_id)
        source.canary_id, source.agent_id, coalesce(given.type, source.type) as type, given.name,
        coalesce(given.namespace, source.namespace) as namespace, given.description,
        coalesce(given.icon, source.icon) as icon, given.labels, source.owner, source.severity,
        jsonb_build_object('transformedFrom', source.id) || given.spec as spec, given.deleted_at, given.source_id,
        given.place, known.id as known_id, known.transformed is true and ${content('known')} is not distinct from row(
          coalesce(given.namespace, source.namespace), given.description, coalesce(given.icon, source.icon),
          given.labels, source.owner, source.severity, jsonb_build_object('transformedFrom', source.id) || given.spec,
          given.deleted_at
        ) as is_same
      from given
        join checks source on source.id = given.source_id and source.deleted_at is null
        left join checks known on known.canary_id = source.canary_id and known.name = given.name
          and known.type = coalesce(given.type, source.type) and known.agent_id = source.agent_id
      order by source.canary_id, coalesce(given.type, source.type), given.name, source.agent_id,
        (known.spec ->> 'transformedFrom' = source.id::text) desc nulls last, given.place desc
    ), written as (
      insert into checks as old (canary_id, agent_id, type, name, namespace, description, icon, labels, owner, severity,
        spec, deleted_at, transformed, created_at, updated_at)
      select canary_id, agent_id, type, name, namespace, description, icon, labels, owner, severity, spec, deleted_at,
        true, now(), now()
      from placed where not is_same
      on conflict (canary_id, type, name, agent_id) do update
      set (namespace, description, icon, labels, owner, severity, spec, deleted_at) = ${content('excluded')},
        transformed = true
      where old.deleted_at is not null or old.spec ->> 'transformedFrom' = excluded.spec ->> 'transformedFrom'
      returning id, canary_id, agent_id, type, name
    )
    select written.id::text, placed.source_id::text, placed.place
    from written join placed using (canary_id, agent_id, type, name)
    union all
    select known_id::text, source_id::text, place from placed where is_same`)
  const gone = await db.query<Gone>(sql`
    select id::text, spec ->> 'transformedFrom' as source_id, name, spec ->> 'transformDeleteStrategy' as strategy
    from checks
    where canary_id in (select canary_id from checks where id = any(${[...sources.keys()]}::uuid[]))
      and transformed and deleted_at is null and spec ->> 'transformedFrom' = any(${[...sources.keys()]}::text[])
      and id <> all(${rows.map(({ id }) => id)}::uuid[])`)
  const ofPlace = new Map(current.map((one) => [keyOf(one.run.checkId, one.place), one.check]))
  const results = rows.flatMap(({ id, source_id: sourceId, place }) => {
    const check = ofPlace.get(keyOf(sourceId, place))
    const run = sources.get(sourceId)
    return check && run ? [resultOf(id, check, run)] : []
  })
  const marked = gone.flatMap(({ id, source_id: sourceId, strategy }) => {
    const run = sources.get(sourceId)
    return run && (strategy === 'MarkHealthy' || strategy === 'MarkUnhealthy')
      ? [{ checkId: id, startedAt: run.startedAt, nextRunAt: undefined, outcome: goneOutcome(strategy) }]
      : []
  })
  const createdKeys = new Set(rows.map(({ source_id: sourceId, place }) => keyOf(sourceId, place)))
  const withNotes = runs.map((run) =>
    withNote(
      run,
      current
        .filter((one) => one.run === run && !createdKeys.has(keyOf(run.checkId, one.place)))
        .map(({ check }) => check.name)
    )
  )
  return {
    results: [...withNotes, ...results, ...marked],
    deleteGone: async () => {
      if (gone.length > 0)
        await db.run(sql`
          update checks set deleted_at = now() where id = any(${gone.map(({ id }) => id)}::uuid[])`)
    },
  }
}

/** The source of a transformed check; undefined for a check of a canary, and where the caller has no access to it. */
export async function readSourceCheck(
  reader: Queryable,
  id: string
): Promise<{ id: string; name: string } | undefined> {
  const [source] = await reader.query<{ id: string; name: string }>(sql`
    select source.id::text, source.name
    from checks created join checks source on source.id::text = created.spec ->> 'transformedFrom'
    where created.id = ${id} and created.transformed and created.deleted_at is null and source.canary_id = created.canary_id`)
  return source
}

const stored = z.object({
  status: z.boolean().nullable(),
  invalid: z.boolean().nullable(),
  duration: z.number().nullable(),
  message: z.string().nullable(),
  error: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).nullable().catch(null),
})

/** The result that a run of its source stored for a check; without one, a sentence with the reason. */
export async function readTransformedResult(
  reader: Queryable,
  id: string,
  run: CheckRunResult
): Promise<CheckRunResult> {
  const [check] = await reader.query<CheckRunResult['check']>(
    sql`select name, namespace, description, labels from checks where id = ${id}`
  )
  // The first result since the start: later ones belong to later runs, or to the time before the clock was set back.
  const [result] = await reader.query(sql`
    select status, invalid, duration, message, error, details from check_statuses
    where check_id = ${id} and time >= ${run.startedAt.toISOString()} order by time limit 1`)
  const outcome: CheckOutcome = result
    ? toOutcome(stored.parse(result))
    : { kind: 'notRun', message: redactAndClip(describeMissingResult(run), MAX_MESSAGE_LENGTH) }
  return { check: check ?? run.check, startedAt: run.startedAt, outcome }
}

function toOutcome({ status, invalid, duration, message, error, details }: z.infer<typeof stored>): CheckOutcome {
  if (invalid) return { kind: 'invalid', error: error ?? '' }
  const found = { durationMs: duration ?? 0, details: details ?? {} }
  return status
    ? { kind: 'passed', message: message ?? '', ...found }
    : { kind: 'failed', error: error ?? '', ...found }
}

function describeMissingResult({ check: { name }, outcome }: CheckRunResult): string {
  if (outcome.kind === 'passed') return `${name}, which creates this check, no longer returns it`
  if (outcome.kind === 'notRun') return `${name}, which creates this check, has no verdict: ${outcome.message}`
  return `${name}, which creates this check, failed: ${outcome.error}`
}

const keyOf = (sourceId: string, place: number) => `${sourceId} ${place}`

const checksOf = (outcome: CheckOutcome): readonly TransformedCheck[] | undefined =>
  'transformed' in outcome ? outcome.transformed : undefined

/** The source reports a check that was not created because its name is taken. */
function withNote(run: CheckRunRecord, names: readonly string[]): CheckRunRecord {
  const { outcome } = run
  if (names.length === 0) return run
  const note = ` (${formatNames(names)} not created: the canary already has ${names.length === 1 ? 'a check of this name' : 'checks of these names'})`
  if (outcome.kind === 'passed') return { ...run, outcome: { ...outcome, message: outcome.message + note } }
  return outcome.kind === 'failed' ? { ...run, outcome: { ...outcome, error: outcome.error + note } } : run
}

type Placed = { run: CheckRunRecord; check: TransformedCheck; place: number }

const toRow = ({ run, check, place }: Placed) => ({
  source_id: run.checkId,
  place,
  type: check.type,
  name: check.name,
  namespace: check.namespace,
  description: check.description,
  icon: check.icon,
  labels: check.labels,
  spec: {
    ...(check.endpoint !== null && { endpoint: check.endpoint }),
    ...(check.deleteStrategy !== null && { transformDeleteStrategy: check.deleteStrategy }),
  },
  // An end in the future has not happened yet.
  deleted_at: check.deletedAt !== null && Date.parse(check.deletedAt) <= run.startedAt ? check.deletedAt : null,
})

function resultOf(checkId: string, check: TransformedCheck, run: CheckRunRecord): CheckRunRecord {
  const { pass, invalid, durationMs, message, details } = check
  const outcome: CheckOutcome = invalid
    ? { kind: 'invalid', error: message }
    : pass
      ? { kind: 'passed', durationMs, message, details }
      : { kind: 'failed', durationMs, error: message, details }
  return { checkId, startedAt: run.startedAt, outcome, nextRunAt: undefined }
}

function goneOutcome(strategy: 'MarkHealthy' | 'MarkUnhealthy'): CheckOutcome {
  const message = 'No longer among the results of the check that created it'
  return strategy === 'MarkHealthy'
    ? { kind: 'passed', durationMs: 0, message, details: {} }
    : { kind: 'failed', durationMs: 0, error: message, details: {} }
}

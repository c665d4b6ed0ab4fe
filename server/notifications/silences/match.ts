import { z } from 'zod'
import type { DatabaseRow, Queryable } from '../../data/db/db'
import { type Sql, sql } from '../../data/db/sql'
import { formatError } from '../../platform/outside/error-text'
import type { Evaluate } from '../../platform/expression/evaluator'
import { isWildcardSelector, matchesSelector, type Selector, selectorSchema } from '../../platform/selection/selector'
import { evaluateEventFilter, type FilterResult } from '../event-filter'
import type { NotificationEvent } from '../event'

/** What a silence covers. Without a filter and selectors, these are the named resources. */
export type SilenceScope = {
  configId: string | null
  componentId: string | null
  checkId: string | null
  canaryId: string | null
  /** Whether the silence also covers the descendants of the config item and of the component. */
  isRecursive: boolean
  filter: string | null
  selectors: readonly Selector[]
  /** Why the selectors cannot be read, as a sentence. The silence then covers nothing. */
  selectorError?: string
}

export type Silence = SilenceScope & { id: string; name: string }

/** A silence whose filter or selectors fail. */
export type BrokenSilence = { id: string; error: string; filter: string | null }

/** What matching reads of an event. */
export type SilencedEvent = Pick<NotificationEvent, 'resource' | 'ancestorIds' | 'canaryId' | 'env'>

const MOST_SELECTORS = 1000
const selectorsSchema = z.array(selectorSchema).max(MOST_SELECTORS)

type ScopeRow = {
  config_id: string | null
  component_id: string | null
  check_id: string | null
  canary_id: string | null
  recursive: boolean | null
  filter: string | null
  selectors: unknown
}
type SilenceRow = DatabaseRow & ScopeRow & { id: string; name: string }

/** Selectors that cannot be read make the silence broken, not the query. */
export function parseScope(row: ScopeRow): SilenceScope {
  const parsed = selectorsSchema.safeParse(row.selectors ?? [])
  return {
    configId: row.config_id,
    componentId: row.component_id,
    checkId: row.check_id,
    canaryId: row.canary_id,
    isRecursive: row.recursive ?? false,
    filter: row.filter?.trim() || null,
    selectors: parsed.data ?? [],
    ...(parsed.error && { selectorError: `The selectors cannot be read: ${formatError(parsed.error)}.` }),
  }
}

/** The columns of silences that matching reads. */
const silenceColumns = sql`
  id::text, name, config_id::text, component_id::text, check_id::text, canary_id::text, recursive, filter, selectors`

/** The condition for silences that are active at a time. */
export const isActiveAt = (now: Date): Sql => sql`
  deleted_at is null and coalesce(error, '') = '' and ("from" is null or "from" <= ${now})
    and (until is null or until >= ${now})`

/** The silences that are active at a time, the oldest first. */
export async function listActiveSilences(db: Queryable, now: Date): Promise<Silence[]> {
  const rows = await db.query<SilenceRow>(sql`
    select ${silenceColumns} from notification_silences where ${isActiveAt(now)} order by created_at, id`)
  return rows.map(parseSilence)
}

const parseSilence = (row: SilenceRow): Silence => ({ id: row.id, name: row.name, ...parseScope(row) })

/** A silence with the time in which it was active; undefined for no end. */
export type PastSilence = Silence & { from: Date; until: Date | undefined }

/** The silences without an error that were active at some time since then, the oldest first. */
export async function listSilencesSince(db: Queryable, since: Date): Promise<PastSilence[]> {
  const rows = await db.query<SilenceRow & { starts: Date; ends: Date | null }>(sql`
    select ${silenceColumns}, greatest("from", created_at) as starts, least(until, deleted_at) as ends
    from notification_silences
    where coalesce(error, '') = '' and (least(until, deleted_at) is null or least(until, deleted_at) >= ${since})
    order by created_at, id`)
  return rows.map((row) => ({ ...parseSilence(row), from: row.starts, until: row.ends ?? undefined }))
}

/**
 * Finds a silence that covers the resource of an event. Silences without a filter come first, because they are cheap.
 * @returns also the silences whose filter or selectors fail; pass them to `storeSilenceErrors`. A filter without a
 *   result now covers nothing and is not broken.
 */
export async function findSilence(
  silences: readonly Silence[],
  event: SilencedEvent,
  evaluate: Evaluate
): Promise<{ silence: Silence | undefined; broken: BrokenSilence[] }> {
  const silence = silences.find((one) => coversWithoutFilter(one, event))
  if (silence) return { silence, broken: [] }
  const broken: BrokenSilence[] = []
  for (const one of silences) {
    const { id, filter } = one
    const result = await matchSilence(one, event, evaluate, `silence ${id}`)
    if (result.kind === 'failed') broken.push({ id, error: result.error, filter })
    if (result.kind === 'decided' && result.matches) return { silence: one, broken }
  }
  return { silence: undefined, broken }
}

/**
 * Whether a silence covers the resource of an event.
 * @param owner whose time the filter takes
 */
export async function matchSilence(
  scope: SilenceScope,
  event: SilencedEvent,
  evaluate: Evaluate,
  owner: string
): Promise<FilterResult> {
  if (scope.selectorError !== undefined) return { kind: 'failed', error: scope.selectorError }
  if (coversWithoutFilter(scope, event)) return { kind: 'decided', matches: true }
  if (scope.filter === null) return { kind: 'decided', matches: false }
  return evaluateEventFilter(scope.filter, event.env, evaluate, owner)
}

/** Whether the named resource or a selector covers the resource of an event. */
function coversWithoutFilter(scope: SilenceScope, event: Omit<SilencedEvent, 'env'>): boolean {
  const { resource } = event
  if (!resource || scope.selectorError !== undefined) return false
  if (scope.filter === null && scope.selectors.length === 0) return namesResource(scope, event)
  return scope.selectors.some((one) => isWildcardSelector(one) || matchesSelector(one, resource.selectable))
}

function namesResource(
  { configId, componentId, checkId, canaryId, isRecursive }: SilenceScope,
  { resource, ancestorIds, canaryId: canaryOfCheck }: Omit<SilencedEvent, 'env'>
): boolean {
  if (!resource) return false
  const named = { config: configId, component: componentId, check: checkId, canary: canaryId }[resource.kind]
  if (named !== null && named === resource.id) return true
  if (canaryId !== null && canaryId === canaryOfCheck) return true
  const parentId = { config: configId, component: componentId, check: null, canary: null }[resource.kind]
  return isRecursive && parentId !== null && ancestorIds.includes(parentId)
}

/** Stores the errors of broken silences, which disables them until they are changed. */
export async function storeSilenceErrors(db: Queryable, broken: readonly BrokenSilence[]): Promise<void> {
  for (const { id, error, filter } of broken)
    // The silence may have been changed since it was read.
    await db.run(sql`
      update notification_silences set error = ${error.replaceAll('\0', '')}
      where id = ${id} and error is null and nullif(trim(filter), '') is not distinct from ${filter}`)
}

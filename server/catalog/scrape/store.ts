import type { Db, Queryable } from '../../data/db/db'
import { toJsonText, sql } from '../../data/db/sql'
import { inChunks } from '../../platform/jobs/in-chunks'
import { diffDocuments } from '../../platform/documents/difference'
import { itemKey, type ScrapedItem } from './items'
import { ScraperError } from './spec'

/** The effect of a scrape, by type of item. */
export type ScrapeSummary = Record<string, { added: number; updated: number; unchanged: number }>

type Known = {
  id: string
  externalId: string | null
  type: string
  isDeleted: boolean
  config: unknown
  facts: string
}

/**
 * Everything stored about an item except its document, as one text for comparison. Sorted, because the database sorts
 * members.
 */
const formatItemFacts = ({ configClass, name, description, status, health, labels, tags }: ScrapedItem) =>
  toJsonText([configClass, name, description, status, health, sorted(labels), sorted(tags)])
const sorted = (map: Readonly<Record<string, string>>) => Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Above both limits, deleting the missing items of a scraper waits for a second scrape. */
const MOST_DELETIONS = 10
const MOST_DELETED_SHARE = 0.2

/** Missing items whose deletion waits for a second scrape. */
export type WaitingDeletions = {
  count: number
  /** The number of items before the scrape. */
  of: number
  /** The items that no scrape has found since then. The next scrape confirms these, and no others. */
  before: Date
}

/**
 * Updates the items of a scraper from its sources: adds, edits and restores items, and marks items as deleted that
 * have been missing for `staleMs`. A changed document is recorded as a change. Deletes many items at once only if the
 * previous scrape did not find them, either.
 * @param staleMs how long an item may be missing.
 * @param confirmedBefore `before` of the previous scrape's waiting deletions.
 */
export async function storeScrapedItems(
  db: Db,
  {
    scraperId,
    staleMs,
    now,
    confirmedBefore,
  }: { scraperId: string; staleMs: number; now: Date; confirmedBefore: Date | undefined },
  scraped: readonly ScrapedItem[],
  signal: AbortSignal
): Promise<{ summary: ScrapeSummary; waiting: WaitingDeletions | undefined }> {
  const summary: ScrapeSummary = {}
  const known = await knownItems(db, scraperId)
  await inChunks(
    scraped,
    async (some) => {
      await db.transaction(async (tx) => {
        const rows = some.map((item) => {
          const before = known.get(itemKey(item))
          const changed = before && diffDocuments(before.config, item.config)
          const isSame = before && !changed && !before.isDeleted && before.facts === formatItemFacts(item)
          const counts = (summary[item.type] ??= { added: 0, updated: 0, unchanged: 0 })
          counts[isSame ? 'unchanged' : before ? 'updated' : 'added']++
          return { item, before, changed, isSame }
        })
        await touch(
          tx,
          rows.flatMap(({ before, isSame }) => (before && isSame ? [before.id] : [])),
          now
        )
        await insert(
          tx,
          scraperId,
          rows.flatMap(({ item, before }) => (before ? [] : [item])),
          now
        )
        await update(
          tx,
          rows.flatMap(({ item, before, isSame }) => (before && !isSame ? [{ ...item, id: before.id }] : [])),
          now
        )
        await recordChanges(
          tx,
          rows.flatMap(({ before, changed }) => (before && changed ? [{ config_id: before.id, ...changed }] : []))
        )
      })
    },
    { signal }
  )
  signal.throwIfAborted()
  await relate(db, scraperId, scraped)
  const before = new Date(now.getTime() - staleMs)
  const of = [...known.values()].filter(({ isDeleted }) => !isDeleted).length
  const missing = sql`
    scraper_id = ${scraperId} and deleted_at is null and coalesce(last_scraped_time, created_at) <= ${before}`
  const unconfirmed = sql`(${confirmedBefore ?? null}::timestamptz is null
    or coalesce(last_scraped_time, created_at) > ${confirmedBefore ?? null}::timestamptz)`
  const waiting = await db.transaction(async (tx) => {
    const [found] = await tx.query<{ count: number }>(sql`
      select count(*)::int as count from config_items where ${missing} and ${unconfirmed}`)
    const count = found?.count ?? 0
    const mustWait = count > MOST_DELETIONS && count > of * MOST_DELETED_SHARE
    await tx.run(sql`
      update config_items set deleted_at = ${now}, delete_reason = 'STALE'
      where ${missing} and not (${mustWait} and ${unconfirmed})`)
    return mustWait ? { count, of, before } : undefined
  })
  return { summary, waiting }
}

async function knownItems(db: Db, scraperId: string): Promise<ReadonlyMap<string, Known>> {
  const rows = await db.query<Omit<Known, 'facts'> & { facts: [string, string, null, null, null, object, object] }>(sql`
    select id::text, external_id[1] as "externalId", type, deleted_at is not null as "isDeleted", config,
      json_build_array(config_class, name, description, status, health, labels, tags) as facts
    from config_items where scraper_id = ${scraperId}`)
  return new Map(
    rows.map(({ facts: [configClass, name, description, status, health, labels, tags], ...row }) => [
      itemKey(row),
      {
        ...row,
        facts: toJsonText([configClass, name, description, status, health, sorted({ ...labels }), sorted({ ...tags })]),
      },
    ])
  )
}

const touch = async (tx: Queryable, ids: readonly string[], now: Date) => {
  if (ids.length > 0)
    await tx.run(sql`update config_items set last_scraped_time = ${now} where id = any(${ids}::uuid[])`)
}

const columns = sql`
  "externalId" text, type text, "configClass" text, name text, description text, status text, health text, labels jsonb,
  tags jsonb, config jsonb`

async function insert(tx: Queryable, scraperId: string, items: readonly ScrapedItem[], now: Date): Promise<void> {
  if (items.length === 0) return
  await tx.run(sql`
    insert into config_items (scraper_id, external_id, type, config_class, name, description, status, health, labels,
      tags, config, last_scraped_time)
    select ${scraperId}, array["externalId"], type, "configClass", name, description, status, health, labels, tags,
      config, ${now}
    from jsonb_to_recordset(${toJsonText(items)}::jsonb) as item (${columns})`)
}

async function update(tx: Queryable, items: readonly (ScrapedItem & { id: string })[], now: Date): Promise<void> {
  if (items.length === 0) return
  await tx.run(sql`
    update config_items set config_class = item."configClass", name = item.name, description = item.description,
      status = item.status, health = item.health, labels = item.labels, tags = item.tags, config = item.config,
      last_scraped_time = ${now}, deleted_at = null, delete_reason = null
    from jsonb_to_recordset(${toJsonText(items)}::jsonb) as item (id uuid, ${columns})
    where config_items.id = item.id`)
}

async function recordChanges(tx: Queryable, changes: readonly object[]): Promise<void> {
  if (changes.length === 0) return
  await tx.run(sql`
    insert into config_changes (config_id, change_type, severity, source, summary, diff, patches)
    select config_id, 'diff', '', 'diff', summary, diff, patches
    from jsonb_to_recordset(${toJsonText(changes)}::jsonb) as change (config_id uuid, summary text, diff text, patches jsonb)`)
}

/** Marks links that a selector created, as opposed to other links. */
const SELECTOR = 'scraper'

/** A selector that matches everything is a mistake. */
const MOST_LINKS = 50_000

/** Updates the soft relationships of a scraper's items to match their selectors; links without a match end. */
async function relate(db: Db, scraperId: string, scraped: readonly ScrapedItem[]): Promise<void> {
  const selectors = scraped.flatMap(({ externalId, type, relationships }) =>
    relationships.map((selector) => ({ externalId, type, ...prefixed(selector) }))
  )
  await db.transaction(async (tx) => {
    const found = await tx.query(sql`
      select distinct item.id as config_id, other.id as related_id, item.config_class || other.config_class as relation
      from jsonb_to_recordset(${toJsonText(selectors)}::jsonb) as selector (
          "externalId" text, type text, "otherType" text, "otherName" text, "otherNamespace" text
        )
        join config_items as item on item.scraper_id = ${scraperId} and item.type = selector.type
          and item.external_id[1] = selector."externalId" and item.deleted_at is null
        join config_items as other on other.id <> item.id and other.deleted_at is null
          and ("otherType" is null or other.type = "otherType") and ("otherName" is null or other.name = "otherName")
          and ("otherNamespace" is null or other.tags ->> 'namespace' = "otherNamespace")
      limit ${MOST_LINKS + 1}`)
    if (found.length > MOST_LINKS)
      throw new ScraperError(`transform.relationship matches more than ${MOST_LINKS} items`)
    const links = sql`
      jsonb_to_recordset(${toJsonText(found)}::jsonb) as link_row (config_id uuid, related_id uuid, relation text)`
    await tx.run(sql`
      update config_relationships as link set deleted_at = now()
      from config_items as item
      where item.id = link.config_id and item.scraper_id = ${scraperId} and link.selector_id = ${SELECTOR}
        and link.deleted_at is null
        and (link.config_id, link.related_id, link.relation) not in (select config_id, related_id, relation from ${links})`)
    await tx.run(sql`
      insert into config_relationships (config_id, related_id, relation, selector_id, scraper_id)
      select config_id, related_id, relation, ${SELECTOR}, ${scraperId}::uuid from ${links}
      on conflict (related_id, config_id, relation) do update set deleted_at = null, scraper_id = excluded.scraper_id
      where config_relationships.deleted_at is not null`)
  })
}

const prefixed = ({ type, name, namespace }: ScrapedItem['relationships'][number]) => ({
  otherType: type,
  otherName: name,
  otherNamespace: namespace,
})

import type { Db } from '../../data/db/db'
import { toJsonText, sql } from '../../data/db/sql'
import { inChunks } from '../../platform/jobs/in-chunks'
import type { FoundInsight, InsightFindings } from './insights'

/**
 * Stores the findings about the items of the current scrape: one insight per item and analyzer. An insight that is no
 * longer found is resolved, and opened again when it is found again. A silenced insight stays silenced.
 * @param now the time of the scrape, `last_scraped_time` of its items.
 */
export async function storeInsights(
  db: Db,
  { scraperId, now }: { scraperId: string; now: Date },
  { found, unevaluated }: InsightFindings,
  signal: AbortSignal
): Promise<void> {
  await inChunks(found, (some) => keep(db, scraperId, some, now), { signal })
  signal.throwIfAborted()
  await db.run(sql`
    update config_analysis as insight set status = 'resolved'
    from config_items as item
    where item.id = insight.config_id and insight.scraper_id = ${scraperId} and insight.status = 'open'
      and insight.last_observed is distinct from ${now} and item.last_scraped_time = ${now}
      and not exists (
        select from jsonb_to_recordset(${toJsonText(unevaluated)}::jsonb) as unknown (type text, "externalId" text, analyzers jsonb)
        where unknown.type = item.type and unknown."externalId" = item.external_id[1]
          and unknown.analyzers ? insight.analyzer
      )`)
}

async function keep(db: Db, scraperId: string, found: readonly FoundInsight[], now: Date): Promise<void> {
  await db.run(sql`
    with observed as (
      select item.id as config_id, finding.analyzer, "analysisType" as analysis_type, severity, message
      from jsonb_to_recordset(${toJsonText(found)}::jsonb) as finding (
          type text, "externalId" text, analyzer text, "analysisType" text, severity text, message text
        )
        join config_items as item on item.scraper_id = ${scraperId} and item.type = finding.type
          and item.external_id[1] = finding."externalId"
    ), known as (
      update config_analysis as insight set analysis_type = observed.analysis_type, severity = observed.severity,
        message = observed.message, last_observed = ${now},
        status = case when insight.status = 'silenced' then 'silenced' else 'open' end
      from observed
      where insight.config_id = observed.config_id and insight.analyzer = observed.analyzer
        and insight.scraper_id = ${scraperId}
      returning insight.config_id, insight.analyzer
    )
    insert into config_analysis (config_id, scraper_id, analyzer, analysis_type, severity, message, first_observed,
      last_observed)
    select config_id, ${scraperId}, analyzer, analysis_type, severity, message, ${now}, ${now}
    from observed
    where (config_id, analyzer) not in (select config_id, analyzer from known)`)
}

import type { Transaction } from '../../data/db/db'
import { toJsonText, type Sql, sql } from '../../data/db/sql'
import { DEPOT_DATABASES_SCRAPER, type SampleInstallation, LEDGER_SCRAPER, QUAY_SCRAPER } from './builder'

const ago = (seconds: Sql) => sql`now() - make_interval(secs => ${seconds})`

/** Requires `pg_temp.id`, and must run before rows derived from changes are dated. */
export async function loadSampleInstallation(
  tx: Transaction,
  { items, changes, insights, links }: SampleInstallation
): Promise<void> {
  await tx.run(sql`
    insert into config_scrapers (id, name, namespace, description, spec, source, agent_id, created_at)
    values
      (pg_temp.id('scraper', ${QUAY_SCRAPER}), 'quay', 'mission-control', 'Resources of the warehouse cluster', '{"schedule": "@every 5m", "kubernetes": [{"clusterName": "quay"}]}', 'KubernetesCRD', default, now() - interval '160 days'),
      (pg_temp.id('scraper', ${LEDGER_SCRAPER}), 'ledger', 'default', 'The AWS account of the warehouses', '{"schedule": "@every 1h", "aws": [{"region": ["eu-central-1"], "connection": "connection://default/aws-audit"}]}', 'UI', default, now() - interval '165 days'),
      (pg_temp.id('scraper', ${DEPOT_DATABASES_SCRAPER}), 'depot-databases', 'depot', 'Database servers of the depot', '{"schedule": "@every 30m", "sql": [{"connection": "postgres://leeds-pg-1/postgres", "type": "Postgres::Database", "id": "$.datname", "query": "select * from pg_database"}]}', 'ConfigFile', pg_temp.id('agent', 1), now() - interval '118 days')`)
  await tx.run(sql`
    insert into config_items (id, scraper_id, agent_id, config_class, type, name, external_id, status, health, ready,
      description, labels, tags, properties, parent_id, path, config, cost_per_minute, cost_total_1d, cost_total_7d,
      cost_total_30d, created_at, updated_at, last_scraped_time)
    select pg_temp.id('config', number), pg_temp.id('scraper', scraper),
      coalesce(pg_temp.id('agent', agent), '00000000-0000-0000-0000-000000000000'), "configClass", type, name,
      array["externalId"], status, health, case when health is not null then health <> 'unhealthy' end, description,
      labels, tags, properties, pg_temp.id('config', parent),
      (select string_agg(pg_temp.id('config', step)::text, '.' order by place)
        from unnest(path) with ordinality as steps (step, place)),
      config, cost / 1440, cost, cost * 7, cost * 30,
      ${ago(sql`greatest("createdAge", "updatedAge")`)}, ${ago(sql`"updatedAge"`)}, now() - interval '3 minutes'
    from jsonb_to_recordset(${toJsonText(items)}::jsonb) as item (
      number int, scraper int, agent int, "configClass" text, type text, name text, "externalId" text, status text,
      health text, description text, labels jsonb, tags jsonb, properties jsonb, parent int, path int[], config jsonb,
      cost numeric, "createdAge" int, "updatedAge" int
    )`)
  await tx.run(sql`
    insert into config_changes (id, config_id, change_type, severity, source, summary, external_created_by, diff, patches,
      details, created_at, first_observed, count)
    select pg_temp.id('change', number), pg_temp.id('config', item), "changeType", severity, source, summary, author, diff,
      nullif(patches, 'null'), nullif(details, 'null'), ${ago(sql`age`)}, ${ago(sql`greatest("firstAge", age)`)}, count
    from jsonb_to_recordset(${toJsonText(changes)}::jsonb) as change (
      number int, item int, "changeType" text, severity text, source text, summary text, author text, diff text,
      patches jsonb, details jsonb, age int, "firstAge" int, count int
    )`)
  await tx.run(sql`
    insert into config_analysis (id, config_id, scraper_id, source, analyzer, analysis_type, severity, summary, status,
      message, analysis, first_observed, last_observed)
    select pg_temp.id('insight', number), pg_temp.id('config', item), pg_temp.id('scraper', scraper), source, analyzer,
      "analysisType", severity, summary, status, message, nullif(analysis, 'null'), ${ago(sql`"firstAge"`)},
      ${ago(sql`"lastAge"`)}
    from jsonb_to_recordset(${toJsonText(insights)}::jsonb) as insight (
      number int, item int, scraper int, source text, analyzer text, "analysisType" text, severity text, summary text,
      status text, message text, analysis jsonb, "firstAge" int, "lastAge" int
    )`)
  await tx.run(sql`
    insert into config_relationships (config_id, related_id, relation, created_at, updated_at)
    select pg_temp.id('config', link.from), pg_temp.id('config', link.to), relation, ${ago(sql`"createdAge"`)},
      ${ago(sql`"createdAge"`)}
    from jsonb_to_recordset(${toJsonText(links)}::jsonb) as link ("from" int, "to" int, relation text)
      join jsonb_to_recordset(${toJsonText(items)}::jsonb) as item (number int, "createdAge" int) on number = link.to`)
}

import type { Db } from '../db/db'
import { sql } from '../db/sql'

/**
 * Every live check with its status and its figures over the last hour, as canary-checker's summary lists them: what is
 * not known is left out, except what its clients always expect.
 * @returns a JSON array as text, because Postgres writes it faster than anybody could copy it; undefined without checks.
 */
export async function summaryJson(db: Db): Promise<string | undefined> {
  const [row] = await db.query<{ checks: string | null }>(sql`
    select string_agg(left(json_strip_nulls(json_build_object(
      'id', checks.id, 'canary_id', checks.canary_id, 'canary_name', canaries.name,
      'canary_namespace', canaries.namespace, 'name', checks.name, 'namespace', coalesce(checks.namespace, ''),
      'type', checks.type, 'status', coalesce(checks.status, ''),
      'latency', json_build_object('p99', nullif(p99, 0), 'p95', nullif(p95, 0), 'rolling1h', 0),
      'uptime', json_build_object(
        'passed', coalesce(passed, 0), 'failed', coalesce(failed, 0), 'last_pass', last_pass, 'last_fail', last_fail
      ),
      'created_at', checks.created_at, 'updated_at', checks.updated_at,
      'description', nullif(checks.description, ''), 'icon', nullif(checks.icon, ''),
      'owner', nullif(checks.owner, ''), 'severity', nullif(checks.severity, ''),
      'last_runtime', checks.last_runtime, 'last_transition_time', checks.last_transition_time,
      'silenced_at', checks.silenced_at
    ))::text, -1) || ',"labels":' || coalesce((canaries.labels || checks.labels)::text, 'null') || '}', ',') as checks
    from checks
      join canaries on canaries.id = checks.canary_id
      left join check_status_summary on check_status_summary.check_id = checks.id
    where checks.deleted_at is null`)
  return row?.checks ? `[${row.checks}]` : undefined
}

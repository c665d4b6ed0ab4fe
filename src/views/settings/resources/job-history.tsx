import { useQuery } from '@tanstack/react-query'
import { jobHistory, type JobRun } from '@/api/settings/job-history'
import type { Target } from '@/commands/command'
import { capital, formatCount, formatDuration } from '@/shared/format'
import { jobTone } from '@/lib/settings/job-status'
import { Badge } from '@/ui/badge'
import { Time } from '@/ui/time'
import { QueryState } from '../../shared/query/query-state'
import css from './item-page.module.css'

/** The newest job runs of a resource with their details. */
export default function JobHistory({ of }: { of: Target }) {
  const query = useQuery(jobHistory.ofResource(of.id))
  return (
    <QueryState
      query={query}
      what="the job history"
      as="part"
      isEmpty={({ rows }) => rows.length === 0}
      empty={<p className={css.none}>The job history of {of.label} is empty.</p>}
    >
      {({ rows, total }) => (
        <div className={css.runs}>
          <ul>
            {rows.map((run) => (
              <li key={run.id} className={css.run}>
                <Run {...run} />
              </li>
            ))}
          </ul>
          {total > rows.length && (
            <p className={css.quiet}>
              The newest {rows.length} of {total.toLocaleString('en')} runs.
            </p>
          )}
        </div>
      )}
    </QueryState>
  )
}

function Run({ name, status, time_start, created_at, duration_millis, success_count, error_count, details }: JobRun) {
  return (
    <>
      <div className={css.line}>
        <span className={css.when}>
          <Time at={time_start ?? created_at} as="ago" />
        </span>
        <Badge tone={jobTone(status)}>{capital((status ?? 'unknown').toLowerCase())}</Badge>
        <span>{name}</span>
        {typeof duration_millis === 'number' && <span className={css.quiet}>{formatDuration(duration_millis)}</span>}
        <span className={css.quiet}>
          {[
            success_count ? `${success_count.toLocaleString('en')} succeeded` : '',
            error_count ? formatCount(error_count, 'error') : '',
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </div>
      {details?.errors && details.errors.length > 0 && (
        <ul className={css.errors} aria-label="Errors">
          {[...new Set(details.errors)].map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      )}
      {details?.summary && (
        <p className={css.quiet}>
          {(['added', 'updated', 'unchanged', 'deleted'] as const)
            .map((what) => `${(details.summary?.[what] ?? 0).toLocaleString('en')} ${what}`)
            .join(', ')}
        </p>
      )}
      {details?.incidents && (
        <p className={css.quiet}>
          {(['matched', 'opened', 'closed'] as const)
            .map((what) => `${(details.incidents?.[what] ?? 0).toLocaleString('en')} ${what}`)
            .join(', ')}
        </p>
      )}
      {details?.scrape_summary && (
        <ul className={css.quiet} aria-label="Scrape summary">
          {Object.entries(details.scrape_summary).map(([type, { added, updated, unchanged }]) => (
            <li key={type}>
              {type}: {added ?? 0} added, {updated ?? 0} updated, {unchanged ?? 0} unchanged
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

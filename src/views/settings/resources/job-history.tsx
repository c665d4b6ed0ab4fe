import { useQuery } from '@tanstack/react-query'
import { jobHistory, type JobRun } from '@/api/settings/job-history'
import type { Target } from '@/commands/command'
import { jobTypesOf } from '@/lib/settings/job-resource'
import { formatCount, formatDuration } from '@/shared/format'
import { Time } from '@/ui/time'
import { QueryState } from '../../shared/query/query-state'
import { jobDetailParts } from '../jobs/job-details'
import { JobStatusBadge } from '../jobs/status-badge'
import css from './item-page.module.css'

/** The newest job runs of a resource with their details. */
export default function JobHistory({ of }: { of: Target }) {
  const query = useQuery(jobHistory.ofResource(of.id, jobTypesOf(of.kind)))
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
        <JobStatusBadge status={status} />
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
      {jobDetailParts(details).map(({ id, panel }) => (
        <div key={id}>{panel}</div>
      ))}
    </>
  )
}

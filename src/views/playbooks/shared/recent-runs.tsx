import type { RecentRun } from '@/api/playbooks/playbooks'
import { formatRunStatus } from '@/lib/playbooks/run-status'
import { capital, formatDuration } from '@/shared/format'
import { runPage } from '@/shared/pages/playbooks'
import { PageLink } from '@/ui/page-link'
import { StatusIcon } from '@/ui/status-word'
import { Time } from '@/ui/time'
import rows from '@/ui/short-list.module.css'
import css from './playbooks-of.module.css'

/** The recent runs of a resource, each a link. */
export default function RecentRuns({ runs }: { runs: readonly RecentRun[] }) {
  return (
    <ul>
      {runs.map((one) => (
        <Run key={one.id} {...one} />
      ))}
    </ul>
  )
}

function Run({ id, status, created_at, start_time, end_time, error, playbooks: of, created_by }: RecentRun) {
  const took = start_time && end_time ? Date.parse(end_time) - Date.parse(start_time) : undefined
  return (
    <li>
      <PageLink href={runPage.at(id)} className={rows.row}>
        <StatusIcon word={status} />
        <div className={css.about}>
          <bdi className={rows.name}>{of?.title || of?.name || 'Deleted playbook'}</bdi>
          <span className={rows.quiet}>
            {[
              capital(formatRunStatus(status)),
              took === undefined ? undefined : `took ${formatDuration(took)}`,
              created_by && `by ${created_by.name}`,
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
          {error && <p className={css.description}>{error}</p>}
        </div>
        <span className={rows.when}>
          <Time at={created_at} as="ago" />
        </span>
      </PageLink>
    </li>
  )
}

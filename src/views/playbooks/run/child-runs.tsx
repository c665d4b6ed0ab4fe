import { runName, type RunRow } from '@/api/playbooks/run-list'
import { runPage } from '@/shared/pages/playbooks'
import { formatRunStatus } from '@/lib/playbooks/run-status'
import { PageLink } from '@/ui/page-link'
import rows from '@/ui/short-list.module.css'
import { StatusIcon } from '@/ui/status-word'
import { Time } from '@/ui/time'

/** The runs that a run has started. */
export const ChildRuns = ({ runs }: { runs: readonly RunRow[] }) => (
  <ul className={rows.list} aria-label="Child runs">
    {runs.map((run) => (
      <li key={run.id}>
        <PageLink href={runPage.at(run.id)} className={rows.row}>
          <StatusIcon word={run.status} />
          <bdi className={rows.name}>{runName(run)}</bdi>
          <span className={rows.quiet}>{formatRunStatus(run.status)}</span>
          <span className={rows.when}>
            <Time at={run.created_at} as="ago" />
          </span>
        </PageLink>
      </li>
    ))}
  </ul>
)

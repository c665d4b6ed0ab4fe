import '@/commands/playbooks/playbook.commands'
import '@/commands/playbooks/runs.commands'
import { useQuery } from '@tanstack/react-query'
import { type PlaybookOption, applicablePlaybooks } from '@/api/playbooks/applicable-playbooks'
import { playbooks, type RecentRun } from '@/api/playbooks/playbooks'
import { callTo } from '@/commands/call-to'
import type { PlaybookKind } from '@/commands/playbooks/playbook.commands'
import type { Target } from '@/commands/command'
import { capital, formatDuration } from '@/shared/format'
import { runPage } from '@/shared/pages/playbooks'
import { formatRunStatus } from '@/lib/playbooks/run-status'
import { PageLink } from '@/ui/page-link'
import { StatusIcon } from '@/ui/status-word'
import { Time } from '@/ui/time'
import { CommandButton } from '../../shared/commands/command-button'
import { icons } from '../../shared/icons'
import { QueryState } from '../../shared/query/query-state'
import { useLiveUpdates } from '../../shared/stores'
import rows from '@/ui/short-list.module.css'
import css from './playbooks-of.module.css'

/** Milliseconds between refreshes: a user who started a run waits for its end. */
const RUNS_POLL_MS = 5000

/** The playbooks that apply to a resource, and its recent runs. */
export function ResourcePlaybooks({ target }: { target: Target<PlaybookKind> }) {
  const name = target.label
  const runs = useQuery({ ...playbooks.recent(target), refetchInterval: useLiveUpdates() && RUNS_POLL_MS })
  return (
    <div className={css.tab}>
      <section className={css.group} aria-label="Playbooks that apply">
        <h2 className={css.heading}>Playbooks that apply</h2>
        <QueryState
          query={useQuery(applicablePlaybooks(target))}
          what="the playbooks"
          as="part"
          empty={<p className={rows.quiet}>No playbook applies to {name}.</p>}
        >
          {(list) => (
            <ul>
              {list.map((one) => (
                <Playbook key={one.id} {...one} />
              ))}
            </ul>
          )}
        </QueryState>
      </section>
      <section className={css.group} aria-label="Recent runs">
        <h2 className={css.heading}>Recent runs</h2>
        <QueryState
          query={runs}
          what="the runs"
          as="part"
          empty={<p className={rows.quiet}>No playbook has run for {name} yet.</p>}
        >
          {(list) => (
            <ul>
              {list.map((one) => (
                <Run key={one.id} {...one} />
              ))}
            </ul>
          )}
        </QueryState>
      </section>
    </div>
  )
}

const Playbook = ({ id, title, description, isUsedLast }: PlaybookOption) => (
  <li className={css.playbook}>
    <div className={css.about}>
      <bdi className={rows.name}>{title}</bdi>
      {isUsedLast && <span className={rows.quiet}>used last</span>}
      {description && <p className={css.description}>{description}</p>}
    </div>
    <CommandButton call={callTo('playbook.run', { playbook: id })} icon={icons.play} label={`Run ${title}`} />
  </li>
)

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

import '@/commands/playbooks/playbook.commands'
import '@/commands/playbooks/runs.commands'
import { useQuery } from '@tanstack/react-query'
import { type PlaybookOption, applicablePlaybooks } from '@/api/playbooks/applicable-playbooks'
import { playbooks } from '@/api/playbooks/playbooks'
import { callTo } from '@/commands/call-to'
import type { PlaybookKind } from '@/commands/playbooks/playbook.commands'
import type { Target } from '@/commands/command'
import { lazyComponent } from '@/ui/lazy-component'
import { CommandButton } from '../../shared/commands/command-button'
import { icons } from '../../shared/icons'
import { QueryState } from '../../shared/query/query-state'
import { useLiveUpdates } from '../../shared/stores'
import rows from '@/ui/short-list.module.css'
import css from './playbooks-of.module.css'

/** In a file of its own: it is below the playbooks, and its request takes longer than its code. */
const RecentRuns = lazyComponent({ what: 'the runs', load: () => import('./recent-runs') })

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
          {(list) => <RecentRuns runs={list} />}
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

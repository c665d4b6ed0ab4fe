import { useQuery } from '@tanstack/react-query'
import { type RunApproval, namesByEmail, type RunDetail } from '@/api/playbooks/run'
import { runSubject } from '@/api/playbooks/run-list'
import { resourcePath } from '@/shared/routing/registry'
import { readApproval } from '@/lib/playbooks/playbook-approval'
import { isRunOver } from '@/lib/playbooks/run-status'
import { PageLink } from '@/ui/page-link'
import { StatusBadge } from '@/ui/status-word'
import { Time } from '@/ui/time'
import { RunStatusBadge, RunDuration } from '../run-status'
import css from './run.module.css'
import { describeRunProgress, type StepRow } from './step-rows'

/** The status of a run: its resource, progress, pending approval and error. */
export function RunStatusPanel({ run, rows }: { run: RunDetail; rows: readonly StepRow[] | undefined }) {
  const { status, error, created_at: requested, start_time: started, scheduled_time: due } = run
  const subject = runSubject(run)
  const progress = rows && describeRunProgress(rows)
  const isOver = isRunOver(run)
  return (
    <section className={css.standing} aria-label="Status">
      <RunStatusBadge status={status} />
      {subject && (
        <p>
          {'For '}
          <PageLink href={resourcePath(subject.kind, subject.id) ?? ''} className={css.link}>
            <bdi>{subject.label}</bdi>
          </PageLink>
        </p>
      )}
      {progress && <p>{progress}</p>}
      {started ? (
        <p className={css.quiet}>
          {isOver ? 'took ' : 'for '}
          <RunDuration run={run} />
        </p>
      ) : (
        <p className={css.quiet}>
          requested <Time at={requested} as="elapsed" />
        </p>
      )}
      {isDelayed(status) && due && (
        <p>
          continues <Time at={due} as="elapsed" />
        </p>
      )}
      {error && (
        // Focusable so that it can be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <p className={css.error} tabIndex={0}>
          {error}
        </p>
      )}
      {status === 'pending_approval' && <Approvers run={run} />}
    </section>
  )
}

/** Whether the run waits for a point in time, and not for an approval or a result. */
const isDelayed = (status: string) => status === 'sleeping' || status === 'retrying' || status === 'scheduled'

const noApprovers = { people: [], teams: [], needsAll: false }

/** The approvers of a run, their approvals so far, and whether all of them are required. */
function Approvers({ run: { spec, playbook_approvals: given } }: { run: RunDetail }) {
  const { people, teams, needsAll } = readApproval(spec) ?? noApprovers
  const { data: names } = useQuery({ ...namesByEmail(people), enabled: people.length > 0 })
  if (people.length + teams.length === 0) return <p>The playbook has no approvers.</p>
  return (
    <>
      <p>{needsAll ? 'Requires approval by all of:' : 'Requires approval by one of:'}</p>
      <ul className={css.approvals} aria-label="Approvers">
        {people.map((email) => (
          <Approver
            key={email}
            name={names?.get(email.toLowerCase()) ?? email}
            what="person"
            approval={given.find(({ person }) => person?.email?.toLowerCase() === email.toLowerCase())}
          />
        ))}
        {teams.map((name) => (
          <Approver key={name} name={name} what="team" approval={given.find(({ team }) => team?.name === name)} />
        ))}
      </ul>
    </>
  )
}

const Approver = ({
  name,
  what,
  approval,
}: {
  name: string
  what: 'person' | 'team'
  approval: RunApproval | undefined
}) => (
  <li className={css.approver}>
    <bdi>{name}</bdi>
    {what === 'team' && <span className={css.quiet}>team</span>}
    {approval ? (
      <StatusBadge word="approved">
        approved <Time at={approval.created_at} as="elapsed" />
      </StatusBadge>
    ) : (
      <StatusBadge word="pending" />
    )}
  </li>
)

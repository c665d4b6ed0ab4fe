import { Fragment, useId } from 'react'
import type { Target } from '../../commands/command'
import { kindNoun } from '../../lib/kinds'
import { nameApprovers, type PlannedApproval } from '@/lib/playbooks/playbook-approval'
import type { PlannedAction, PlaybookPlan } from '@/lib/playbooks/playbook-plan'
import { useApprovalLeft } from '../shared/access/displayed-runs'
import css from './run-playbook.module.css'

type Props = { plan: PlaybookPlan; target: Target | undefined }

/** The planned actions of a playbook in order, with the target and the required approval. */
export function PlannedActions({ plan: { actions, approval }, target }: Props) {
  const headingId = useId()
  if (actions.length === 0 && !approval) return null
  return (
    <section aria-labelledby={headingId} className={css.plan}>
      <h3 id={headingId} className={css.name}>
        Planned actions
      </h3>
      <ol className={css.actions}>
        {actions.map((action, at) => (
          // The list never changes, and names need not be unique.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <Action {...action} />
          </li>
        ))}
      </ol>
      <p className={css.about}>
        {target ? (
          <>
            {`For the ${kindNoun(target.kind)} `}
            <bdi>{target.label}</bdi>
          </>
        ) : (
          'Without a resource'
        )}
        .
      </p>
      {approval && <Approval planned={approval} />}
    </section>
  )
}

function Action({ name, kinds, condition, delay }: PlannedAction) {
  const about = [...(kinds.length > 0 ? [kinds.join(' and ')] : []), ...(delay === undefined ? [] : [`after ${delay}`])]
  return (
    <>
      <bdi>{name}</bdi>{' '}
      <span className={css.about}>
        {about.join(', ')}
        {condition !== undefined && (
          <>
            {about.length > 0 && ', '}
            <Condition of={condition} />
          </>
        )}
      </span>
    </>
  )
}

const conditions: Readonly<Record<string, string>> = {
  'always()': 'even if an earlier action failed',
  'failure()': 'only if an earlier action failed',
  'timeout()': 'only if an earlier action timed out',
}

const Condition = ({ of }: { of: string }) =>
  conditions[of] ?? (
    <>
      {'only if '}
      <code className={css.code}>{of}</code>
    </>
  )

/** The required approval. If the address of the user is listed, the request is the user's approval. */
function Approval({ planned }: { planned: PlannedApproval }) {
  const { left, teams } = useApprovalLeft(planned)
  if (!left) return <p>You are an approver, so it starts at once.</p>
  const all = nameApprovers(left)
  return (
    <p>
      {left === planned ? 'Requires' : 'You are an approver. Also requires'}
      {all.length > 1 ? ` approval by ${left.needsAll ? 'all' : 'one'} of: ` : ' approval by '}
      {all.map((one, at) => (
        <Fragment key={one}>
          {at > 0 && ', '}
          <bdi>{one}</bdi>
        </Fragment>
      ))}
      .
      {teams.length > 0 &&
        ` You are a member of ${teams.join(' and ')}: depending on the backend, another member must approve it, or your request is the approval.`}
    </p>
  )
}

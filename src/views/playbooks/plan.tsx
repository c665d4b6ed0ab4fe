import { Fragment, useId } from 'react'
import type { Target } from '../../commands/command'
import { nounOf } from '../../lib/kinds'
import type { PlannedApproval } from '../../lib/playbook-approval'
import type { PlannedAction, PlaybookPlan } from '../../lib/playbook-plan'
import css from './run-playbook.module.css'

type Props = { plan: PlaybookPlan; target: Target | undefined }

/** What a playbook will do, before it is run: its actions in order, for what, and who has to approve it first. */
export function Plan({ plan: { actions, approval }, target }: Props) {
  const headingId = useId()
  if (actions.length === 0 && !approval) return null
  return (
    <section aria-labelledby={headingId} className={css.plan}>
      <h3 id={headingId} className={css.name}>
        What it will do
      </h3>
      <ol className={css.actions}>
        {actions.map((action, at) => (
          // Nothing is added or moved, and names need not differ.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <Action {...action} />
          </li>
        ))}
      </ol>
      <p className={css.about}>
        {target ? (
          <>
            {`For the ${nounOf(target.kind)} `}
            <bdi>{target.label}</bdi>
          </>
        ) : (
          'For nothing in particular'
        )}
        .
      </p>
      {approval && <Approval {...approval} />}
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
  'always()': 'whatever came before',
  'failure()': 'only if one before it failed',
  'timeout()': 'only if one before it took too long',
}

const Condition = ({ of }: { of: string }) =>
  conditions[of] ?? (
    <>
      {'only if '}
      <code className={css.code}>{of}</code>
    </>
  )

/** Nobody knows beforehand whether an approver is among those who run it, so it is said how it is. */
function Approval({ people, teams, needsAll }: PlannedApproval) {
  const all = [...people, ...teams.map((team) => `the team ${team}`)]
  const others = all.length > 1
  return (
    <p>
      {others
        ? `It waits until ${needsAll ? 'all' : 'one'} of these ${needsAll ? 'approve' : 'approves'}: `
        : 'It waits until '}
      {all.map((one, at) => (
        <Fragment key={one}>
          {at > 0 && ', '}
          <bdi>{one}</bdi>
        </Fragment>
      ))}
      {others ? '.' : ' approves.'}
    </p>
  )
}

import { Link } from 'wouter'
import type { CheckDetail } from '../../../api/check-detail'
import { may } from '../../../lib/access'
import { originOf } from '../../../lib/origin'
import { CommandButton } from '../../shell/command-button'
import { useConsole } from '../../shell/console'
import css from './footer.module.css'

type Props = { detail: CheckDetail | undefined; isRunning: boolean }

/** What can be done with the check, by whoever may do it. */
export function Footer({ detail, isRunning }: Props) {
  const { roles } = useConsole().circumstances
  const origin = detail && originOf(detail)
  return (
    <footer className={css.footer}>
      {origin && origin.name !== '' && (
        <p className={css.origin}>
          Defined by{' '}
          {origin.path === undefined ? (
            origin.name
          ) : (
            <Link href={origin.path} className={css.link}>
              {origin.name}
            </Link>
          )}
        </p>
      )}
      <div className={css.actions}>
        {origin?.name === '' && origin.path !== undefined && may.editCanaries(roles) && (
          <Link href={origin.path} className={css.edit}>
            Edit
          </Link>
        )}
        {may.writeIncidents(roles) && <CommandButton call="evidence.link" label="Add to incident…" />}
        {may.runPlaybooks(roles) && <CommandButton call="playbook.run" label="Run playbook…" />}
        {/* Hidden from who may not, by specification; the palette says why. */}
        {may.runChecks(roles) && (
          <CommandButton call="check.run" tone="primary" label={isRunning ? 'Running…' : 'Run now'} />
        )}
      </div>
    </footer>
  )
}

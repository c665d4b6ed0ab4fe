import { Link } from 'wouter'
import type { CheckDetail } from '../../../api/check-detail'
import { may, mayRunChecks } from '../../../lib/access'
import { originOf } from '../../../lib/origin'
import { hasPage } from '../../../lib/paths'
import { PageLink } from '../../../ui/page-link'
import { CommandButton } from '../../shell/commands/command-button'
import { useConsole } from '../../shell/console'
import css from './footer.module.css'

type Props = { detail: CheckDetail | undefined; isRunning: boolean }

/** The actions on a check, according to permissions. */
export function Footer({ detail, isRunning }: Props) {
  const { environment } = useConsole()
  const isHealthOnly = environment.deployment?.only === 'health'
  const origin = detail && originOf(detail)
  const canEdit = !isHealthOnly && may(environment, 'canaries', 'write')
  const editPath = canEdit && origin?.path !== undefined && hasPage(origin.path) ? origin.path : undefined
  return (
    <footer className={css.footer}>
      {origin && origin.name !== '' && (
        <p className={css.origin}>
          Defined by{' '}
          {origin.path === undefined || isHealthOnly ? (
            origin.name
          ) : (
            <PageLink href={origin.path} className={css.link}>
              {origin.name}
            </PageLink>
          )}
        </p>
      )}
      <div className={css.actions}>
        {origin?.name === '' && editPath !== undefined && (
          <Link href={editPath} className={css.edit}>
            Edit
          </Link>
        )}
        {may(environment, 'evidences', 'write') && <CommandButton call="evidence.link" />}
        {may(environment, 'playbook_runs', 'write') && <CommandButton call="playbook.run" />}
        {/* Not shown without permission, as specified; the palette gives the reason. */}
        {mayRunChecks(environment) && (
          <CommandButton call="check.run" tone="primary" label={isRunning ? 'Running…' : 'Run now'} />
        )}
      </div>
    </footer>
  )
}

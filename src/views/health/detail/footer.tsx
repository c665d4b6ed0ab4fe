import { Link } from 'wouter'
import type { CheckDetail } from '../../../api/check-detail'
import { may, mayRunChecks } from '../../../lib/access'
import { originOf } from '../../../lib/origin'
import { hasPage } from '../../../lib/paths'
import { CommandButton } from '../../shell/commands/command-button'
import { useConsole } from '../../shell/console'
import css from './footer.module.css'

type Props = { detail: CheckDetail | undefined; isRunning: boolean }

/** The actions on a check, according to permissions, in one row. */
export function Footer({ detail, isRunning }: Props) {
  const { environment } = useConsole()
  const isHealthOnly = environment.deployment?.only === 'health'
  const origin = detail && originOf(detail)
  const canEdit = !isHealthOnly && may(environment, 'canaries', 'write')
  const editPath = canEdit && origin?.path !== undefined && hasPage(origin.path) ? origin.path : undefined
  return (
    <footer className={css.footer}>
      {editPath !== undefined && (
        <Link href={editPath} className={css.edit}>
          {origin?.name === '' ? 'Edit' : 'Edit at source'}
        </Link>
      )}
      {may(environment, 'evidences', 'write') && <CommandButton call="evidence.link" short="Incident" />}
      {may(environment, 'playbook_runs', 'write') && <CommandButton call="playbook.run" short="Playbook" />}
      {/* Not shown without permission, as specified; the palette gives the reason. */}
      {mayRunChecks(environment) && (
        <CommandButton call="check.run" tone="primary" label={isRunning ? 'Running…' : 'Run now'} />
      )}
    </footer>
  )
}

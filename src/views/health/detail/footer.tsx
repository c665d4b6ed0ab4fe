import { Link } from 'wouter'
import type { CheckDetail } from '@/api/health/check-detail'
import { isAllowed, canRunChecks } from '@/shared/access/access'
import { readOrigin } from '@/lib/settings/origin'
import { hasPage } from '@/shared/routing/registry'
import { CommandButton } from '../../shared/commands/command-button'
import { PlaybooksMenu } from '../../shared/commands/playbooks-menu'
import { useConsole } from '../../shared/console'
import css from './footer.module.css'

type Props = { id: string; name: string; detail: CheckDetail | undefined; isRunning: boolean }

/** The actions that the user's permissions allow on a check, in one row. */
export function CheckFooter({ id, name, detail, isRunning }: Props) {
  const { environment } = useConsole()
  const isHealthOnly = environment.deployment?.only === 'health'
  const origin = detail && readOrigin(detail)
  const canEdit = !isHealthOnly && isAllowed(environment, 'canaries', 'write')
  const editPath = canEdit && origin?.path !== undefined && hasPage(origin.path) ? origin.path : undefined
  return (
    <footer className={css.footer}>
      {editPath !== undefined && (
        <Link href={editPath} className={css.edit}>
          {origin?.name === '' ? 'Edit' : 'Edit at source'}
        </Link>
      )}
      <PlaybooksMenu for={{ kind: 'check', id, label: name }} />
      {isAllowed(environment, 'evidences', 'write') && <CommandButton call="evidence.link" short="Incident" />}
      {/* Hidden without permission, as specified. The palette gives the reason. */}
      {canRunChecks(environment) && (
        <CommandButton call="check.run" tone="primary" label={isRunning ? 'Running…' : 'Run now'} />
      )}
    </footer>
  )
}

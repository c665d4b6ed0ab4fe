import type { RowValues } from '@/api/settings/settings-table'
import { toRuleRow } from '@/resources/notification-rules/rule-values'
import type { FormValues } from '@/shared/forms/form-description'
import { useSettled } from '@/ui/use-settled'
import { useConsole } from '../../shared/console'
import { RuleEffect } from './rule-effect'
import css from './rule-effect.module.css'

/** Milliseconds without a change after which the effect is requested again. */
const PAUSE_MS = 500

/** The dry run of the rule in the form. Only the embedded backend has dry runs. */
export default function NotificationRuleEffect({ values, id }: { values: FormValues; id: string | undefined }) {
  const { environment } = useConsole()
  const row: RowValues = { ...toRuleRow(values), ...(id !== undefined && { id }) }
  const rule = useSettled(row, PAUSE_MS)
  if (environment.deployment?.backend === 'gateway') return null
  return (
    <div className={css.inForm}>
      <RuleEffect rule={rule} events={rule['events'] as readonly string[]} />
    </div>
  )
}

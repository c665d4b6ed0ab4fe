import { useQuery } from '@tanstack/react-query'
import { notificationRules } from '@/api/notifications/rules'
import type { Target } from '@/commands/command'
import { toRuleRow, toRuleValues } from '@/resources/notification-rules/rule-values'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { CommandButton } from '../../shared/commands/command-button'
import type { CommandDialogProps } from '../../shared/forms/command-dialog'
import { QueryState } from '../../shared/query/query-state'
import { RuleEffect } from './rule-effect'

/** The dry run of a stored rule, and its message about a past event. */
export default function DryRun({ known, onClose }: CommandDialogProps) {
  const [rule] = known['rule'] as readonly Target<'notificationrule'>[]
  const query = useQuery(notificationRules.one(rule?.id ?? ''))
  return (
    <Dialog
      title={`Dry run of ${rule?.label ?? 'the notification rule'}`}
      description="Nothing is sent or saved."
      size="large"
      actions={
        <>
          <CommandButton call={{ id: 'notificationrule.test', args: { rule: [rule] } }} />
          <Button onPress={() => void onClose()} autoFocus>
            Close
          </Button>
        </>
      }
      onClose={() => void onClose()}
    >
      <QueryState query={query} what="this notification rule" as="pane">
        {(row) => <RuleEffect rule={{ ...toRuleRow(toRuleValues(row)), id: row.id }} events={row.events} />}
      </QueryState>
    </Dialog>
  )
}

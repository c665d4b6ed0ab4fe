import { Heading } from 'react-aria-components/Heading'
import { formatCall } from '../../commands/call'
import { titleOf } from '../../commands/command'
import type { Plan } from '../../commands/prepare'
import { Button } from '../../ui/button'
import css from './palette.module.css'

type Props = {
  plan: Extract<Plan, { step: 'confirm' }>
  onCancel: () => void
  onRun: (call: string, confirmed: true) => void
}

/** What will happen, to what, and a button with the verb. Cancel has focus, so the key that led here cannot confirm. */
export function Confirm({ plan: { command, call, known }, onCancel, onRun }: Props) {
  return (
    <div className={css.confirm}>
      <Heading level={2} slot="title" className={css.confirmTitle ?? ''}>
        {titleOf(command, known)}
      </Heading>
      <p>{command.preview?.(known)}</p>
      <div className={css.confirmActions}>
        <Button onPress={onCancel} autoFocus>
          Cancel
        </Button>
        <Button tone="primary" onPress={() => onRun(formatCall(call), true)}>
          {command.verb?.(known) ?? titleOf(command, known)}
        </Button>
      </div>
    </div>
  )
}

import { titleOf } from '../../commands/command'
import type { Context } from '../../commands/context'
import type { Plan } from '../../commands/prepare'
import { Overlay } from '../../ui/overlay'
import { Confirm } from './confirm'
import { Search } from './search'

export type PaletteRequest = {
  /** As it was when the palette opened: what is under the cursor does not change while it is open. */
  context: Context
  mode?: string
  /** Typed already. */
  query?: string
  /** A missing argument or a confirmation that was asked for; absent to look for anything. */
  plan?: Extract<Plan, { step: 'ask' | 'confirm' }>
}

type Props = PaletteRequest & {
  onClose: () => void
  /** Performs a call after the dialog has closed and given focus back. */
  onRun: (call: string, confirmed?: true) => void
}

/** One dialog: asks for a command, then for what the command lacks, then shows what will happen. */
export function Palette({ onClose, onRun, ...request }: Props) {
  const { plan } = request
  return (
    <Overlay label={plan?.step === 'confirm' ? titleOf(plan.command, plan.known) : 'Command palette'} onClose={onClose}>
      {plan?.step === 'confirm' ? (
        <Confirm plan={plan} onCancel={onClose} onRun={onRun} />
      ) : (
        <Search request={request} onClose={onClose} onRun={onRun} />
      )}
    </Overlay>
  )
}

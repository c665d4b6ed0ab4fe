import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CachedFetch, type Call, type Command, type KnownArgs, commandTitle } from '../../commands/command'
import { type CallPlan, callTargets } from '../../commands/prepare'
import { Confirmation } from '../../ui/confirm'
import { useAbortable } from '../../ui/hooks'
import { FormPlace } from '../shared/forms/form-place'
import css from './palette.module.css'

type Props = {
  plan: Extract<CallPlan, { step: 'confirm' }>
  onCancel: () => void
  onRun: (call: Call) => void
}

/** Shows the effect, the targets and a button with the verb. */
export function Confirm({ plan, onCancel, onRun }: Props) {
  const { command, call, known } = plan
  const verb = command.verb?.(known) ?? commandTitle(command, known)
  const { refusal, effects } = useConsequences(command, known)
  return (
    <FormPlace>
      <Confirmation
        title={confirmTitle(plan)}
        tone="primary"
        yes={verb}
        no={verb.startsWith('Cancel') ? 'Go back' : 'Cancel'}
        names={callTargets(command, known).map(({ label }) => label)}
        noun="resource"
        isUndoable={command.undo === 'inverse'}
        refusal={refusal}
        aboutId={CONFIRM_TEXT}
        onCancel={onCancel}
        onConfirm={() => onRun(call)}
      >
        <p>{command.preview?.(known)}</p>
        {(command.consequences ?? command.refusal) && (
          <div role="status" className={css.consequences}>
            {refusal !== undefined && <p>{refusal}</p>}
            {effects === undefined && command.consequences && <p>Checking what else changes…</p>}
            {effects === 'failed' && <p>Could not check what else changes.</p>}
            {Array.isArray(effects) && effects.length > 0 && (
              <ul>
                {effects.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            )}
          </div>
        )}
      </Confirmation>
    </FormPlace>
  )
}

export const confirmTitle = ({ command, known }: Props['plan']): string =>
  command.confirmTitle?.(known) ?? commandTitle(command, known)

/** The id of the effect, which describes the dialog. Only one confirmation is open at a time. */
export const CONFIRM_TEXT = 'confirm-text'

/** Further effects and the refusal, which are loaded while the confirmation is shown. */
function useConsequences(command: Command, known: KnownArgs) {
  const client = useQueryClient()
  const [effects, setEffects] = useState<readonly string[] | 'failed'>()
  const [refusal, setRefusal] = useState<string>()
  useAbortable(async (signal) => {
    const fetch: CachedFetch = (query) => client.fetchQuery(query)
    const [found, reason] = await Promise.all([
      Promise.resolve(command.consequences?.(known, fetch) ?? []).catch(() => 'failed' as const),
      Promise.resolve(command.refusal?.(known, fetch)).catch(() => undefined),
    ])
    if (signal.aborted) return
    setEffects(found)
    setRefusal(reason)
  })
  return { effects, refusal }
}

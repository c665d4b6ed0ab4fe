import { type ReactNode, useState } from 'react'
import { type FormActions, FormActionsContext, SubmitKeysContext } from '../../../ui/form/form-context'
import { caps } from '../../../keymap/display'
import { Place } from '../commands/place'
import { useConsole } from '../console'

type Props = { className?: string; children: ReactNode }

/** The place of a form, with its keys and commands. */
export function FormPlace({ className, children }: Props) {
  const [actions] = useState<{ current: FormActions | null }>({ current: null })
  const submit = useConsole().keys.find(({ call, at }) => call === 'form.submit' && at === 'form')
  const handlers = {
    'form.submit': () => actions.current?.submit(),
    'form.cancel': () => actions.current?.cancel(),
  }
  return (
    <FormActionsContext value={actions}>
      <SubmitKeysContext value={submit && caps(submit.keys)}>
        <Place scope="form" handlers={handlers} className={className}>
          {children}
        </Place>
      </SubmitKeysContext>
    </FormActionsContext>
  )
}

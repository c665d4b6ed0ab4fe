import { type ReactNode, useState } from 'react'
import { type FormActions, FormActionsContext } from '../../../ui/form/form-context'
import { Place } from '../commands/place'

type Props = { className?: string; children: ReactNode }

/** Around a form: its keys, and the commands that the form inside does. */
export function FormPlace({ className, children }: Props) {
  const [actions] = useState<{ current: FormActions | null }>({ current: null })
  const handlers = {
    'form.submit': () => actions.current?.submit(),
    'form.cancel': () => actions.current?.cancel(),
  }
  return (
    <FormActionsContext value={actions}>
      <Place scope="form" handlers={handlers} className={className}>
        {children}
      </Place>
    </FormActionsContext>
  )
}

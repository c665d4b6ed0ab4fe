import { type ReactNode, useState } from 'react'
import { type FormActions, FormActionsContext, SubmitKeysContext } from '../../../ui/form/form-context'
import { caps } from '../../../keymap/display'
import type { Place as PlaceData } from '../../../commands/place'
import { Place } from '../commands/place'
import { useConsole } from '../console'

type Props = {
  className?: string
  /** For commands about what is typed. */
  choices?: PlaceData['choices']
  /** What is handled here counts for all of the page around it. */
  isPart?: boolean
  children: ReactNode
}

/** The place of a form, with its keys and commands. */
export function FormPlace({ className, choices, isPart = false, children }: Props) {
  const [actions] = useState<{ current: FormActions | null }>({ current: null })
  const submit = useConsole().keys.find(({ call, at }) => call === 'form.submit' && at === 'form')
  const handlers = {
    'form.submit': () => actions.current?.submit(),
    'form.cancel': () => actions.current?.cancel(),
  }
  return (
    <FormActionsContext value={actions}>
      <SubmitKeysContext value={submit && caps(submit.keys)}>
        <Place scope="form" handlers={handlers} {...(choices && { choices })} className={className} isPart={isPart}>
          {children}
        </Place>
      </SubmitKeysContext>
    </FormActionsContext>
  )
}

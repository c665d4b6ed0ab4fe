import '@/commands/editor/editor.commands'
import { type ReactNode, useState } from 'react'
import { type FormActions, FormActionsContext, SubmitKeysContext } from '@/ui/form/form-context'
import { keyCaps } from '@/keymap/display'
import type { PlaceData } from '@/commands/place'
import { Place, useLeavePage } from '../commands/place'
import { useConsole } from '../console'

type Props = {
  className?: string
  /** Choices for commands that act on the input. */
  choices?: PlaceData['choices']
  /** The handlers apply to the whole surrounding page. */
  isSection?: boolean
  children: ReactNode
}

/** The place of a form, with its keys and commands. */
export function FormPlace({ className, choices, isSection = false, children }: Props) {
  const [actions] = useState<{ current: FormActions | null }>({ current: null })
  const submit = useConsole().keys.find(({ call, at }) => call === 'form.submit' && at === 'form')
  const leavePage = useLeavePage()
  const handlers = {
    'form.submit': () => actions.current?.submit(),
    // A form that is still loading has nothing to cancel, so the page is left.
    'form.cancel': () => (actions.current ? actions.current.cancel() : leavePage()),
  }
  return (
    <FormActionsContext value={actions}>
      <SubmitKeysContext value={submit && keyCaps(submit.keys)}>
        <Place scope="form" handlers={handlers} {...(choices && { choices })} className={className} isPart={isSection}>
          {children}
        </Place>
      </SubmitKeysContext>
    </FormActionsContext>
  )
}

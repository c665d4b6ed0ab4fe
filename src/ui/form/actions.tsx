import { Button as AriaButton } from 'react-aria-components/Button'
import { useFormState } from 'react-hook-form'
import { Button } from '../button'
import buttonCss from '../button.module.css'
import css from './form.module.css'

type Props = {
  submitLabel: string
  busyLabel: string
  isSubmitting: boolean
  isReadOnly: boolean
  /** Cancelling would lose changes, and has to be confirmed. */
  isAsking: boolean
  onCancel: (() => void) | undefined
  onDiscard: () => void
}

const INCOMPLETE = 'Something is missing or wrong. Press to go to it.'

export function Actions({ submitLabel, busyLabel, isSubmitting, isReadOnly, isAsking, onCancel, onDiscard }: Props) {
  const { isValid, isDirty } = useFormState()
  if (isAsking)
    return (
      <div key="asking" className={css.actions} role="group" aria-label="Discard what you changed?">
        <p className={css.question}>Discard what you changed?</p>
        <Button onPress={() => onCancel?.()} autoFocus>
          Keep editing
        </Button>
        <Button onPress={onDiscard}>Discard</Button>
      </div>
    )
  const refusal = isSubmitting ? 'Being sent.' : isValid ? undefined : INCOMPLETE
  return (
    <div key="actions" className={css.actions}>
      {isDirty && !isReadOnly && <p className={css.changed}>Changed</p>}
      {onCancel && (
        <span data-cancel>
          <Button onPress={onCancel}>{isReadOnly ? 'Close' : 'Cancel'}</Button>
        </span>
      )}
      {!isReadOnly && (
        <AriaButton
          type="submit"
          className={buttonCss.button ?? ''}
          data-tone="primary"
          // Not `disabled`: it stays focusable, gives the reason, and moves to the first error. It never submits.
          render={(button) => (
            <button
              {...button}
              aria-disabled={refusal !== undefined || undefined}
              title={refusal}
              {...{ 'aria-description': refusal }}
            />
          )}
        >
          {isSubmitting ? busyLabel : submitLabel}
        </AriaButton>
      )}
    </div>
  )
}

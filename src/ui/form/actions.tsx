import { Button as AriaButton } from 'react-aria-components/Button'
import { type FieldValues, useFormState, useWatch } from 'react-hook-form'
import { formatNames } from '../../lib/format'
import { Button } from '../button'
import buttonCss from '../button.module.css'
import { useFormContextValue } from './form-context'
import css from './form.module.css'

/** What sending does, which may depend on the values. */
export type SubmitLabel<V> = string | ((values: V) => string)

type Props = {
  submitLabel: SubmitLabel<FieldValues>
  busyLabel: string
  isSubmitting: boolean
  isReadOnly: boolean
  missing: string | undefined
  /** Cancelling would lose changes, and has to be confirmed. */
  isAsking: boolean
  onCancel: (() => void) | undefined
  onDiscard: () => void
}

const INCOMPLETE = 'Something is missing or wrong. Press to go to it.'

export function Actions({
  submitLabel,
  busyLabel,
  isSubmitting,
  isReadOnly,
  missing,
  isAsking,
  onCancel,
  onDiscard,
}: Props) {
  const { isValid, isDirty, dirtyFields } = useFormState()
  const { labels } = useFormContextValue()
  // What it stands in has a button that closes it.
  if (isReadOnly) return null
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
  const refusal = isSubmitting ? 'Being sent.' : (missing ?? (isValid ? undefined : INCOMPLETE))
  return (
    <div key="actions" className={css.actions}>
      {isDirty && <p className={css.changed}>{sentenceOf(changedOf(labels, dirtyFields))}</p>}
      {onCancel && (
        <span data-cancel>
          <Button onPress={onCancel}>Cancel</Button>
        </span>
      )}
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
        {isSubmitting ? busyLabel : typeof submitLabel === 'string' ? submitLabel : <LabelOfValues of={submitLabel} />}
      </AriaButton>
    </div>
  )
}

const LabelOfValues = ({ of: label }: { of: (values: FieldValues) => string }) => label(useWatch())

/** The labels of the fields whose values differ from those that the form began with, as they stand on screen. */
const changedOf = (labels: ReadonlyMap<string, string>, dirty: unknown): string[] =>
  [...labels].flatMap(([name, label]) => (isDirtyAt(dirty, name.split('.')) ? [label] : []))

/** A value with parts is changed when one of them is. */
function isDirtyAt(dirty: unknown, [key, ...rest]: readonly string[]): boolean {
  if (typeof dirty !== 'object' || dirty === null) return dirty === true
  if (key === undefined) return Object.values(dirty).some((part) => isDirtyAt(part, []))
  return isDirtyAt(Object.entries(dirty).find(([name]) => name === key)?.[1], rest)
}

/** What has no label, such as an item that was taken out, is not named. */
const sentenceOf = (changed: readonly string[]) =>
  changed.length === 0 ? 'Changed' : `Changed: ${formatNames(changed, 3)}`

import { useContext } from 'react'
import { type FieldValues, useFormState, useWatch } from 'react-hook-form'
import { formatNames } from '@/shared/format'
import { Button } from '../button'
import buttonCss from '../button.module.css'
import { Kbd } from '../kbd'
import { DiscardConfirmation } from './discard'
import { SubmitKeysContext, useFormContextValue } from './form-context'
import css from './form.module.css'

/** The label of the submit button, which may depend on the values. */
export type SubmitLabel<V> = string | ((values: V) => string)

type Props = {
  submitLabel: SubmitLabel<FieldValues>
  busyLabel: string
  isSubmitting: boolean
  isReadOnly: boolean
  isIrrevocable: boolean
  missing: string | undefined
  /** Whether the user must confirm that cancelling discards changes. */
  isConfirming: boolean
  onCancel: (() => void) | undefined
  onDiscard: () => void
  /** Returns the paths of the values that the schema rejects. */
  findInvalid: () => readonly string[]
}

/** The buttons of a form whose fields are still loading. */
export const PendingFormActions = ({ submitLabel, refusal, onCancel }: WaitingProps) => (
  <div className={css.actions}>
    <Button onPress={onCancel}>Cancel</Button>
    <Button tone="primary" refusal={refusal}>
      {submitLabel}
    </Button>
  </div>
)
type WaitingProps = { submitLabel: string; refusal: string; onCancel: () => void }

export function FormButtons({
  submitLabel,
  busyLabel,
  isSubmitting,
  isReadOnly,
  isConfirming,
  onCancel,
  ...props
}: Props) {
  const { isValid, isDirty, dirtyFields } = useFormState()
  const { labels } = useFormContextValue()
  const submitKeys = useContext(SubmitKeysContext)
  // The dialog or page around a read-only form has a close button.
  if (isReadOnly) return null
  if (isConfirming)
    return (
      <DiscardConfirmation
        key="confirming"
        changed={changedLabels(labels, dirtyFields)}
        onKeep={() => onCancel?.()}
        onDiscard={props.onDiscard}
      />
    )
  const refusal = isSubmitting
    ? 'Sending…'
    : (props.missing ?? (isValid ? undefined : describeInvalid(labels, props.findInvalid())))
  return (
    <div key="actions" className={css.actions}>
      {isDirty && <p className={css.changed}>{describeChanges(changedLabels(labels, dirtyFields))}</p>}
      {onCancel && (
        <span data-cancel>
          <Button onPress={onCancel}>Cancel</Button>
        </span>
      )}
      <button
        type="submit"
        className={buttonCss.button}
        data-tone="primary"
        data-irrevocable={props.isIrrevocable || undefined}
        tabIndex={0}
        // Not `disabled`: the button stays focusable, gives the reason and moves to the first error, but never submits.
        aria-disabled={refusal !== undefined || undefined}
        title={refusal}
        {...{ 'aria-description': refusal }}
      >
        {isSubmitting ? busyLabel : typeof submitLabel === 'string' ? submitLabel : <LabelOfValues of={submitLabel} />}
        {submitKeys && <Kbd caps={submitKeys} isInButton />}
      </button>
    </div>
  )
}

const LabelOfValues = ({ of: label }: { of: (values: FieldValues) => string }) => label(useWatch())

/** Names the invalid fields in screen order. A value without a field of its own is not named. */
function describeInvalid(labels: ReadonlyMap<string, string>, invalid: readonly string[]): string {
  const names = [...labels].flatMap(([name, label]) =>
    invalid.some((path) => path === name || path.startsWith(`${name}.`)) ? [label] : []
  )
  const subject = names.length === 0 ? 'A value is' : `${formatNames(names, 3)} ${names.length === 1 ? 'is' : 'are'}`
  return `${subject} missing or invalid. Press to go to the first error.`
}

/** The labels of the fields whose values differ from the initial ones, in screen order. */
const changedLabels = (labels: ReadonlyMap<string, string>, dirty: unknown): string[] =>
  [...labels].flatMap(([name, label]) => (isDirtyAt(dirty, name.split('.')) ? [label] : []))

/** A structured value is dirty if any value in it is. */
function isDirtyAt(dirty: unknown, [key, ...rest]: readonly string[]): boolean {
  if (typeof dirty !== 'object' || dirty === null) return dirty === true
  if (key === undefined) return Object.values(dirty).some((part) => isDirtyAt(part, []))
  return isDirtyAt(Object.entries(dirty).find(([name]) => name === key)?.[1], rest)
}

/** Changes without a label, such as a removed item, are not named. */
const describeChanges = (changed: readonly string[]) =>
  changed.length === 0 ? 'Changed' : `Changed: ${formatNames(changed, 3)}`

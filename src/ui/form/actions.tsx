import { useContext } from 'react'
import { type FieldValues, useFormState, useWatch } from 'react-hook-form'
import { formatNames } from '../../lib/format'
import { Button } from '../button'
import buttonCss from '../button.module.css'
import { Kbd } from '../kbd'
import { Discard } from './discard'
import { SubmitKeysContext, useFormContextValue } from './form-context'
import css from './form.module.css'

/** What sending does, which may depend on the values. */
export type SubmitLabel<V> = string | ((values: V) => string)

type Props = {
  submitLabel: SubmitLabel<FieldValues>
  busyLabel: string
  isSubmitting: boolean
  isReadOnly: boolean
  isIrrevocable: boolean
  missing: string | undefined
  /** Cancelling would lose changes, and has to be confirmed. */
  isAsking: boolean
  onCancel: (() => void) | undefined
  onDiscard: () => void
  /** The paths of the values that the schema does not take. */
  findWrong: () => readonly string[]
}

/** The buttons of a form before its fields are there. */
export const WaitingActions = ({ submitLabel, refusal, onCancel }: WaitingProps) => (
  <div className={css.actions}>
    <Button onPress={onCancel}>Cancel</Button>
    <Button tone="primary" refusal={refusal}>
      {submitLabel}
    </Button>
  </div>
)
type WaitingProps = { submitLabel: string; refusal: string; onCancel: () => void }

export function Actions({ submitLabel, busyLabel, isSubmitting, isReadOnly, isAsking, onCancel, ...props }: Props) {
  const { isValid, isDirty, dirtyFields } = useFormState()
  const { labels } = useFormContextValue()
  const submitKeys = useContext(SubmitKeysContext)
  // What it stands in has a button that closes it.
  if (isReadOnly) return null
  if (isAsking) return <Discard key="asking" onKeep={() => onCancel?.()} onDiscard={props.onDiscard} />
  const refusal = isSubmitting
    ? 'Being sent.'
    : (props.missing ?? (isValid ? undefined : incomplete(labels, props.findWrong())))
  return (
    <div key="actions" className={css.actions}>
      {isDirty && <p className={css.changed}>{sentenceOf(changedOf(labels, dirtyFields))}</p>}
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
        // Not `disabled`: it stays focusable, gives the reason, and moves to the first error. It never submits.
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

/** Names what is in the way, in the order on screen; a value without a field of its own has no name. */
function incomplete(labels: ReadonlyMap<string, string>, wrong: readonly string[]): string {
  const names = [...labels].flatMap(([name, label]) =>
    wrong.some((path) => path === name || path.startsWith(`${name}.`)) ? [label] : []
  )
  const what = names.length === 0 ? 'Something is' : `${formatNames(names, 3)} ${names.length === 1 ? 'is' : 'are'}`
  return `${what} missing or wrong. Press to go to it.`
}

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

import { formatNames } from '@/shared/format'
import { Button } from '../button'
import css from './form.module.css'

const none: readonly string[] = []

type Props = {
  /** The labels of the changed fields, if they are known. */
  changed?: readonly string[]
  onKeep: () => void
  onDiscard: () => void
}

/** Replaces the buttons of a form with a confirmation before changes are lost. The harmless button has focus. */
export function DiscardConfirmation({ changed = none, onKeep, onDiscard }: Props) {
  const question =
    changed.length === 0 ? 'Discard your changes?' : `Discard your changes to ${formatNames(changed, 3)}?`
  return (
    <div className={css.actions} role="group" aria-label={question}>
      <p className={css.question}>{question}</p>
      <Button onPress={onKeep} autoFocus>
        Keep editing
      </Button>
      <Button onPress={onDiscard}>Discard</Button>
    </div>
  )
}

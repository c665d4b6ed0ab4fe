import { Button } from '../button'
import css from './form.module.css'

/** Replaces the buttons of a form with a confirmation before changes are lost. */
export const DiscardConfirmation = ({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) => (
  <div className={css.actions} role="group" aria-label="Discard your changes?">
    <p className={css.question}>Discard your changes?</p>
    <Button onPress={onKeep} autoFocus>
      Keep editing
    </Button>
    <Button onPress={onDiscard}>Discard</Button>
  </div>
)

import { Button } from '../button'
import css from './form.module.css'

/** Asks in place of the buttons of a form before what was changed is lost. */
export const Discard = ({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) => (
  <div className={css.actions} role="group" aria-label="Discard what you changed?">
    <p className={css.question}>Discard what you changed?</p>
    <Button onPress={onKeep} autoFocus>
      Keep editing
    </Button>
    <Button onPress={onDiscard}>Discard</Button>
  </div>
)

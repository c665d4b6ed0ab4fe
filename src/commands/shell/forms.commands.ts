import { defineCommand } from '../command'
import { defineCommands } from '../registry'

/** Handled by the focused form or list, so none of these commands has a `run`. */
export const formCommands = defineCommands([
  defineCommand({
    id: 'form.submit',
    title: 'Submit the form',
    group: 'Form',
    keywords: 'save send apply confirm',
    effect: 'view',
    isUnlinkable: true,
  }),
  defineCommand({
    id: 'form.cancel',
    title: 'Cancel the form or dialog',
    group: 'Form',
    keywords: 'close discard leave',
    effect: 'view',
    isUnlinkable: true,
  }),
  defineCommand({
    id: 'widget.close',
    title: 'Close the list or menu',
    group: 'Form',
    keywords: 'options popover escape',
    effect: 'view',
  }),
])

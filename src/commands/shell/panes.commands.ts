import { defineCommand } from '../command'
import { defineCommands } from '../registry'

/** A command that the page with a list and a detail handles. */
const pane = (id: string, title: string, keywords: string) =>
  defineCommand({ id, title, group: 'Page', keywords: `${keywords} splitter divider size resize`, effect: 'view' })

export const paneCommands = defineCommands([
  pane('pane.wider', 'Widen list', 'more wider'),
  pane('pane.narrower', 'Narrow list', 'less narrower'),
  pane('pane.reset', 'Reset size of list', 'default usual'),
])

import { command } from '../command'

/** Handled by the focused editor, so none of these has a `run`. */
export const editorCommands = [
  command({
    id: 'editor.nextProblem',
    title: 'Go to the next problem',
    group: 'Editor',
    keywords: 'error warning diagnostic mistake',
    effect: 'view',
  }),
  command({
    id: 'editor.previousProblem',
    title: 'Go to the previous problem',
    group: 'Editor',
    keywords: 'error warning diagnostic mistake',
    effect: 'view',
  }),
  command({
    id: 'editor.format',
    title: 'Format the text',
    group: 'Editor',
    keywords: 'indent tidy pretty yaml json',
    effect: 'view',
  }),
  command({
    id: 'editor.swap',
    title: 'Swap form and code',
    group: 'Editor',
    keywords: 'yaml json source fields switch',
    effect: 'view',
  }),
]

import { command } from '../command'

/** Handled by the focused editor, so none of these commands has a `run`. */
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
    id: 'editor.search',
    title: 'Search in the text',
    group: 'Editor',
    keywords: 'find words',
    effect: 'view',
  }),
  command({
    id: 'editor.fold',
    title: 'Collapse section at the cursor',
    group: 'Editor',
    keywords: 'fold collapse hide part',
    effect: 'view',
  }),
  command({
    id: 'editor.unfold',
    title: 'Expand section at the cursor',
    group: 'Editor',
    keywords: 'unfold expand show part',
    effect: 'view',
  }),
  command({
    id: 'editor.foldAll',
    title: 'Collapse all sections',
    group: 'Editor',
    keywords: 'fold collapse hide outline overview',
    effect: 'view',
  }),
  command({
    id: 'editor.unfoldAll',
    title: 'Expand all sections',
    group: 'Editor',
    keywords: 'unfold expand show everything',
    effect: 'view',
  }),
  command({
    id: 'editor.swap',
    title: 'Switch between form and code',
    group: 'Editor',
    keywords: 'swap yaml json source fields switch',
    effect: 'view',
  }),
]

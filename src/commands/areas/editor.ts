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
    id: 'editor.search',
    title: 'Search in the text',
    group: 'Editor',
    keywords: 'find words',
    effect: 'view',
  }),
  command({
    id: 'editor.fold',
    title: 'Fold what is at the cursor',
    group: 'Editor',
    keywords: 'collapse hide part',
    effect: 'view',
  }),
  command({
    id: 'editor.unfold',
    title: 'Unfold what is at the cursor',
    group: 'Editor',
    keywords: 'expand show part',
    effect: 'view',
  }),
  command({
    id: 'editor.foldAll',
    title: 'Fold all parts of the text',
    group: 'Editor',
    keywords: 'collapse hide outline overview',
    effect: 'view',
  }),
  command({
    id: 'editor.unfoldAll',
    title: 'Unfold all of the text',
    group: 'Editor',
    keywords: 'expand show everything',
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

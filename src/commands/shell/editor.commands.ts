import { defineCommand } from '../command'
import { defineCommands } from '../registry'

/** Handled by the focused editor, so none of these commands has a `run`. */
export const editorCommands = defineCommands([
  defineCommand({
    id: 'editor.nextProblem',
    title: 'Go to the next problem',
    group: 'Editor',
    keywords: 'error warning diagnostic mistake',
    effect: 'view',
  }),
  defineCommand({
    id: 'editor.previousProblem',
    title: 'Go to the previous problem',
    group: 'Editor',
    keywords: 'error warning diagnostic mistake',
    effect: 'view',
  }),
  defineCommand({
    id: 'editor.format',
    title: 'Format the text',
    group: 'Editor',
    keywords: 'indent tidy pretty yaml json',
    effect: 'view',
  }),
  defineCommand({
    id: 'editor.search',
    title: 'Search in the text',
    group: 'Editor',
    keywords: 'find words',
    effect: 'view',
  }),
  defineCommand({
    id: 'editor.fold',
    title: 'Collapse section at the cursor',
    group: 'Editor',
    keywords: 'fold collapse hide part',
    effect: 'view',
  }),
  defineCommand({
    id: 'editor.unfold',
    title: 'Expand section at the cursor',
    group: 'Editor',
    keywords: 'unfold expand show part',
    effect: 'view',
  }),
  defineCommand({
    id: 'editor.foldAll',
    title: 'Collapse all sections',
    group: 'Editor',
    keywords: 'fold collapse hide outline overview',
    effect: 'view',
  }),
  defineCommand({
    id: 'editor.unfoldAll',
    title: 'Expand all sections',
    group: 'Editor',
    keywords: 'unfold expand show everything',
    effect: 'view',
  }),
  defineCommand({
    id: 'editor.swap',
    title: 'Switch between form and code',
    group: 'Editor',
    keywords: 'swap yaml json source fields switch',
    effect: 'view',
  }),
])

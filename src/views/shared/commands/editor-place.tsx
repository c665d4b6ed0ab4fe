import type { ReactNode } from 'react'
import type { EditorActions, FrameEditor } from '@/ui/editor/editor-frame'
import { announce } from '@/ui/voice'
import { Place, usePlaces } from './place'

function EditorPlace({ actions, children }: { actions: EditorActions; children: ReactNode }) {
  const canSwap = usePlaces().some(({ handlers }) => handlers?.['editor.swap'])
  const handlers = {
    'editor.nextProblem': actions.nextProblem,
    'editor.previousProblem': actions.previousProblem,
    'editor.format': actions.format,
    'editor.search': actions.search,
    'editor.fold': actions.fold,
    'editor.unfold': actions.unfold,
    'editor.foldAll': actions.foldAll,
    'editor.unfoldAll': actions.unfoldAll,
    // If the form can switch between form and code, the place around the editor has the handler.
    ...(canSwap ? {} : { 'editor.swap': () => announce('This can only be edited as code.') }),
  }
  return (
    <Place scope="editor" handlers={handlers}>
      {children}
    </Place>
  )
}

/** The place around every editor, with its keys and commands. Passed to `src/ui`, which may not import views. */
export const frameEditor: FrameEditor = (actions, editor) => <EditorPlace actions={actions}>{editor}</EditorPlace>

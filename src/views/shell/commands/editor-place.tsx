import type { ReactNode } from 'react'
import type { EditorActions, FrameEditor } from '../../../ui/editor/editor-frame'
import { announce } from '../../../ui/voice'
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
    // An editor inside a form that can switch between form and code has a handler in the place around it.
    ...(canSwap ? {} : { 'editor.swap': () => announce('This can only be written as code.') }),
  }
  return (
    <Place scope="editor" handlers={handlers}>
      {children}
    </Place>
  )
}

/** The place around every editor, with its keys and commands. `src/ui` receives it, since it may not import views. */
export const frameEditor: FrameEditor = (actions, editor) => <EditorPlace actions={actions}>{editor}</EditorPlace>

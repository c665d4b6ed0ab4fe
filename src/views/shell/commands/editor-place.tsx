import type { ReactNode } from 'react'
import type { EditorActions, FrameEditor } from '../../../ui/editor/editor-frame'
import { say } from '../../../ui/voice'
import { Place, usePlaces } from './place'

function EditorPlace({ actions, children }: { actions: EditorActions; children: ReactNode }) {
  const canSwap = usePlaces().some(({ handlers }) => handlers?.['editor.swap'])
  const handlers = {
    'editor.nextProblem': actions.nextProblem,
    'editor.previousProblem': actions.previousProblem,
    'editor.format': actions.format,
    // Where the thing can be written as a form too, the place around says so.
    ...(canSwap ? {} : { 'editor.swap': () => say('This can only be written as code.') }),
  }
  return (
    <Place scope="editor" handlers={handlers}>
      {children}
    </Place>
  )
}

/** Around every editor: its keys, and the commands that the editor inside does. The shell gives it to the widget. */
export const frameEditor: FrameEditor = (actions, editor) => <EditorPlace actions={actions}>{editor}</EditorPlace>

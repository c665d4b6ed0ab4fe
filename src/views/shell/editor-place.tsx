import { type ReactNode, useState } from 'react'
import { say } from '../../ui/voice'
import { type EditorActions, EditorActionsContext } from '../../ui/editor/editor-context'
import { Place } from './place'

type Props = {
  className?: string
  /** Changes between form and code, where the thing can be written as both; this place then stays around either. */
  onSwap?: () => void
  children: ReactNode
}

/** Around an editor: its keys, and the commands that the editor inside does. */
export function EditorPlace({ className, onSwap, children }: Props) {
  const [actions] = useState<{ current: EditorActions | null }>({ current: null })
  const handlers = {
    'editor.nextProblem': () => actions.current?.nextProblem(),
    'editor.previousProblem': () => actions.current?.previousProblem(),
    'editor.format': () => actions.current?.format(),
    'editor.swap': () => (onSwap ? onSwap() : say('This can only be written as code.')),
  }
  return (
    <EditorActionsContext value={actions}>
      <Place scope="editor" handlers={handlers} className={className}>
        {children}
      </Place>
    </EditorActionsContext>
  )
}

import { createContext, type ReactNode } from 'react'

/** What can be asked of an editor from outside, by a key or the palette. */
export type EditorActions = {
  nextProblem(): void
  previousProblem(): void
  format(): void
  search(): void
  fold(): void
  unfold(): void
  foldAll(): void
  unfoldAll(): void
}

export type FrameEditor = (actions: EditorActions, editor: ReactNode) => ReactNode

/** Wraps every editor in what connects it to commands. Widgets do not know commands, so the application provides it. */
export const EditorFrameContext = createContext<FrameEditor>((_, editor) => editor)

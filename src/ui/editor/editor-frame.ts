import { createContext, type ReactNode } from 'react'

/** The editor actions for key bindings and the palette. */
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

/** Connects every editor to commands. The application provides it, because widgets do not depend on commands. */
export const EditorFrameContext = createContext<FrameEditor>((_, editor) => editor)

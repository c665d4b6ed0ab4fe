import { createContext, type ReactNode } from 'react'

/** What can be asked of an editor from outside, by a key or the palette. */
export type EditorActions = { nextProblem(): void; previousProblem(): void; format(): void }

export type FrameEditor = (actions: EditorActions, editor: ReactNode) => ReactNode

/** Puts around every text that is edited what ties it to commands. Widgets know none, so whoever does gives it. */
export const EditorFrameContext = createContext<FrameEditor>((_, editor) => editor)

import { createContext } from 'react'

/** What can be asked of an editor from outside, by a key or the palette. */
export type EditorActions = { nextProblem(): void; previousProblem(): void; format(): void }

/** An editor inside puts its actions here. */
export const EditorActionsContext = createContext<{ current: EditorActions | null } | undefined>(undefined)

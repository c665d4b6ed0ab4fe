/** The states of one text, whatever changes it. */
export type TextHistory = {
  past: readonly string[]
  present: string
  future: readonly string[]
  /** The source of the current step and the time of its last change, in milliseconds. */
  step: { by: string; at: number } | undefined
}

/** Source and time of a change, and how long a pause may be within the same step, in milliseconds. */
type HistoryChange = { by: string; at: number; pauseMs: number }

/** Maximum number of steps to keep. */
const MOST = 200

export const createHistory = (text: string): TextHistory => ({ past: [], present: text, future: [], step: undefined })

const isSameStep = ({ step }: TextHistory, { by, at, pauseMs }: HistoryChange) =>
  step !== undefined && step.by === by && at - step.at <= pauseMs

/** The text before the step of a change. For a new step, the current text. */
export const textBefore = (history: TextHistory, change: HistoryChange): string =>
  (isSameStep(history, change) ? history.past.at(-1) : undefined) ?? history.present

/** Records a text. Changes of one step are undone together. A step that returns to its start is dropped. */
export function recordChange(history: TextHistory, text: string, change: HistoryChange): TextHistory {
  if (text === history.present) return history
  const step = { by: change.by, at: change.at }
  const isSame = isSameStep(history, change)
  if (isSame && history.past.at(-1) === text)
    return { past: history.past.slice(0, -1), present: text, future: [], step: undefined }
  const past = isSame ? history.past : [...history.past, history.present].slice(-MOST)
  return { past, present: text, future: [], step }
}

/** Makes the next change start a new step. */
export const endStep = (history: TextHistory): TextHistory => (history.step ? { ...history, step: undefined } : history)

/** Undoes one step; without a step, the history stays the same. */
export function undoStep({ past, present, future, ...rest }: TextHistory): TextHistory {
  const before = past.at(-1)
  if (before === undefined) return { past, present, future, ...rest }
  return { past: past.slice(0, -1), present: before, future: [present, ...future], step: undefined }
}

/** Redoes one step. */
export function redoStep({ past, present, future, ...rest }: TextHistory): TextHistory {
  const [after, ...further] = future
  if (after === undefined) return { past, present, future, ...rest }
  return { past: [...past, present], present: after, future: further, step: undefined }
}

/** The states of one text, whoever changes it. */
export type History = {
  past: readonly string[]
  present: string
  future: readonly string[]
  /** Who is in the middle of a step, and when they last changed the text, in milliseconds. */
  step: { by: string; at: number } | undefined
}

/** Who changes the text, when, and how long the same step goes on while they change nothing, in milliseconds. */
export type Change = { by: string; at: number; pauseMs: number }

/** As many steps are kept. */
const MOST = 200

export const historyOf = (text: string): History => ({ past: [], present: text, future: [], step: undefined })

const isSameStep = ({ step }: History, { by, at, pauseMs }: Change) =>
  step !== undefined && step.by === by && at - step.at <= pauseMs

/** The text before the step that a change belongs to, itself where it begins one. */
export const textBefore = (history: History, change: Change): string =>
  (isSameStep(history, change) ? history.past.at(-1) : undefined) ?? history.present

/** Takes a text in. Changes of one step are undone together; a step that comes back to where it began is none. */
export function record(history: History, text: string, change: Change): History {
  if (text === history.present) return history
  const step = { by: change.by, at: change.at }
  const isSame = isSameStep(history, change)
  if (isSame && history.past.at(-1) === text)
    return { past: history.past.slice(0, -1), present: text, future: [], step: undefined }
  const past = isSame ? history.past : [...history.past, history.present].slice(-MOST)
  return { past, present: text, future: [], step }
}

/** Whatever comes next is a step of its own. */
export const endStep = (history: History): History => (history.step ? { ...history, step: undefined } : history)

/** One step back; the same where there is none. */
export function undo({ past, present, future, ...rest }: History): History {
  const before = past.at(-1)
  if (before === undefined) return { past, present, future, ...rest }
  return { past: past.slice(0, -1), present: before, future: [present, ...future], step: undefined }
}

/** One step forward again. */
export function redo({ past, present, future, ...rest }: History): History {
  const [after, ...further] = future
  if (after === undefined) return { past, present, future, ...rest }
  return { past: [...past, present], present: after, future: further, step: undefined }
}

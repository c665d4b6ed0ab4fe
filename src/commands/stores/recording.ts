import { createStore } from '../../lib/store'

/** A change that was made while a macro was recorded. */
export type RecordedStep = {
  /** As it was written, without private arguments. */
  call: string
  /** The id of the message that told it. */
  message: number | undefined
}

/** The steps of the macro that is recorded now; undefined while none is. */
export const recording = createStore<readonly RecordedStep[] | undefined>(undefined)

/** The calls of the last recording; undefined where there was none. */
export const lastRecording = createStore<readonly string[] | undefined>(undefined)

/** Somebody else may be next. */
export function forgetRecording(): void {
  recording.set(undefined)
  lastRecording.set(undefined)
}

export const recordStep = (step: RecordedStep): void => recording.set((steps) => steps && [...steps, step])

/** What was taken back is not part of the macro. */
export const dropStep = (message: number): void =>
  recording.set((steps) => steps?.filter((step) => step.message !== message))

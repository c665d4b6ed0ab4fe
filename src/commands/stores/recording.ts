import { createStore } from '../../lib/store'

/** A change made while a macro was being recorded. */
export type RecordedStep = {
  /** The written call, without private arguments. */
  call: string
  /** The id of the change's message. */
  message: number | undefined
}

/** The steps of the macro that is being recorded; undefined otherwise. */
export const recordedSteps = createStore<readonly RecordedStep[] | undefined>(undefined)

/** The calls of the last recording; undefined if there is none. */
export const lastRecording = createStore<readonly string[] | undefined>(undefined)

/** Clears recordings, because another user may sign in. */
export function clearRecording(): void {
  recordedSteps.set(undefined)
  lastRecording.set(undefined)
}

export const addRecordedStep = (step: RecordedStep): void => recordedSteps.set((steps) => steps && [...steps, step])

/** Removes an undone change from the recording. */
export const removeRecordedStep = (message: number): void =>
  recordedSteps.set((steps) => steps?.filter((step) => step.message !== message))

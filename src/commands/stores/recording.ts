import { createStore } from '../../lib/store'
import { formatCall } from '../call'
import type { Call, Command } from '../command'

/** A change that may become a step of a macro. */
export type RecordedChange = {
  /** The call, without private arguments. */
  call: Call
  /** The id of the change's message. */
  message: number | undefined
}

/** A step of the macro that is being recorded, with the written call. */
type RecordedStep = Pick<RecordedChange, 'message'> & { call: string }

/** The steps of the macro that is being recorded; undefined otherwise. */
export const recordedSteps = createStore<readonly RecordedStep[] | undefined>(undefined)

/** The written calls of the last recording; undefined if there is none. */
export const lastRecording = createStore<readonly string[] | undefined>(undefined)

/** Clears recordings, because another user may sign in. */
export function clearRecording(): void {
  recordedSteps.set(undefined)
  lastRecording.set(undefined)
}

/** Adds a change to the recording, if there is one. */
export const addRecordedStep = ({ call, message }: RecordedChange, find: (id: string) => Command | undefined): void =>
  recordedSteps.set((steps) => steps && [...steps, { call: formatCall(call, find), message }])

/** Removes an undone change from the recording. */
export const removeRecordedStep = (message: number): void =>
  recordedSteps.set((steps) => steps?.filter((step) => step.message !== message))

import { z } from 'zod/mini'
import { persistentStore } from './persistent-store'
import { lastRecording } from './recording'

/** Commands that run one after another for each of several targets. */
const macro = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  /** Written calls. Target slots are resolved again for each target. */
  steps: z.array(z.string()),
  /** Arguments that are prompted for at each replay: the index of the step, from 0, and the name of the slot. */
  asks: z.array(z.object({ step: z.int(), slot: z.string() })),
})
export type Macro = z.infer<typeof macro>

/** The macros of this browser, newest first. */
export const macros = persistentStore<readonly Macro[]>('console.macros', z.array(macro), [])

/** The id of the last recording in this tab: a macro without a name. */
export const LAST_RECORDING_ID = 'last'

const MAX_MACROS = 100

function lastRecordingMacro(): Macro | undefined {
  const steps = lastRecording.get()
  return steps && { id: LAST_RECORDING_ID, name: 'Last recording', steps: [...steps], asks: [] }
}

export const findMacro = (id: string): Macro | undefined =>
  id === LAST_RECORDING_ID ? lastRecordingMacro() : macros.get().find((one) => one.id === id)

/** Replaces the macro with the same id, or adds a new one. @param at index of a new macro; 0 by default */
export const saveMacro = (kept: Macro, at = 0): void =>
  macros.set((all) =>
    (all.some(({ id }) => id === kept.id)
      ? all.map((one) => (one.id === kept.id ? kept : one))
      : all.toSpliced(at, 0, kept)
    ).slice(0, MAX_MACROS)
  )

/** @returns the former index of the macro */
export function removeMacro(id: string): number {
  const at = macros.get().findIndex((one) => one.id === id)
  macros.set((all) => all.filter((one) => one.id !== id))
  return at
}

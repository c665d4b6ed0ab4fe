import { z } from 'zod/mini'
import { keptStore } from './kept-store'
import { lastRecording } from './recording'

/** Commands that are run one after another for each of several things. */
const macro = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  /** Written calls. Slots for things are answered anew for each thing. */
  steps: z.array(z.string()),
  /** Arguments that are asked each time: the place of the step, from 0, and the name of the slot. */
  asks: z.array(z.object({ step: z.int(), slot: z.string() })),
})
export type Macro = z.infer<typeof macro>

/** Those of this browser, the newest first. */
export const macros = keptStore<readonly Macro[]>('console.macros', z.array(macro), [])

/** The id of what was recorded last in this tab: a macro that nobody has named yet. */
export const LAST = 'last'

const MOST_KEPT = 100

function last(): Macro | undefined {
  const steps = lastRecording.get()
  return steps && { id: LAST, name: 'Last recording', steps: [...steps], asks: [] }
}

export const macroOf = (id: string): Macro | undefined =>
  id === LAST ? last() : macros.get().find((one) => one.id === id)

/** Puts a macro in the place of the one with its id, or adds it. @param at where it is added, from 0: at first where absent */
export const keepMacro = (kept: Macro, at = 0): void =>
  macros.set((all) =>
    (all.some(({ id }) => id === kept.id)
      ? all.map((one) => (one.id === kept.id ? kept : one))
      : all.toSpliced(at, 0, kept)
    ).slice(0, MOST_KEPT)
  )

/** @returns where it was, from 0 */
export function removeMacro(id: string): number {
  const at = macros.get().findIndex((one) => one.id === id)
  macros.set((all) => all.filter((one) => one.id !== id))
  return at
}

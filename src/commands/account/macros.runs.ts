import { asSentence, formatCount } from '@/shared/format'
import { failureMessage } from '@/lib/outcome'
import { callTo } from '../call-to'
import { type Effects, CommandError, type Outcome, type Target } from '../command'
import { expandMacro, type MacroValues } from '../macro'
import { formatTargetNames } from '../target-names'
import { saveMacro, LAST_RECORDING_ID, type Macro, findMacro, removeMacro } from '../stores/macro-store'
import { lastRecording, recordedSteps } from '../stores/recording'

/** Starts or stops a recording, which stays the last recording until the next one. */
export function toggleRecording(): Outcome {
  const steps = recordedSteps.get()
  if (!steps) {
    recordedSteps.set([])
    return { message: 'Recording. Each change becomes a step of the macro.' }
  }
  recordedSteps.set(undefined)
  if (steps.length === 0) return { message: 'Recording stopped. It has no steps because nothing was changed.' }
  lastRecording.set(steps.map(({ call }) => call))
  return {
    message: `Recorded ${formatCount(steps.length, 'step')}.`,
    next: [
      { title: 'Replay', call: callTo('macro.replay', { macro: LAST_RECORDING_ID }) },
      { title: 'Save', call: 'macro.save' },
    ],
  }
}

type Undo = NonNullable<Outcome['undo']>
type Replay = { things: readonly Target[]; macro: string; values: MacroValues | undefined; from: number | undefined }

/** Performs the calls of a macro for each target and stops at the first failure. */
export async function replayMacro(
  { things, macro: id, values = {}, from = 0 }: Replay,
  { performOn, progress, signal }: Effects
): Promise<Outcome> {
  const macro = findMacro(id)
  if (!macro) throw new CommandError('This macro no longer exists.')
  const calls = expandMacro(macro, things, values)
  const undos: Undo[] = []
  let done = from
  let failure: string | undefined
  progress(done, calls.length)
  for (const { call, thing } of calls.slice(from)) {
    if (signal.aborted) break
    const result = await performOn(call, thing)
    if ('failure' in result) {
      failure = result.failure
      break
    }
    if (result.undo) undos.push(result.undo)
    progress(++done, calls.length)
  }
  const name = `“${macro.name}”`
  const undo = undos.length > 0 ? { undo: () => undoAll(undos, done - from, name) } : {}
  const stoppedAt = calls[done]?.thing
  if (!stoppedAt)
    return {
      message: `Replayed ${name} for ${formatTargetNames(things)}: ${formatCount(done - from, 'change')}.`,
      ...undo,
    }
  const continueAt = (at: number) => callTo('macro.replay', { things, macro: id, values, from: at })
  return {
    message: `Stopped ${name} at ${stoppedAt.label}, after ${done} of ${formatCount(calls.length, 'change')}${failure === undefined ? '' : `: ${failure}`}`,
    isFailure: true,
    failed: things.slice(things.indexOf(stoppedAt)),
    next: [
      { title: 'Continue', call: continueAt(done) },
      ...(failure === undefined || done + 1 === calls.length
        ? []
        : [{ title: 'Skip and continue', call: continueAt(done + 1) }]),
    ],
    ...undo,
  }
}

/** Undoes the newest change first, like individual undos. A change that cannot be undone is reported. */
async function undoAll(undos: readonly Undo[], made: number, name: string): Promise<Outcome> {
  const failures: string[] = []
  for (const undo of undos.toReversed())
    try {
      await undo()
    } catch (error) {
      failures.push(failureMessage(error))
    }
  const taken = undos.length - failures.length
  const message = taken === made ? `Undid ${name}.` : `Undid ${taken} of ${formatCount(made, 'change')} of ${name}.`
  const [failed] = failures
  return failed === undefined ? { message } : { message: `${message} ${failed}`, isFailure: true }
}

type Contents = Pick<Macro, 'steps' | 'asks'>

export function saveRecording({ name, contents }: { name: string; contents: Contents }): Outcome {
  const id = crypto.randomUUID()
  saveMacro({ id, name, ...contents })
  return {
    message: asSentence(`Saved the macro ${name}`),
    undo() {
      removeMacro(id)
      return { message: `Removed the macro ${name}.` }
    },
    next: [{ title: 'Replay', call: callTo('macro.replay', { macro: id }) }],
  }
}

/** Finds a macro. @throws {CommandError} if it no longer exists */
function requireMacro(id: string): Macro {
  const found = findMacro(id)
  if (!found) throw new CommandError('This macro no longer exists.')
  return found
}

export function editMacro({ macro: id, name, contents }: { macro: string; name: string; contents: Contents }): Outcome {
  const before = requireMacro(id)
  saveMacro({ id, name, ...contents })
  return {
    message: asSentence(`Changed the macro ${name}`),
    undo() {
      saveMacro(before)
      return { message: asSentence(`Restored the macro ${before.name}`) }
    },
  }
}

export function deleteMacro({ macro: id }: { macro: string }): Outcome {
  const before = requireMacro(id)
  const at = removeMacro(id)
  return {
    message: asSentence(`Removed the macro ${before.name}`),
    undo() {
      saveMacro(before, at)
      return { message: asSentence(`Restored the macro ${before.name}`) }
    },
  }
}

import { asSentence, formatCount } from '../../lib/format'
import { failureMessage } from '../../lib/outcome'
import { formatCall } from '../call'
import { type Effects, CommandError, type Outcome, type Target } from '../command'
import { callsOf, type MacroValues } from '../macro'
import { namesOf } from '../names'
import { targets } from '../slots'
import { keepMacro, LAST, type Macro, macroOf, removeMacro } from '../stores/macro-store'
import { lastRecording, recording } from '../stores/recording'

/** Starts or stops a recording, which stays the last recording until the next one. */
export function record(): Outcome {
  const steps = recording.get()
  if (!steps) {
    recording.set([])
    return { message: 'Recording. Each change becomes a step of the macro.' }
  }
  recording.set(undefined)
  if (steps.length === 0) return { message: 'Recording stopped. It has no steps because nothing was changed.' }
  lastRecording.set(steps.map(({ call }) => call))
  return {
    message: `Recorded ${formatCount(steps.length, 'step')}.`,
    next: [
      { title: 'Replay', call: `macro.replay?macro=${LAST}` },
      { title: 'Save', call: 'macro.save' },
    ],
  }
}

type Undo = NonNullable<Outcome['undo']>
type Replay = { things: readonly Target[]; macro: string; values: MacroValues | undefined; from: number | undefined }

/** Performs the calls of a macro for each target and stops at the first failure. */
export async function replay(
  { things, macro: id, values = {}, from = 0 }: Replay,
  { performOn, progress, signal }: Effects
): Promise<Outcome> {
  const macro = macroOf(id)
  if (!macro) throw new CommandError('This macro no longer exists.')
  const calls = callsOf(macro, things, values)
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
    return { message: `Replayed ${name} for ${namesOf(things)}: ${formatCount(done - from, 'change')}.`, ...undo }
  const continueAt = (at: number) =>
    formatCall({
      id: 'macro.replay',
      args: {
        things: targets().write(things),
        macro: id,
        values: JSON.stringify(values),
        from: String(at),
      },
    })
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

export function save({ name, contents }: { name: string; contents: Contents }): Outcome {
  const id = crypto.randomUUID()
  keepMacro({ id, name, ...contents })
  return {
    message: asSentence(`Saved the macro ${name}`),
    undo() {
      removeMacro(id)
      return { message: `Removed the macro ${name}.` }
    },
    next: [{ title: 'Replay', call: `macro.replay?macro=${id}` }],
  }
}

/** Finds a macro. @throws {CommandError} if it no longer exists */
function stored(id: string): Macro {
  const found = macroOf(id)
  if (!found) throw new CommandError('This macro no longer exists.')
  return found
}

export function edit({ macro: id, name, contents }: { macro: string; name: string; contents: Contents }): Outcome {
  const before = stored(id)
  keepMacro({ id, name, ...contents })
  return {
    message: asSentence(`Changed the macro ${name}`),
    undo() {
      keepMacro(before)
      return { message: asSentence(`Restored the macro ${before.name}`) }
    },
  }
}

export function remove({ macro: id }: { macro: string }): Outcome {
  const before = stored(id)
  const at = removeMacro(id)
  return {
    message: asSentence(`Removed the macro ${before.name}`),
    undo() {
      keepMacro(before, at)
      return { message: asSentence(`Restored the macro ${before.name}`) }
    },
  }
}

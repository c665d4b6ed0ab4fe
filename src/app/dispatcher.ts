import type { QueryClient } from '@tanstack/react-query'
import { faultOf, parseCall } from '../commands/call'
import { type Context, contextIn, type Environment } from '../commands/context'
import { type Deps, perform, repeatLast } from '../commands/perform'
import type { Place } from '../commands/place'
import type { Invocation } from '../commands/prepare'
import { findCommand, loadEveryCommand, titleOfCall } from '../commands/registry'
import { recordUse } from '../commands/stores/palette-memory'
import { dropStep, recordStep } from '../commands/stores/recording'
import { currentPlaces } from '../keymap/listen'
import type { LiveKey } from '../keymap/live'
import { announce } from '../ui/voice'
import { keyTeacher, learnKey } from '../views/shell/keyboard/teach-key'
import { showToast } from '../views/shell/messages/toast-host'
import { dropCall, pendingNavigation } from './call-address'
import { effectsOf } from './effects'
import { journal, reportError, reportNotLoaded } from './journal'
import type { Overlays } from './overlays'

/** The state that can change between two invocations. */
export type Now = { environment: Environment; keys: readonly LiveKey[] }

export type Dispatcher = ReturnType<typeof createDispatcher>

/** Created once. It reads the environment and the keys from `now` at each invocation. */
export function createDispatcher(queries: QueryClient, overlays: Overlays, now: () => Now) {
  const contextOf = (places: readonly Place[]): Context => contextIn(places, now().environment)
  journal.onUndone(({ id }) => dropStep(id))
  const effects = effectsOf(queries, () => now().environment.isReadOnly === true)
  const shared = {
    find: findCommand,
    effects,
    journal,
    say: announce,
    show: overlays.show,
    open: overlays.openDialog,
    reveal: (reveal) => overlays.open({ is: 'reveal', reveal }),
    ask: (plan, context) => void overlays.openPalette({ context, plan }),
    pressed: learnKey,
    now: Date.now,
    contextOf,
    recorded: recordStep,
  } satisfies Partial<Deps>

  /** Created for each invocation, because the teacher adds a tip about a key to the outcome of the same invocation. */
  function depsOfOne(): Deps {
    const teacher = keyTeacher(now().keys)
    return {
      ...shared,
      toast(message) {
        const tip = teacher.tip(message)
        if (tip !== '') announce(tip)
        showToast(tip === '' ? message : { ...message, text: `${message.text} ${tip}` })
      },
      used(call, origin) {
        recordUse(call, Date.now())
        teacher.used(call, origin)
      },
    }
  }
  /** Performs a call immediately, or when its area is loaded and the address of a closed dialog has been left. */
  async function performWhenKnown(invocation: Invocation & { count?: number }, context: Context) {
    const leaving = pendingNavigation()
    if (leaving) await leaving
    if (!findCommand(parseCall(invocation.call).id)) {
      try {
        await loadEveryCommand()
      } catch {
        reportNotLoaded(invocation.call)
        return undefined
      }
    }
    return perform(invocation, context, depsOfOne())
  }

  return {
    effects,
    contextOf,
    /** @param places the places of the call, innermost first */
    perform: (invocation: Invocation & { count?: number }, places: readonly Place[] = currentPlaces()) =>
      performWhenKnown(invocation, contextOf(places)),
    /** Performs a call in an earlier context, such as that of the palette when it opened. */
    performIn: performWhenKnown,
    repeat: () => repeatLast(contextOf(currentPlaces()), depsOfOne()),
    /** Undoes the newest undoable outcome, or that of one message. */
    undo: async (messageId?: number) => {
      const loaded = await import('../commands/undo').catch(() => reportNotLoaded('edit.undo'))
      await loaded?.undoLast({ ...shared, toast: showToast }, messageId)
    },
    /** Follows a call from the address. Links can come from anyone, so the command may not exist. */
    followLink(call: string): void {
      const error = faultOf(call, findCommand)
      const context = contextOf(currentPlaces())
      if (error === undefined) void perform({ call, origin: 'link' }, context, depsOfOne())
      // The call was refused, or the palette prompts for an argument first: no dialog uses the address.
      if (overlays.commandDialog.get() === undefined) dropCall()
      if (error === undefined) return
      reportError(`The link contains an invalid command. ${error}.`)
      const query = titleOfCall(call) || parseCall(call).id.replace('.', ' ')
      overlays.show({ is: 'palette', query }, context)
    },
  }
}

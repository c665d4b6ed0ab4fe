import '../commands/initial-commands'
import type { QueryClient } from '@tanstack/react-query'
import { commandIdOf, parseCall, toCall } from '../commands/call'
import { type CommandContext, buildContext, type CommandEnvironment } from '../commands/context'
import { hasRefusal, type PerformDeps, performCall, repeatLastChange } from '../commands/perform'
import type { PlaceData } from '../commands/place'
import { planCall, type CallRequest } from '../commands/prepare'
import { findCommand, loadEveryCommand, describeCall } from '../commands/registry'
import { recordUse } from '../commands/stores/palette-usage'
import { removeRecordedStep, addRecordedStep } from '../commands/stores/recording'
import { loadModule } from '../lib/load-module'
import { holdKeys } from '../keymap/held-keys'
import { currentPlaces } from '../keymap/listen'
import type { LiveKey } from '../keymap/live'
import { announce } from '../ui/voice'
import { createKeyTips, recordKeyUse } from '../views/shared/keyboard/key-tips'
import { loadAndShowToast } from '../views/shell/messages/toast-host'
import { removeCallAddress, pendingNavigation } from './call-address'
import { createEffects } from './effects'
import { journal, reportError, reportNotLoaded } from './journal'
import type { Overlays } from './overlays'

const loadUndo = () => import('../commands/undo')

/** The state that can change between two invocations. */
export type DispatcherState = { environment: CommandEnvironment; keys: readonly LiveKey[] }

export type Dispatcher = ReturnType<typeof createDispatcher>

/** Created once. It reads the environment and the keys from `now` at each invocation. */
export function createDispatcher(queries: QueryClient, overlays: Overlays, now: () => DispatcherState) {
  const contextOf = (places: readonly PlaceData[]): CommandContext => buildContext(places, now().environment)
  journal.onUndone(({ id }) => removeRecordedStep(id))
  const effects = createEffects(queries, () => now().environment.isReadOnly === true)
  const shared = {
    find: findCommand,
    effects,
    journal,
    say: announce,
    show: overlays.show,
    open: overlays.openDialog,
    reveal: (reveal) => overlays.open({ is: 'reveal', reveal }),
    ask: (plan, context) => void overlays.openPalette({ context, plan }),
    onKeyPressed: recordKeyUse,
    now: Date.now,
    contextOf,
    onRecorded: (change) => addRecordedStep(change, findCommand),
  } satisfies Partial<PerformDeps>

  /** Created for each invocation, because the teacher adds a tip about a key to the outcome of the same invocation. */
  function depsOfOne(): PerformDeps {
    const teacher = createKeyTips(now().keys)
    return {
      ...shared,
      toast(message) {
        const tip = teacher.tip(message)
        if (tip !== '') announce(tip)
        loadAndShowToast(tip === '' ? message : { ...message, text: `${message.text} ${tip}` })
      },
      onUsed(call, origin) {
        recordUse(call, Date.now())
        teacher.used(call, origin)
      },
    }
  }
  /**
   * Performs a call immediately, or when its area is loaded and the address of a closed dialog has been left. Written
   * calls become values here. Keys pressed meanwhile are for what the call opens, and Escape cancels it.
   */
  async function performWhenKnown(request: CallRequest, context: CommandContext) {
    const leaving = pendingNavigation()
    const isKnown = findCommand(commandIdOf(request.call)) !== undefined
    let held = !isKnown || (leaving && opensSomething(request, context)) ? holdKeys() : undefined
    if (leaving) await leaving
    if (!isKnown) {
      try {
        await loadEveryCommand()
      } catch {
        held?.take()
        reportNotLoaded(request.call)
        return undefined
      }
    }
    const call = toCall(request.call, findCommand)
    // Few commands have a refusal, so most calls are planned once.
    const isAwaited =
      findCommand(call.id)?.refusal !== undefined && hasRefusal(planCall({ ...request, call }, context, findCommand))
    if (isAwaited) held ??= holdKeys()
    if (held?.isCancelled()) return undefined
    const ended = performCall({ ...request, call }, context, {
      ...depsOfOne(),
      ask(plan, here) {
        if (held?.isCancelled()) return
        void overlays.openPalette({ context: here, plan, ...(held && { held }) })
        held = undefined
      },
      open: (plan, here) => overlays.openDialog(plan, here, held?.take()),
    })
    if (isAwaited) return ended.finally(() => held?.take())
    held?.take()
    return ended
  }

  return {
    effects,
    contextOf,
    /** @param places the places of the call, innermost first */
    perform: (request: CallRequest, places: readonly PlaceData[] = currentPlaces()) =>
      performWhenKnown(request, contextOf(places)),
    /** Performs a call in an earlier context, such as that of the palette when it opened. */
    performIn: performWhenKnown,
    repeat: () => repeatLastChange(contextOf(currentPlaces()), depsOfOne()),
    /** Undoes the newest undoable outcome, or that of one message. */
    undo: async (messageId?: number) => {
      const loaded = await loadModule(loadUndo).catch(() => reportNotLoaded('edit.undo'))
      await loaded?.undoLastChange({ ...shared, toast: loadAndShowToast }, messageId)
    },
    /** Follows a call from the address. Links can come from anyone, so the command may not exist. */
    followLink(written: string): void {
      const { call, error } = parseCall(written, findCommand)
      const context = contextOf(currentPlaces())
      if (error === undefined) void performCall({ call, origin: 'link' }, context, depsOfOne())
      // The call was refused, or the palette prompts for an argument first: no dialog uses the address.
      if (overlays.commandDialog.get() === undefined) removeCallAddress()
      if (error === undefined) return
      reportError(`The link contains an invalid command. ${error}.`)
      const query = describeCall(written) || call.id.replace('.', ' ')
      overlays.show({ is: 'palette', query }, context)
    },
  }
}

/** Whether a call opens a prompt, a confirmation or a dialog. */
const opensSomething = (request: CallRequest, context: CommandContext) =>
  ['ask', 'confirm', 'open'].includes(
    planCall({ ...request, call: toCall(request.call, findCommand) }, context, findCommand).step
  )

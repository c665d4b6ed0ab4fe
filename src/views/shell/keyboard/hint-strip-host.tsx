import { toCall } from '@/commands/call'
import { type CommandEnvironment, buildContext } from '@/commands/context'
import { resolveCallArgs, commandAvailability } from '@/commands/prepare'
import { findCommand, describeCall } from '@/commands/registry'
import type { StartedSequence } from '@/keymap/listen'
import { nextKeys } from '@/keymap/sequence'
import { useEventListener } from '@/ui/hooks'
import { lazyComponent } from '@/ui/lazy-component'

/** A started sequence; `isMenu` when its choices were opened as a menu. */
export type KeyHint = { started: StartedSequence; isMenu?: true }

/** A key that can follow, with its command; `refusal` is the reason why the command cannot run. */
export type KeyChoice = { call: string; keys: string; title: string; group: string; refusal?: string }

export function listKeyChoices(
  { pending, live, places }: StartedSequence,
  environment: CommandEnvironment
): KeyChoice[] {
  const context = buildContext(places, environment)
  return nextKeys(pending, live).flatMap((key): KeyChoice[] => {
    const call = toCall(key.call, findCommand)
    const command = findCommand(call.id)
    const offer = command ? commandAvailability(command, context, resolveCallArgs(command, call.args, context)) : false
    if (!command || offer === false) return []
    const choice = { call: key.call, keys: key.keys, title: describeCall(key.call), group: command.group }
    return [offer === true ? choice : { ...choice, refusal: offer }]
  })
}

const waiting = ({ hint, onClose }: { hint: KeyHint; onClose: () => void }) =>
  hint.isMenu ? <LoadingMenu onMovedOn={onClose} /> : null

/** The strip that shows which keys can follow. */
export const HintStripHost = lazyComponent({ load: () => import('./hint-strip'), pending: waiting, failed: waiting })

/** Rendered while the menu loads. Another key press cancels the menu, because its focus would interrupt typing. */
export function LoadingMenu({ onMovedOn }: { onMovedOn: () => void }) {
  useEventListener(window, 'keydown', onMovedOn, { capture: true })
  return null
}

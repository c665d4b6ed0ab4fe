import type { Command } from '../../commands/command'
import type { CommandContext } from '../../commands/context'
import type { LiveKey } from '../../keymap/live'
import type { UsageMemory } from './item-search'
import { type ItemAction, itemCall, type PaletteItem } from './item'
import { listTargetItems } from './target-items'

type ActionContext = {
  commands: readonly Command[]
  context: CommandContext
  keys: readonly LiveKey[]
  memory: UsageMemory
}

/** The actions of a row: for a resource all commands that accept it, then the actions on the row itself. */
export function listItemActions(item: PaletteItem, { commands, context, keys, memory }: ActionContext): PaletteItem[] {
  const call = itemCall(item)
  if (call === undefined) return []
  const { uses, pins } = memory
  const row = (action: ItemAction, title: string, hint?: string): PaletteItem => ({
    id: action,
    source: 'actions',
    title,
    effect: { is: 'act', action },
    ...(hint === undefined ? {} : { hint }),
    ...(item.refusal !== undefined && (action === 'run' || action === 'stay')
      ? { refused: true, refusal: item.refusal }
      : {}),
  })
  const own = [
    row('pin', pins.includes(call) ? 'Unpin' : 'Pin', 'Pinned rows come first before you type'),
    ...(uses[call] === undefined ? [] : [row('forget', 'Forget', 'Clears its usage history')]),
  ]
  if (item.effect.is === 'thing') {
    const all = listTargetItems(item.effect.target, commands, context, keys)
    const possible = all.filter(({ refused }) => !refused)
    return [row('run', 'Open'), ...possible, ...own, ...all.filter(({ refused }) => refused)]
  }
  return [
    row('run', 'Run'),
    row('stay', 'Run and stay'),
    row('copy', 'Copy link'),
    row('change', 'Change key…'),
    ...own,
  ]
}

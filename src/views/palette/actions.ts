import type { Command } from '../../commands/command'
import type { Context } from '../../commands/context'
import type { LiveKey } from '../../keymap/live'
import type { Memory } from './find'
import { type Action, callOf, type Item } from './item'
import { itemsOn } from './on-thing'

type ActionContext = { commands: readonly Command[]; context: Context; keys: readonly LiveKey[]; memory: Memory }

/** The actions of a row: for a resource all commands that accept it, then the actions on the row itself. */
export function actionsOf(item: Item, { commands, context, keys, memory }: ActionContext): Item[] {
  const call = callOf(item)
  if (call === undefined) return []
  const { uses, pins } = memory
  const row = (action: Action, title: string, hint?: string): Item => ({
    id: action,
    source: 'actions',
    title,
    does: { is: 'act', action },
    ...(hint === undefined ? {} : { hint }),
    ...(item.refusal !== undefined && (action === 'run' || action === 'stay')
      ? { refused: true, refusal: item.refusal }
      : {}),
  })
  const own = [
    row('pin', pins.includes(call) ? 'Unpin' : 'Pin', 'Pinned rows come first before you type'),
    ...(uses[call] === undefined ? [] : [row('forget', 'Forget', 'Clears its usage history')]),
  ]
  if (item.does.is === 'thing') {
    const all = itemsOn(item.does.target, commands, context, keys)
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

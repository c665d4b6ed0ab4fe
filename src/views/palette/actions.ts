import type { Memory } from './find'
import { type Action, callOf, type Item } from './item'

/** The actions of a row besides choosing it. */
export function actionsOf(item: Item, { uses, pins }: Memory): Item[] {
  const call = callOf(item)
  if (call === undefined) return []
  const isThing = item.does.is === 'thing'
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
  return [
    row('run', isThing ? 'Open' : 'Run'),
    row('stay', isThing ? 'Open in a new tab' : 'Run and stay'),
    row('copy', 'Copy link'),
    ...(isThing ? [] : [row('change', 'Change key…')]),
    row('pin', pins.includes(call) ? 'Unpin' : 'Pin', 'At the top of the palette while nothing is typed'),
    ...(uses[call] === undefined ? [] : [row('forget', 'Forget', 'Ranks it as if it had never been used')]),
  ]
}

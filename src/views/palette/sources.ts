import type { Check } from '../../api/checks'
import { answers, isComplete, offerOf } from '../../commands/prepare'
import type { Kind, Slot } from '../../commands/command'
import type { Context } from '../../commands/context'
import { formatCall, parseCall } from '../../commands/call'
import { commands } from '../../commands/registry'
import { type Frecency, frecencyBucket } from '../../lib/frecency'
import type { Entry } from '../../lib/rank'
import type { Health } from '../../ui/status'

/** A row of the palette. */
export type Item = Entry & {
  section: 'Commands' | 'Checks' | 'Options'
  /** What Enter performs. In a step: the written value instead. */
  call: string
  hint?: string
  health?: Health
  refusal?: string
}

/** How often and lately each call was used, as frozen when the palette opened. */
export type History = { uses: Readonly<Record<string, Frecency>>; now: number }

/** What the palette is for: asking for a command of the palette inside it would lead nowhere. */
const hidden = new Set(['palette.open', 'palette.commands'])

export function commandItems(context: Context, history: History): Item[] {
  return commands.flatMap((command): Item[] => {
    const known = answers(command, parseCall(command.id), context)
    const offer = offerOf(command, context, known)
    if (offer === false || hidden.has(command.id)) return []
    const complete = isComplete(command, known)
    return [
      {
        id: command.id,
        call: command.id,
        title: `${command.title}${complete ? '' : '…'}`,
        group: command.group,
        section: 'Commands',
        keywords: command.keywords ?? '',
        inContext: command.slots !== undefined && complete,
        used: frecencyBucket(history.uses[command.id], history.now),
        ...(offer === true ? {} : { refused: true, refusal: offer }),
      },
    ]
  })
}

export const checkItems = (checks: readonly Check[], history: History): Item[] =>
  checks.map((check) => {
    const call = formatCall({ id: 'check.open', args: { check: `check:${check.id}` } })
    return {
      id: check.id,
      call,
      title: check.name,
      group: 'Check',
      section: 'Checks',
      hint: [check.type, check.namespace].filter(Boolean).join(' · '),
      keywords: [check.type, check.namespace, check.canary_name, check.description].filter(Boolean).join(' '),
      health: check.status,
      used: frecencyBucket(history.uses[call], history.now),
    }
  })

/** The options of a step; their call is the value as it is written. */
export function optionItems(slot: Slot<unknown>, context: Context, things: (kind: Kind) => readonly Item[]): Item[] {
  if (slot.options.from === 'index') {
    const { kind } = slot.options
    return things(kind).map((item) => ({ ...item, section: 'Options', call: `${kind}:${item.id}` }))
  }
  return slot.options.list(context).map(({ value, label, hint, keywords }) => ({
    id: slot.write(value),
    call: slot.write(value),
    title: label,
    section: 'Options',
    ...(hint === undefined ? {} : { hint }),
    ...(keywords === undefined ? {} : { keywords }),
  }))
}

import type { Check } from '../../api/checks'
import { answers, isComplete, offerOf } from '../../commands/prepare'
import { type Kind, type Slot, type Target, titleOf } from '../../commands/command'
import type { Context } from '../../commands/context'
import { formatCall, parseCall } from '../../commands/call'
import { commands } from '../../commands/registry'
import { type Frecency, frecencyBucket } from '../../lib/frecency'
import { formatNames } from '../../lib/format'
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
  /** It starts something: never the first row before anything is typed. */
  isStarting?: boolean
  /** Moves about in what is on screen: those who open the palette seldom want it. */
  isMotion?: boolean
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
        title: `${titleOf(command, known)}${complete ? '' : '…'}`,
        group: command.group,
        section: 'Commands',
        keywords: command.keywords ?? '',
        inContext: command.slots !== undefined && complete,
        used: frecencyBucket(history.uses[command.id], history.now),
        isStarting: command.confirm !== undefined,
        isMotion: command.run === undefined,
        ...hintOf(actsOn(known)),
        ...(offer === true ? {} : { refused: true, refusal: offer }),
      },
    ]
  })
}

/** The names of what a command would act on. */
function actsOn(known: Record<string, unknown>): string | undefined {
  const labels = Object.values(known).flatMap((value) =>
    Array.isArray(value) ? (value as readonly Target[]).map(({ label }) => label) : []
  )
  return labels.length > 0 ? formatNames(labels, 2) : undefined
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
  if (slot.options?.from === 'index')
    return slot.options.kinds.flatMap((kind) =>
      things(kind).map((item) => ({ ...item, section: 'Options' as const, call: `${kind}:${item.id}` }))
    )
  if (slot.options?.from !== 'list') return []
  return slot.options.list(context, {}).map(({ value, label, hint, keywords }) => ({
    id: slot.write(value),
    call: slot.write(value),
    title: label,
    section: 'Options',
    ...hintOf(hint),
    ...(keywords === undefined ? {} : { keywords }),
  }))
}

const hintOf = (hint: string | undefined) => (hint === undefined ? {} : { hint })

import type { Call, Command, SlotOption, Slot, Target } from '../../commands/command'
import type { CommandContext } from '../../commands/context'
import { resolveCallArgs } from '../../commands/prepare'
import type { Prompt } from './prompt'
import type { PaletteItem } from './item'

const row = (id: string, title: string, value: unknown, written: string): PaletteItem => ({
  id,
  source: 'step',
  title,
  effect: { is: 'value', value, written },
})

/** The options of a step that need no loading. Resources come from their sources. */
export function listOptionItems({ command, slot, args }: Prompt, context: CommandContext): PaletteItem[] {
  if (slot.options?.from !== 'list') return []
  const present = slot.present?.(context)
  const inForce = present === undefined ? undefined : slot.write(present)
  const options = slot.options
    .list(context, resolveCallArgs(command, args, context))
    .map((option) => toOptionItem(slot, option))
    .map((item) => (item.id === inForce ? { ...item, isCurrent: true as const } : item))
  // The most frequent value is first, so that Enter chooses it.
  const initial = initialOf(slot)
  return [...options.filter(({ id }) => id === initial), ...options.filter(({ id }) => id !== initial)]
}

export function toOptionItem(
  slot: Slot<unknown>,
  { value, label, hint, keywords, aliases, refusal, heading, isPartial, isFinal, others }: SlotOption<unknown>
): PaletteItem {
  const written = slot.write(value)
  const effect = { is: 'value', value, written } as const
  return {
    ...row(others ? `${written} ${JSON.stringify(others)}` : written, label, value, written),
    ...(isPartial ? { effect: { ...effect, isPart: isPartial } } : others ? { effect: { ...effect, others } } : {}),
    ...(isFinal ? { isFinal } : {}),
    ...(heading === undefined ? {} : { section: heading }),
    ...targetEffect(slot, value),
    ...(hint === undefined ? {} : { hint }),
    ...(keywords === undefined ? {} : { keywords }),
    ...(aliases === undefined ? {} : { aliases }),
    ...(refusal === undefined ? {} : { refused: true, refusal }),
  }
}

/** The option of a resource is shown like the resource elsewhere. */
function targetEffect({ complete }: Slot<unknown>, value: unknown): Partial<Pick<PaletteItem, 'effect'>> {
  const [target] = complete && Array.isArray(value) ? (value as readonly Target[]) : []
  return target ? { effect: { is: 'thing', target } } : {}
}

const initialOf = ({ initial, write }: Slot<unknown>) => (initial === undefined ? undefined : write(initial))

const takesText = ({ options, text }: Slot<unknown>) => options === undefined || text !== undefined

const TYPED = 'typed '

/** The row that answers with the typed text, or the reason why the text is invalid. */
export function toTypedItem({ slot, command }: Prompt, text: string): { item?: PaletteItem; fault?: string } {
  const written = text.trim()
  if (written === '' || !takesText(slot)) return {}
  const parsed = slot.schema.safeParse(written)
  if (!parsed.success) {
    const item = toDoubleItem(slot, command, written)
    return item ? { item } : { fault: parsed.error.issues[0]?.message ?? 'This value is not valid.' }
  }
  return { item: row(`${TYPED}${written}`, slot.options ? `Use “${written}”` : written, parsed.data, written) }
}

/** The row of a text that is the value of a slot and, after it, that of the slot's `textAfter`. */
function toDoubleItem(slot: Slot<unknown>, { slots = {} }: Command, written: string): PaletteItem | undefined {
  const name = slot.textAfter
  const other = name === undefined ? undefined : slots[name]
  const [, first = '', rest = ''] = /^(\S+)\s+(.+)$/s.exec(written) ?? []
  if (name === undefined || !other || rest === '') return undefined
  const value = slot.schema.safeParse(first)
  const text = other.schema.safeParse(rest)
  if (!value.success || !text.success) return undefined
  return {
    ...row(`${TYPED}${written}`, `Use “${first}”, ${other.label.toLowerCase()} “${rest}”`, value.data, written),
    effect: { is: 'value', value: value.data, written: first, others: { [name]: text.data } },
  }
}

/** Whether a row answers with the typed text. */
export const isTypedItem = ({ id }: PaletteItem): boolean => id.startsWith(TYPED)

/** The row that skips an optional argument. */
export const toSkipItem = (slot: Slot<unknown>): PaletteItem | undefined =>
  slot.optional ? row('skip', `No ${slot.label.toLowerCase()}`, undefined, '') : undefined

/** The initial text of the input at a step: the old answer, or the default value. */
export function initialText({ slot, slotName, args }: Prompt): string {
  if (slot.options) return ''
  const value = args[slotName] ?? slot.initial
  return value === undefined ? '' : slot.write(value)
}

/** The value with which a row answers a step; undefined if it skips the step, and for other rows. */
export const itemValue = ({ effect }: PaletteItem): unknown =>
  effect.is === 'value' ? effect.value : effect.is === 'thing' ? [effect.target] : undefined

/** The arguments of other slots that a row also contains. */
export const otherItemArgs = ({ effect }: PaletteItem): Call['args'] => (effect.is === 'value' && effect.others) || {}

/** The same value as text. */
export const writtenItemValue = ({ effect }: PaletteItem): string | undefined =>
  effect.is === 'value'
    ? effect.written
    : effect.is === 'thing'
      ? `${effect.target.kind}:${effect.target.id}`
      : undefined

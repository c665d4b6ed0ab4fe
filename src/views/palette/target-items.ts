import type { Call, Command, Slot, Target } from '../../commands/command'
import type { CommandContext } from '../../commands/context'
import type { LiveKey } from '../../keymap/live'
import type { PaletteItem } from './item'
import { toCommandItem } from './sources/commands.source'

/** The slot of a command that accepts a resource of this kind, with its name. */
export function findTargetSlot(
  { slots = {} }: Command,
  kind: Target['kind']
): [name: string, slot: Slot<unknown>] | undefined {
  return Object.entries(slots).find(
    ([, { options }]) => options && options.from !== 'list' && options.kinds?.includes(kind)
  )
}

/** Whether the slot is the destination of a navigation, and not the target of an action. */
export const isDestination = ({ answer }: Slot<unknown>): boolean => answer === undefined

/**
 * The row of a command for one resource, regardless of the cursor; undefined if the command does not accept that kind
 * or is not available.
 * @param given further arguments
 */
export function toTargetItem(
  command: Command,
  target: Target,
  context: CommandContext,
  given: Call['args'] = {}
): PaletteItem | undefined {
  const [name] = findTargetSlot(command, target.kind) ?? []
  if (name === undefined) return undefined
  const here: CommandContext = {
    ...context,
    targets: [target],
    selection: [],
    nameOf: (kind, id) => (kind === target.kind && id === target.id ? target.label : context.nameOf(kind, id)),
  }
  const item = toCommandItem(command, here, { [name]: [target], ...given })
  return item && { ...item, id: item.effect.written, target }
}

/** All actions on a resource except opening it, with their keys, in the order of commands; refused ones come last. */
export function listTargetItems(
  target: Target,
  commands: readonly Command[],
  context: CommandContext,
  keys: readonly LiveKey[]
): PaletteItem[] {
  const items = commands.flatMap((command): PaletteItem[] => {
    const slot = findTargetSlot(command, target.kind)?.[1]
    const item = slot && !isDestination(slot) ? toTargetItem(command, target, context) : undefined
    if (!item) return []
    const { hint: _hint, section: _section, ...row } = item
    const key = keys.find(({ call, fixed }) => !fixed && call === command.id)?.keys
    return [{ ...row, source: 'actions', ...(key === undefined ? {} : { keys: key }) }]
  })
  return items.toSorted((a, b) => Number(a.refused ?? false) - Number(b.refused ?? false))
}

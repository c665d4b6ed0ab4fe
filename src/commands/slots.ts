import { z } from 'zod'
import type { Kind, Slot, Target } from './command'

/** `check:0194…`, several joined by commas. The label is not written: it is looked up. */
const targetList = <K extends Kind>(allowed: readonly K[]) =>
  z.string().transform((text, context): readonly Target<K>[] => {
    const found = text.split(',').flatMap((written) => {
      const at = written.indexOf(':')
      const kind = allowed.find((k) => k === written.slice(0, at))
      const id = written.slice(at + 1)
      return kind !== undefined && id !== '' ? [{ kind, id, label: id.slice(0, 8) }] : []
    })
    if (found.length === 0) context.addIssue({ code: 'custom', message: `Expected ${allowed.join(' or ')}` })
    return found
  })

const write = (list: readonly Target[]) => list.map(({ kind, id }) => `${kind}:${id}`).join(',')

function slotOf<K extends Kind>(kind: K): Slot<readonly Target<K>[]> {
  return {
    label: `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`,
    schema: targetList([kind]),
    write,
    complete: (list, nameOf) => list.map((target) => ({ ...target, label: nameOf(kind, target.id) ?? target.label })),
    options: { from: 'index', kind },
  }
}

/** Things to act on: the ticked rows of this kind, else the nearest thing of this kind, else asked. */
export function targets<K extends Kind>(kind: K): Slot<readonly Target<K>[]> {
  const fits = (target: Target): target is Target<K> => target.kind === kind
  return {
    ...slotOf(kind),
    answer: (context) => {
      const ticked = context.selection.filter(fits)
      const nearest = context.targets.find(fits)
      return ticked.length > 0 ? ticked : nearest && [nearest]
    },
  }
}

/** A thing to go to: always asked, since what is under the cursor is where one already is. */
export const destination = <K extends Kind>(kind: K): Slot<readonly Target<K>[]> => slotOf(kind)

/** One of a few words. */
export function oneOf<const V extends string>(label: string, values: readonly [V, ...V[]]): Slot<V> {
  const title = (value: V) => `${value.slice(0, 1).toUpperCase()}${value.slice(1)}`
  return {
    label,
    schema: z.enum(values),
    write: (value) => value,
    options: { from: 'list', list: () => values.map((value) => ({ value, label: title(value) })) },
  }
}

import type { Path } from './read'
import { isRecord } from './value'

/**
 * The members of a value that none of some paths lead to, into or through, outermost first: `a.b`, `list.0.c`.
 * @param shown the paths, from the value on
 */
export function membersBeside(value: unknown, shown: readonly Path[], at: Path = []): string[] {
  if (shown.some((path) => path.length === 0)) return []
  return entriesOf(value).flatMap(([key, member]) => {
    const inside = shown.filter(([first]) => String(first) === key).map((path) => path.slice(1))
    const here = [...at, key]
    return inside.length === 0 ? [here.join('.')] : membersBeside(member, inside, here)
  })
}

/** A plain value has no members: it stands where a field looks for an object, and shows that it is none. */
const entriesOf = (value: unknown): [string, unknown][] =>
  Array.isArray(value) || isRecord(value) ? Object.entries(value) : []

import type { DocumentPath } from '@/shared/document/read'
import { isRecord } from '@/shared/document/value'

/**
 * The members of a value that no path leads to, into or through, outermost first: `a.b`, `list.0.c`.
 * @param shown the paths, relative to the value
 */
export function findOtherMembers(value: unknown, shown: readonly DocumentPath[], at: DocumentPath = []): string[] {
  if (shown.some((path) => path.length === 0)) return []
  return entriesOf(value).flatMap(([key, member]) => {
    const inside = shown.filter(([first]) => String(first) === key).map((path) => path.slice(1))
    const here = [...at, key]
    return inside.length === 0 ? [here.join('.')] : findOtherMembers(member, inside, here)
  })
}

/** A scalar has no members. If a field expects an object there, the field shows the error. */
const entriesOf = (value: unknown): [string, unknown][] =>
  Array.isArray(value) || isRecord(value) ? Object.entries(value) : []

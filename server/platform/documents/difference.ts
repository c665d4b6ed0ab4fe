import { createTwoFilesPatch } from 'diff'
import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'yaml'
import { isRecord } from '@/shared/document/value'

type DocumentDifference = {
  /** Changed members, as paths. */
  summary: string
  /** Unified diff of the documents as YAML, from the old to the new. */
  diff: string
  /** JSON merge patch (RFC 7396) from the new document back to the old. */
  patches: unknown
}

/** Maximum number of differing lines; beyond it, comparing takes longer than it is worth. */
const MOST_EDITS = 2000
const MOST_NAMED = 20

/** Returns the changes between two versions of a document; undefined when there are none. */
export function diffDocuments(before: unknown, after: unknown): DocumentDifference | undefined {
  const paths = changedPaths(before, after)
  if (paths.length === 0) return undefined
  const named = paths.length > MOST_NAMED ? [...paths.slice(0, MOST_NAMED), '…'] : paths
  return { summary: named.join(', '), diff: unified(before, after), patches: createMergePatch(after, before) }
}

function unified(before: unknown, after: unknown): string {
  const [a, b] = [text(before), text(after)]
  const patch = createTwoFilesPatch('before', 'after', a, b, '', '', { context: 3, maxEditLength: MOST_EDITS })
  // Beyond the limit, the whole text is replaced.
  return (patch ?? createTwoFilesPatch('before', 'after', a, '', '', '') ?? '').replace(/^=+\n/, '')
}

/** Writes members in a fixed order, so that only values count. */
const text = (document: unknown) =>
  stringify(document, { sortMapEntries: true, lineWidth: 0, aliasDuplicateObjects: false })

const listMembers = (a: Record<string, unknown>, b: Record<string, unknown>) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].toSorted()

/** A list counts as one member. */
function changedPaths(a: unknown, b: unknown, path = ''): string[] {
  if (isRecord(a) && isRecord(b))
    return listMembers(a, b).flatMap((member) =>
      changedPaths(a[member], b[member], path ? `${path}.${member}` : member)
    )
  return isDeepStrictEqual(a, b) ? [] : [path]
}

/** Returns the patch from one document to another. */
export function createMergePatch(from: unknown, to: unknown): unknown {
  if (!isRecord(from) || !isRecord(to)) return to
  const changed = listMembers(from, to).filter((member) => !isDeepStrictEqual(from[member], to[member]))
  return Object.fromEntries(
    changed.map((member) => [member, !Object.hasOwn(to, member) ? null : createMergePatch(from[member], to[member])])
  )
}

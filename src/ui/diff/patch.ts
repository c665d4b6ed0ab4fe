import { formatCount } from '@/shared/format'

/** Both sides of a change. `numbers` are the line numbers in the whole file; undefined for lines that are not in it. */
export type DiffSides = {
  before: string
  after: string
  numbers?: { before: readonly (number | undefined)[]; after: readonly (number | undefined)[] }
}

/** The sides of a unified patch. Each hunk is preceded by its header line. */
export function parsePatch(patch: string): DiffSides {
  const before: Line[] = []
  const after: Line[] = []
  let [was, is] = [1, 1]
  // Lines left in the hunk, so that a removed line `-- x` is not mistaken for a file header.
  let [left, right] = [0, 0]
  for (const line of patch.split('\n')) {
    const sign = line[0] ?? ' '
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line)
    if (left <= 0 && right <= 0) {
      if (!hunk) continue
      ;[was, left, is, right] = [Number(hunk[1]), Number(hunk[2] ?? 1), Number(hunk[3]), Number(hunk[4] ?? 1)]
      before.push({ text: line })
      after.push({ text: line })
    } else if (sign !== '\\') {
      const text = line.slice(1)
      if (sign !== '+') {
        before.push({ text, number: was++ })
        left--
      }
      if (sign !== '-') {
        after.push({ text, number: is++ })
        right--
      }
    }
  }
  return {
    before: before.map(({ text }) => text).join('\n'),
    after: after.map(({ text }) => text).join('\n'),
    numbers: { before: before.map(({ number }) => number), after: after.map(({ number }) => number) },
  }
}

type Line = { text: string; number?: number }

/** `3 lines added, 1 removed`. */
export function describeLineCounts(added: number, removed: number): string {
  if (added === 0 && removed === 0) return 'No difference'
  if (removed === 0) return `${formatCount(added, 'line')} added`
  return added === 0
    ? `${formatCount(removed, 'line')} removed`
    : `${formatCount(added, 'line')} added, ${removed.toLocaleString('en')} removed`
}

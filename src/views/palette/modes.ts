import { rank } from '../../lib/rank'
import type { Item } from './sources'

/** What a first character narrows the search to. All are typed without AltGr on common layouts, none is a dead key. */
export const modes = {
  '>': { label: 'Commands', section: 'Commands' },
  '!': { label: 'Checks', section: 'Checks' },
} as const
export type Mode = keyof typeof modes

/** `:` is `>` for those who have it from an editor. */
export const modeOf = (character: string): Mode | undefined =>
  character === '>' || character === ':' ? '>' : character === '!' ? '!' : undefined

/** cmdk lays out every row: more in the document make typing slow, and nobody reads past these. */
export const SHOWN = 30

/**
 * What is shown for a query, in sections, the one with the best row first. With nothing typed: commands for what is under
 * the cursor, what was used lately, then the rest.
 */
export function find(query: string, items: readonly Item[]): { rows: Item[]; total: number } {
  const isEmpty = query.trim() === ''
  const ranked = isEmpty ? items.toSorted((a, b) => urgency(b) - urgency(a)) : rank(query, items)
  if (isEmpty) {
    // An Enter too many must not start anything.
    const safe = ranked.findIndex(({ isStarting }) => !isStarting)
    if (safe > 0) ranked.unshift(...ranked.splice(safe, 1))
  }
  const rows = ranked.slice(0, SHOWN)
  const sections = [...new Set(rows.map(({ section }) => section))]
  return { rows: sections.flatMap((section) => rows.filter((row) => row.section === section)), total: ranked.length }
}

/** A refused row never leads, and what fails is looked for more often than what works. */
const urgency = ({ section, inContext, isMotion, refused, used = 0, health }: Item) =>
  refused
    ? -2
    : isMotion
      ? -1
      : section === 'Commands'
        ? 20 + used + (inContext ? 10 : 0)
        : used + (health === 'unhealthy' ? 9 : 0)

import { stripAnsi } from './ansi'

/** A search in lines: all included texts and no excluded text must occur, ignoring case. */
export type LineSearch = { all: readonly string[]; none: readonly string[] }

/** Limits the cost of a search. */
const MOST_WORDS = 20
const LONGEST_WORD = 200

const word = /(-)?(?:"([^"]*)"?|(\S+))/g

/** Parses `timeout "card gateway" -retry`: words and quoted texts that must all occur, and excluded texts. */
export function parseLineSearch(text: string): LineSearch {
  const all: string[] = []
  const none: string[] = []
  for (const [, not, quoted, plain] of [...text.matchAll(word)].slice(0, MOST_WORDS)) {
    const wanted = (quoted ?? plain ?? '').toLowerCase().slice(0, LONGEST_WORD)
    if (wanted !== '') (not ? none : all).push(wanted)
  }
  return { all, none }
}

/** Whether a line matches a search. */
export function matchesLineSearch({ all, none }: LineSearch, message: string): boolean {
  if (all.length === 0 && none.length === 0) return true
  const text = stripAnsi(message).toLowerCase()
  return all.every((one) => text.includes(one)) && !none.some((one) => text.includes(one))
}

/** A range of text; the end is exclusive. */
type TextRange = { from: number; to: number }

/** Matches of the words in a text, in order and without overlap. @param most the maximum number of matches */
export function findMatches({ all }: LineSearch, text: string, most = 100): TextRange[] {
  if (all.length === 0) return []
  const lower = text.toLowerCase()
  // A letter whose lower case is longer would shift all later offsets.
  if (lower.length !== text.length) return []
  const found: TextRange[] = []
  for (const one of all)
    for (let at = lower.indexOf(one); at >= 0 && found.length < most; at = lower.indexOf(one, at + one.length))
      found.push({ from: at, to: at + one.length })
  const hits: TextRange[] = []
  for (const hit of found.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = hits.at(-1)
    if (last && hit.from <= last.to) hits[hits.length - 1] = { from: last.from, to: Math.max(last.to, hit.to) }
    else hits.push(hit)
  }
  return hits
}

import { withoutAnsi } from './ansi'

/** What is looked for in lines: all of these texts, and none of those, whatever their case. */
export type Search = { all: readonly string[]; none: readonly string[] }

/** More words are not looked at: what a search costs is bounded. */
const MOST_WORDS = 20
const LONGEST_WORD = 200

const word = /(-)?(?:"([^"]*)"?|(\S+))/g

/** Reads `timeout "card gateway" -retry`: words that must all be there, texts in quotes, and what must not be there. */
export function readSearch(text: string): Search {
  const all: string[] = []
  const none: string[] = []
  for (const [, not, quoted, plain] of [...text.matchAll(word)].slice(0, MOST_WORDS)) {
    const wanted = (quoted ?? plain ?? '').toLowerCase().slice(0, LONGEST_WORD)
    if (wanted !== '') (not ? none : all).push(wanted)
  }
  return { all, none }
}

export const isEmpty = ({ all, none }: Search): boolean => all.length === 0 && none.length === 0

/** Whether a line is one of those looked for. */
export function fits({ all, none }: Search, message: string): boolean {
  if (all.length === 0 && none.length === 0) return true
  const text = withoutAnsi(message).toLowerCase()
  return all.every((one) => text.includes(one)) && !none.some((one) => text.includes(one))
}

/** A stretch of text; the end is not part of it. */
export type Stretch = { from: number; to: number }

/** Where in a text the words are, in order and without overlap. @param most so many are enough to be seen */
export function hitsIn({ all }: Search, text: string, most = 100): Stretch[] {
  if (all.length === 0) return []
  const lower = text.toLowerCase()
  // A letter whose small one is longer would move every place behind it.
  if (lower.length !== text.length) return []
  const found: Stretch[] = []
  for (const one of all)
    for (let at = lower.indexOf(one); at >= 0 && found.length < most; at = lower.indexOf(one, at + one.length))
      found.push({ from: at, to: at + one.length })
  const hits: Stretch[] = []
  for (const hit of found.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = hits.at(-1)
    if (last && hit.from <= last.to) hits[hits.length - 1] = { from: last.from, to: Math.max(last.to, hit.to) }
    else hits.push(hit)
  }
  return hits
}

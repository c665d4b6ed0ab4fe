import { z } from 'zod/mini'
import type { CallOrigin } from '../commands/prepare'

/** The hint appears after three runs: two can be a coincidence. */
const RUNS_BEFORE = 3

/** By command: the number of runs without its key, whether the user knows the key, and when the hint was last shown. */
const lessons = z.record(
  z.string(),
  z.object({ runs: z.int(), isKnown: z.optional(z.boolean()), shown: z.optional(z.string()) })
)
export type KeyLessons = z.infer<typeof lessons>

const originsWithoutKey = new Set<CallOrigin>(['palette', 'button', 'menu'])

/** Updates the lessons after a run, by key or otherwise. */
export function lessonsAfterRun(known: KeyLessons, command: string, origin: CallOrigin): KeyLessons {
  const lesson = known[command] ?? { runs: 0 }
  if (lesson.isKnown) return known
  if (origin === 'key') return { ...known, [command]: { runs: 0, isKnown: true } }
  return originsWithoutKey.has(origin) ? { ...known, [command]: { ...lesson, runs: lesson.runs + 1 } } : known
}

/**
 * Whether to show the key of a command: after three runs without it, at most once a day, and never once the user has
 * pressed it.
 * @param day such as `2026-11-21`
 */
export function isHintDue(known: KeyLessons, command: string, day: string): boolean {
  const lesson = known[command]
  return lesson !== undefined && !lesson.isKnown && lesson.runs >= RUNS_BEFORE && lesson.shown !== day
}

export function lessonsAfterHint(known: KeyLessons, command: string, day: string): KeyLessons {
  return { ...known, [command]: { ...(known[command] ?? { runs: RUNS_BEFORE }), shown: day } }
}

const KEY = 'console.lessons'

export function readLessons(): KeyLessons {
  try {
    return lessons.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    return {}
  }
}

export function writeLessons(known: KeyLessons): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(known))
  } catch {
    // Storage can be full or forbidden. The same hint may then be shown again.
  }
}

import { z } from 'zod/mini'
import type { Origin } from '../commands/prepare'

/** A hint after the third run: two may be chance. */
const RUNS_BEFORE = 3

/** Per command: how often it was run without its key, whether the key is known, and when it was last shown. */
const lessons = z.record(
  z.string(),
  z.object({ runs: z.int(), isKnown: z.optional(z.boolean()), shown: z.optional(z.string()) })
)
export type Lessons = z.infer<typeof lessons>

const slow = new Set<Origin>(['palette', 'button', 'menu'])

/** The lessons after a command was run, by its key or without. */
export function afterRun(known: Lessons, command: string, origin: Origin): Lessons {
  const lesson = known[command] ?? { runs: 0 }
  if (lesson.isKnown) return known
  if (origin === 'key') return { ...known, [command]: { runs: 0, isKnown: true } }
  return slow.has(origin) ? { ...known, [command]: { ...lesson, runs: lesson.runs + 1 } } : known
}

/**
 * Whether to tell somebody the key of a command: after they ran it three times without, once a day at most, and never
 * once they have used it.
 * @param day such as `2026-11-21`
 */
export function isDue(known: Lessons, command: string, day: string): boolean {
  const lesson = known[command]
  return lesson !== undefined && !lesson.isKnown && lesson.runs >= RUNS_BEFORE && lesson.shown !== day
}

export function afterShown(known: Lessons, command: string, day: string): Lessons {
  return { ...known, [command]: { ...(known[command] ?? { runs: RUNS_BEFORE }), shown: day } }
}

const KEY = 'console.lessons'

export function readLessons(): Lessons {
  try {
    return lessons.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    return {}
  }
}

export function writeLessons(known: Lessons): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(known))
  } catch {
    // Storage may be full or forbidden: then the same hint may be shown again.
  }
}

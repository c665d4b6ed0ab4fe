import { z } from 'zod/mini'
import { shorten } from '../../lib/format'
import { createStore } from '../../lib/store'
import { DECISIONS_KEPT_IN } from './triage-key'

/** What somebody decided about something that wants a person. */
const decision = z.object({
  how: z.enum(['done', 'skipped']),
  /** What was done, or why nothing was. */
  words: z.string().check(z.maxLength(1000)),
  /** ISO time. */
  at: z.iso.datetime(),
  /** Since when it wanted a person then: what wants one anew is undecided. */
  since: z.optional(z.string()),
})
export type Decision = z.infer<typeof decision>

/** By what was decided: `check:0194…`. */
export type Decisions = Readonly<Record<string, Decision>>

/** The newest stay. Nobody decides as much in a week. */
const MOST_KEPT = 2000
const KEPT_MS = 7 * 86_400_000
/** In characters. */
const MOST_WORDS = 240

/** Reads what was kept; what cannot be read, or is too old, is left out by itself. */
export function readDecisions(text: string | null, now: number): Decisions {
  const found = z.record(z.string(), z.catch(z.nullable(decision), null)).safeParse(jsonOf(text ?? '{}'))
  if (!found.success) return {}
  return newest(
    Object.entries(found.data).flatMap(([key, one]) =>
      one && now - Date.parse(one.at) < KEPT_MS ? [[key, one] as const] : []
    )
  )
}

const newest = (list: readonly (readonly [string, Decision])[]): Decisions =>
  Object.fromEntries(
    list.length <= MOST_KEPT ? list : list.toSorted(([, a], [, b]) => b.at.localeCompare(a.at)).slice(0, MOST_KEPT)
  )

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function kept(): string | null {
  try {
    return sessionStorage.getItem(DECISIONS_KEPT_IN)
  } catch {
    // Storage can be forbidden or missing; the console has to start anyway.
    return null
  }
}

/** The decisions of this tab, as its messages are: they are there again after a reload, and nobody else finds them. */
export const decisions = createStore<Decisions>(readDecisions(kept(), Date.now()))

decisions.subscribe(() => {
  try {
    const all = decisions.get()
    if (Object.keys(all).length === 0) sessionStorage.removeItem(DECISIONS_KEPT_IN)
    else sessionStorage.setItem(DECISIONS_KEPT_IN, JSON.stringify(all))
  } catch {
    // Without storage they last as long as this tab.
  }
})

export const keyOf = ({ kind, id }: { kind: string; id: string }): string => `${kind}:${id}`

export const decide = (key: string, made: Decision): void =>
  decisions.set((all) => newest(Object.entries({ ...all, [key]: { ...made, words: shorten(made.words, MOST_WORDS) } })))

/** It is undecided again, or decided as it was before. */
export const decideAgain = (key: string, before: Decision | undefined): void =>
  decisions.set(({ [key]: _taken, ...others }) => (before ? { ...others, [key]: before } : others))

/** Somebody else may be next. */
export const forgetDecisions = (): void => decisions.set({})

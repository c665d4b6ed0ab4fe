import { z } from 'zod/mini'
import { shorten } from '../../lib/format'
import { createStore } from '../../lib/store'
import { DECISIONS_KEPT_IN } from './triage-key'

/** A user's decision on an item of the triage queue. */
const decision = z.object({
  how: z.enum(['done', 'skipped']),
  /** The action taken, or the reason for dismissing the item. */
  words: z.string().check(z.maxLength(1000)),
  /** ISO time. */
  at: z.iso.datetime(),
  /** When the item started to need attention. If it starts again, it is untriaged. */
  since: z.optional(z.string()),
})
export type Decision = z.infer<typeof decision>

/** Decisions by item: `check:0194…`. */
export type Decisions = Readonly<Record<string, Decision>>

/** The newest decisions are kept. A week of triage stays far below this limit. */
const MOST_KEPT = 2000
const KEPT_MS = 7 * 86_400_000
/** Maximum length of a comment, in characters. */
const MOST_WORDS = 240

/** Parses stored decisions. Unreadable and old ones are ignored individually. */
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
    // Storage can be forbidden or missing; the console must start anyway.
    return null
  }
}

/** The decisions of this tab. Like its messages, they survive a reload and are not visible to other users. */
export const decisions = createStore<Decisions>(readDecisions(kept(), Date.now()))

decisions.subscribe(() => {
  try {
    const all = decisions.get()
    if (Object.keys(all).length === 0) sessionStorage.removeItem(DECISIONS_KEPT_IN)
    else sessionStorage.setItem(DECISIONS_KEPT_IN, JSON.stringify(all))
  } catch {
    // Without storage, decisions last as long as this tab.
  }
})

export const keyOf = ({ kind, id }: { kind: string; id: string }): string => `${kind}:${id}`

export const decide = (key: string, made: Decision): void =>
  decisions.set((all) => newest(Object.entries({ ...all, [key]: { ...made, words: shorten(made.words, MOST_WORDS) } })))

/** Restores the previous decision, or the untriaged state. */
export const decideAgain = (key: string, before: Decision | undefined): void =>
  decisions.set(({ [key]: _taken, ...others }) => (before ? { ...others, [key]: before } : others))

/** Clears all decisions, because another user may sign in. */
export const forgetDecisions = (): void => decisions.set({})

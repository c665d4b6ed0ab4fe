import { z } from 'zod/mini'
import { shorten } from '@/shared/format'
import { createStore } from '../../lib/store'
import { TRIAGE_STORAGE_KEY } from './triage-storage-key'

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
export type DecisionRecord = z.infer<typeof decision>

/** Decisions by item: `check:0194…`. */
export type DecisionRecords = Readonly<Record<string, DecisionRecord>>

/** The newest decisions are kept. A week of triage stays far below this limit. */
const MAX_DECISIONS = 2000
const MAX_AGE_MS = 7 * 86_400_000
/** Maximum length of a comment, in characters. */
const MAX_COMMENT = 240

/** Parses stored decisions. Unreadable and old ones are ignored individually. */
export function parseDecisions(text: string | null, now: number): DecisionRecords {
  const found = z.record(z.string(), z.catch(z.nullable(decision), null)).safeParse(parseJson(text ?? '{}'))
  if (!found.success) return {}
  return keepNewest(
    Object.entries(found.data).flatMap(([key, one]) =>
      one && now - Date.parse(one.at) < MAX_AGE_MS ? [[key, one] as const] : []
    )
  )
}

const keepNewest = (list: readonly (readonly [string, DecisionRecord])[]): DecisionRecords =>
  Object.fromEntries(
    list.length <= MAX_DECISIONS
      ? list
      : list.toSorted(([, a], [, b]) => b.at.localeCompare(a.at)).slice(0, MAX_DECISIONS)
  )

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readStoredText(): string | null {
  try {
    return sessionStorage.getItem(TRIAGE_STORAGE_KEY)
  } catch {
    // Storage can be forbidden or missing; the console must start anyway.
    return null
  }
}

/** The decisions of this tab. Like its messages, they survive a reload and are not visible to other users. */
export const triageDecisions = createStore<DecisionRecords>(parseDecisions(readStoredText(), Date.now()))

triageDecisions.subscribe(() => {
  try {
    const all = triageDecisions.get()
    if (Object.keys(all).length === 0) sessionStorage.removeItem(TRIAGE_STORAGE_KEY)
    else sessionStorage.setItem(TRIAGE_STORAGE_KEY, JSON.stringify(all))
  } catch {
    // Without storage, decisions last as long as this tab.
  }
})

export const decisionKey = ({ kind, id }: { kind: string; id: string }): string => `${kind}:${id}`

export const recordDecision = (key: string, made: DecisionRecord): void =>
  triageDecisions.set((all) =>
    keepNewest(Object.entries({ ...all, [key]: { ...made, words: shorten(made.words, MAX_COMMENT) } }))
  )

/** Restores the previous decision, or the untriaged state. */
export const restoreDecision = (key: string, before: DecisionRecord | undefined): void =>
  triageDecisions.set(({ [key]: _taken, ...others }) => (before ? { ...others, [key]: before } : others))

/** Clears all decisions, because another user may sign in. */
export const clearDecisions = (): void => triageDecisions.set({})

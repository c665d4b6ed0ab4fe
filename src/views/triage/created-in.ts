import type { Journal } from '../../commands/journal'
import { restoreDecision, type DecisionRecords, triageDecisions } from '../../commands/stores/triage-store'

/** A triage decision of this tab, its undo, and the decisions that its rows had before. */
export type TriageDecision = { keys: readonly string[]; undo: (() => unknown) | undefined; before: DecisionRecords }

/** The triage decisions since this tab was loaded, oldest first. */
type TabDecisions = {
  all(): readonly TriageDecision[]
  add(made: TriageDecision): void
  remove(made: TriageDecision): void
  /** Calls the listener with the keys of rows whose decision was undone, on any page. @returns unsubscribes */
  onUndone(listener: (keys: readonly string[]) => void): () => void
}

const known = new WeakMap<Journal, TabDecisions>()

/** The decisions outlive the triage page: they can be undone from the page of the resource, or after a visit to it. */
export function createdIn(journal: Journal): TabDecisions {
  const before = known.get(journal)
  if (before) return before
  const made = createTabDecisions(journal)
  known.set(journal, made)
  return made
}

function createTabDecisions(journal: Journal): TabDecisions {
  let all: readonly TriageDecision[] = []
  const listeners = new Set<(keys: readonly string[]) => void>()
  const drop = (made: TriageDecision) => {
    all = all.filter((one) => one !== made)
  }
  journal.onUndone((message) => {
    const made = all.findLast(({ undo }) => undo !== undefined && undo === message.undo)
    if (!made) return
    drop(made)
    for (const key of made.keys) restoreDecision(key, made.before[key])
    for (const listener of listeners) listener(made.keys)
  })
  // Empty decisions mean that the session has ended; the next user must not undo them.
  triageDecisions.subscribe(() => {
    if (Object.keys(triageDecisions.get()).length === 0) all = []
  })
  return {
    all: () => all,
    add(made) {
      all = [...all, made]
    },
    remove: drop,
    onUndone(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

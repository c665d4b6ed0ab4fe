import type { Journal } from '../../commands/journal'
import { decideAgain, type Decisions, decisions } from '../../commands/stores/triage-store'

/** Something that was decided in this tab, and what takes it back. */
export type Made = { keys: readonly string[]; undo: (() => unknown) | undefined; before: Decisions }

/** What was decided for as long as this tab is loaded, oldest first. */
export type MadeHere = {
  all(): readonly Made[]
  add(made: Made): void
  drop(made: Made): void
  /** Hears whose rows are undecided again because what was done was undone, from wherever. @returns ends the hearing */
  onTakenBack(listener: (keys: readonly string[]) => void): () => void
}

const known = new WeakMap<Journal, MadeHere>()

/** Outlives the page of the queue: a decision can be undone after a look at the thing itself, and from there too. */
export function createdIn(journal: Journal): MadeHere {
  const before = known.get(journal)
  if (before) return before
  const made = keepMade(journal)
  known.set(journal, made)
  return made
}

function keepMade(journal: Journal): MadeHere {
  let all: readonly Made[] = []
  const listeners = new Set<(keys: readonly string[]) => void>()
  const drop = (made: Made) => {
    all = all.filter((one) => one !== made)
  }
  journal.onUndone((message) => {
    const made = all.findLast(({ undo }) => undo !== undefined && undo === message.undo)
    if (!made) return
    drop(made)
    for (const key of made.keys) decideAgain(key, made.before[key])
    for (const hear of listeners) hear(made.keys)
  })
  // Nothing is decided any more, as when somebody else may be next.
  decisions.subscribe(() => {
    if (Object.keys(decisions.get()).length === 0) all = []
  })
  return {
    all: () => all,
    add(made) {
      all = [...all, made]
    },
    drop,
    onTakenBack(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

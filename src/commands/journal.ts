import { deferred } from '../lib/deferred'
import { createStore, type Store } from '../lib/store'
import type { Call, NextCall, Outcome, Target } from './command'
import type { PlaceData } from './place'

/** A stored message. */
export type JournalMessage = {
  id: number
  /** ISO time. */
  at: string
  /** `bad`: the command ran with a bad result. `wrong`: it was refused or failed. */
  tone: 'good' | 'bad' | 'wrong' | 'plain'
  text: string
  /** The subject, such as a command id. The message's toast replaces an older one with the same subject. */
  kind?: string | undefined
  /** Calls offered with the message. */
  next: readonly NextCall[]
  undo?: NonNullable<Outcome['undo']>
  edge?: Outcome['edge']
}

/** The kind of messages about keys that do nothing in their place. Only the message for the last key is shown. */
export const UNAVAILABLE_KEY = 'unavailable key'

const MESSAGES_KEPT = 200
const UNDO_KEPT = 100

/** A change, from the start of its command. */
export type StartedChange = {
  command: string
  /** The places of the call, innermost first. For a form: the places where the form was opened. */
  places: readonly PlaceData[]
  /** The targets of the change. */
  targets: readonly Target[]
  /** The title of an undoable change. An undo waits for the change to finish. */
  undoable?: string
}

/** A change in progress. `ended` resolves with its message, or undefined if it has none. */
export type PendingChange = { act: StartedChange; ended: Promise<JournalMessage | undefined> }

/**
 * Called when a change ends, with its message, or undefined if it failed or had no effect.
 * @param failed for a change of many targets, those that failed
 */
type OnChangeEnd = (message: JournalMessage | undefined, failed?: readonly Target[]) => void

/** The messages of this tab and the outcomes that can be undone, newest first. */
export type Journal = {
  messages: Store<readonly JournalMessage[]>
  add(message: Omit<JournalMessage, 'id' | 'at'>): JournalMessage
  /** Adds messages from before a reload, newest first, after the existing ones. */
  restore(older: readonly Omit<JournalMessage, 'id'>[]): void
  /** Registers the start of a change. @returns a function to call when the change ends */
  beginChange(act: StartedChange): OnChangeEnd
  /**
   * Calls the listener when a change starts, and the listener's result when it ends. @returns unsubscribes the listener
   */
  onChangeStart(listener: (act: StartedChange) => OnChangeEnd | undefined): () => void
  /** The changes in progress, newest last. */
  pendingChanges(): readonly PendingChange[]
  /** Runs undos one after another, in the order of the requests. */
  queueUndo(undo: () => Promise<void>): Promise<void>
  /** Notifies listeners that the change of this message was undone. */
  notifyUndone(message: JournalMessage): void
  onUndone(listener: (message: JournalMessage) => void): () => void
  /** Clears all messages and undos, because another user may sign in. */
  forget(): void
  /** Removes and returns the newest undoable outcome, or the one with this id. */
  takeUndo(id?: number): JournalMessage | undefined
  /** The ids of messages whose outcome can still be undone. */
  undoable: Store<ReadonlySet<number>>
  /** The last call that changed something, for sharing. */
  lastChange: Store<Call | undefined>
  /** The same call for a repeat, without the arguments that a form prompts for again. */
  toRepeat: Store<Call | undefined>
  /** The commands that report progress now. */
  running: Store<readonly RunningCommand[]>
}

/** A running command with many targets, and the number it has finished. */
type RunningCommand = { id: number; title: string; done: number; of: number; stop(): void }

export function createJournal(now: () => Date = () => new Date()): Journal {
  const messages = createStore<readonly JournalMessage[]>([])
  const undoable = createStore<ReadonlySet<number>>(new Set())
  const lastChange = createStore<Call | undefined>(undefined)
  const toRepeat = createStore<Call | undefined>(undefined)
  const startListeners = new Set<(act: StartedChange) => OnChangeEnd | undefined>()
  const undoListeners = new Set<(message: JournalMessage) => void>()
  let unfinished: readonly PendingChange[] = []
  let turn = Promise.resolve()
  let stack: JournalMessage[] = []
  let id = 0
  const keep = (kept: JournalMessage[]) => {
    stack = kept.slice(0, UNDO_KEPT)
    undoable.set(new Set(stack.map((message) => message.id)))
  }
  return {
    messages,
    add(message) {
      const added = { ...message, id: ++id, at: now().toISOString() }
      messages.set((kept) => [added, ...kept].slice(0, MESSAGES_KEPT))
      if (added.undo) keep([added, ...stack])
      return added
    },
    restore(older) {
      const numbered = older.map((message) => ({ ...message, id: ++id }))
      messages.set((kept) => [...kept, ...numbered].slice(0, MESSAGES_KEPT))
    },
    beginChange(act) {
      const ends = [...startListeners].map((listener) => listener(act))
      const { promise, resolve } = deferred<JournalMessage | undefined>()
      const one = { act, ended: promise }
      unfinished = [...unfinished, one]
      return (message, failed) => {
        unfinished = unfinished.filter((other) => other !== one)
        ends.forEach((end) => end?.(message, failed))
        resolve(message)
      }
    },
    pendingChanges: () => unfinished,
    queueUndo(undo) {
      const mine = turn.then(undo)
      turn = mine.catch(() => undefined)
      return mine
    },
    onChangeStart(listener) {
      startListeners.add(listener)
      return () => startListeners.delete(listener)
    },
    notifyUndone: (one) => undoListeners.forEach((listener) => listener(one)),
    onUndone(listener) {
      undoListeners.add(listener)
      return () => undoListeners.delete(listener)
    },
    forget() {
      messages.set([])
      keep([])
      lastChange.set(undefined)
      toRepeat.set(undefined)
    },
    takeUndo(wanted) {
      const taken = wanted === undefined ? stack[0] : stack.find((message) => message.id === wanted)
      keep(stack.filter((message) => message !== taken))
      return taken
    },
    undoable,
    lastChange,
    toRepeat,
    running: createStore<readonly RunningCommand[]>([]),
  }
}

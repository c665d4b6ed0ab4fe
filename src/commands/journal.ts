import { deferred } from '../lib/deferred'
import { createStore, type Store } from '../lib/store'
import type { Outcome, Target } from './command'
import type { Place } from './place'

/** A stored message. */
export type Message = {
  id: number
  /** ISO time. */
  at: string
  /** `bad`: the command ran with a bad result. `wrong`: it was refused or failed. */
  tone: 'good' | 'bad' | 'wrong' | 'plain'
  text: string
  /** The subject, such as a command id. The message's toast replaces an older one with the same subject. */
  kind?: string | undefined
  /** Calls offered with the message. */
  next: readonly { title: string; call: string }[]
  undo?: NonNullable<Outcome['undo']>
  edge?: Outcome['edge']
}

/** The kind of messages about keys that do nothing in their place. Only the message for the last key is shown. */
export const UNAVAILABLE_KEY = 'unavailable key'

const MESSAGES_KEPT = 200
const UNDO_KEPT = 100

/** A change, from the start of its command. */
export type Act = {
  command: string
  /** The places of the call, innermost first. For a form: the places where the form was opened. */
  places: readonly Place[]
  /** The targets of the change. */
  targets: readonly Target[]
  /** The title of an undoable change. An undo waits for the change to finish. */
  undoable?: string
}

/** A change in progress. `ended` resolves with its message, or undefined if it has none. */
export type Unfinished = { act: Act; ended: Promise<Message | undefined> }

/**
 * Called when a change ends, with its message, or undefined if it failed or had no effect.
 * @param failed for a change of many targets, those that failed
 */
type Ended = (message: Message | undefined, failed?: readonly Target[]) => void

/** The messages of this tab and the outcomes that can be undone, newest first. */
export type Journal = {
  messages: Store<readonly Message[]>
  add(message: Omit<Message, 'id' | 'at'>): Message
  /** Adds messages from before a reload, newest first, after the existing ones. */
  restore(older: readonly Omit<Message, 'id'>[]): void
  /** Registers the start of a change. @returns a function to call when the change ends */
  begin(act: Act): Ended
  /**
   * Calls the listener when a change starts, and the listener's result when it ends. @returns unsubscribes the listener
   */
  onAct(listener: (act: Act) => Ended | undefined): () => void
  /** The changes in progress, newest last. */
  unfinished(): readonly Unfinished[]
  /** Runs undos one after another, in the order of the requests. */
  inTurn(undo: () => Promise<void>): Promise<void>
  /** Notifies listeners that the change of this message was undone. */
  undone(message: Message): void
  onUndone(listener: (message: Message) => void): () => void
  /** Clears all messages and undos, because another user may sign in. */
  forget(): void
  /** Removes and returns the newest undoable outcome, or the one with this id. */
  takeUndo(id?: number): Message | undefined
  /** The ids of messages whose outcome can still be undone. */
  undoable: Store<ReadonlySet<number>>
  /** The last call that changed something, for sharing. */
  lastChange: Store<string | undefined>
  /** The same call for a repeat, without the arguments that a form prompts for again. */
  toRepeat: Store<string | undefined>
  /** The commands that report progress now. */
  running: Store<readonly Running[]>
}

/** A running command with many targets, and the number it has finished. */
export type Running = { id: number; title: string; done: number; of: number; stop(): void }

export function createJournal(now: () => Date = () => new Date()): Journal {
  const messages = createStore<readonly Message[]>([])
  const undoable = createStore<ReadonlySet<number>>(new Set())
  const lastChange = createStore<string | undefined>(undefined)
  const toRepeat = createStore<string | undefined>(undefined)
  const acting = new Set<(act: Act) => Ended | undefined>()
  const undoing = new Set<(message: Message) => void>()
  let unfinished: readonly Unfinished[] = []
  let turn = Promise.resolve()
  let stack: Message[] = []
  let id = 0
  const keep = (kept: Message[]) => {
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
    begin(act) {
      const ends = [...acting].map((listener) => listener(act))
      const { promise, resolve } = deferred<Message | undefined>()
      const one = { act, ended: promise }
      unfinished = [...unfinished, one]
      return (message, failed) => {
        unfinished = unfinished.filter((other) => other !== one)
        ends.forEach((end) => end?.(message, failed))
        resolve(message)
      }
    },
    unfinished: () => unfinished,
    inTurn(undo) {
      const mine = turn.then(undo)
      turn = mine.catch(() => undefined)
      return mine
    },
    onAct(listener) {
      acting.add(listener)
      return () => acting.delete(listener)
    },
    undone: (one) => undoing.forEach((listener) => listener(one)),
    onUndone(listener) {
      undoing.add(listener)
      return () => undoing.delete(listener)
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
    running: createStore<readonly Running[]>([]),
  }
}

import { deferred } from '../lib/deferred'
import { createStore, type Store } from '../lib/store'
import type { Outcome, Target } from './command'
import type { Place } from './place'

/** A message, kept so that it can be read later. */
export type Message = {
  id: number
  /** ISO time. */
  at: string
  /** `bad`: the command ran and its result is bad. `wrong`: it was refused or failed. */
  tone: 'good' | 'bad' | 'wrong' | 'plain'
  text: string
  /** What it is about, such as the id of the command: its toast takes the place of an older one of its kind. */
  kind?: string | undefined
  /** Calls offered with it. */
  next: readonly { title: string; call: string }[]
  undo?: NonNullable<Outcome['undo']>
  edge?: Outcome['edge']
}

/** The kind of messages about keys that do nothing where they were pressed: only the last key matters. */
export const UNAVAILABLE_KEY = 'unavailable key'

const MESSAGES_KEPT = 200
const UNDO_KEPT = 100

/** A change that a command makes, from when it begins. */
export type Act = {
  command: string
  /** Where it was called, innermost first: of a form, where that was opened. */
  places: readonly Place[]
  /** The things that it is done to. */
  targets: readonly Target[]
  /** Its title, where it can be undone once it has ended: until then, an undo waits for it. */
  undoable?: string
}

/** A change that has begun and not ended; `ended` is the message that tells it, undefined where there is none. */
export type Unfinished = { act: Act; ended: Promise<Message | undefined> }

/**
 * Hears what came of a change: the message that tells it, or undefined where it failed or there was nothing to do.
 * @param failed of many, those for which it did not work
 */
type Ended = (message: Message | undefined, failed?: readonly Target[]) => void

/** The messages of this tab and the outcomes that it can undo, newest first. */
export type Journal = {
  messages: Store<readonly Message[]>
  add(message: Omit<Message, 'id' | 'at'>): Message
  /** Adds messages from before a reload, newest first, below those there are. */
  restore(older: readonly Omit<Message, 'id'>[]): void
  /** A change begins. @returns to be called when it has ended */
  begin(act: Act): Ended
  /** Hears of each change as it begins, and by what it returns as it ends. @returns ends the hearing */
  onAct(listener: (act: Act) => Ended | undefined): () => void
  /** The changes that have begun and not ended, newest last. */
  unfinished(): readonly Unfinished[]
  /** Undoes one after the other, in the order in which they were asked for. */
  inTurn(undo: () => Promise<void>): Promise<void>
  /** What a message tells was taken back. */
  undone(message: Message): void
  onUndone(listener: (message: Message) => void): () => void
  /** Forgets everything that was said and done, because somebody else may be next. */
  forget(): void
  /** Removes the newest outcome that can be undone, or the one with this id, and returns it. */
  takeUndo(id?: number): Message | undefined
  /** The ids of messages whose outcome can still be undone. */
  undoable: Store<ReadonlySet<number>>
  /** The last call that changed something, for sharing it. */
  lastChange: Store<string | undefined>
  /** The same call for repeating it: without what a form asks again. */
  toRepeat: Store<string | undefined>
  /** The commands that report progress now. */
  running: Store<readonly Running[]>
}

/** A running command on many targets, with the number that it has done. */
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

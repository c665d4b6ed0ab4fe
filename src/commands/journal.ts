import { createStore, type Store } from '../lib/store'
import type { Outcome } from './command'

/** Something that was said, kept so that what was missed can be read. */
export type Message = {
  id: number
  /** ISO time. */
  at: string
  /** `bad`: it was done, and what came of it is bad. `wrong`: it was refused or failed. */
  tone: 'good' | 'bad' | 'wrong' | 'plain'
  text: string
  /** Calls offered with it. */
  next: readonly { title: string; call: string }[]
  undo?: NonNullable<Outcome['undo']>
}

const MESSAGES_KEPT = 200
const UNDO_KEPT = 20

/** What this tab said and can take back, newest first. */
export type Journal = {
  messages: Store<readonly Message[]>
  add(message: Omit<Message, 'id' | 'at'>): Message
  /** Takes the newest outcome that can be undone off the stack. */
  takeUndo(): Message | undefined
}

export function createJournal(now: () => Date = () => new Date()): Journal {
  const messages = createStore<readonly Message[]>([])
  let undoable: Message[] = []
  let id = 0
  return {
    messages,
    add(message) {
      const added = { ...message, id: ++id, at: now().toISOString() }
      messages.set((kept) => [added, ...kept].slice(0, MESSAGES_KEPT))
      if (added.undo) undoable = [added, ...undoable].slice(0, UNDO_KEPT)
      return added
    },
    takeUndo: () => undoable.shift(),
  }
}

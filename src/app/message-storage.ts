import { z } from 'zod/mini'
import { commandIdOf, formatCall, parseCall, toCall } from '../commands/call'
import type { CallSource, Command, NextCall } from '../commands/command'
import type { Journal, JournalMessage } from '../commands/journal'
import { omitPrivateArgs } from '../commands/prepare'
import { shorten } from '../shared/format'
import { MESSAGES_STORAGE_KEY } from './journal'

const MAX_MESSAGES = 50
/** Limits in characters: for all messages together, and for the text of one. Browsers store several million. */
const MAX_TOTAL = 64_000
const MAX_TEXT = 4000

const kept = z.array(
  z.object({
    at: z.iso.datetime(),
    tone: z.enum(['good', 'bad', 'wrong', 'plain']),
    text: z.string().check(z.maxLength(MAX_TEXT)),
    kind: z.optional(z.string()),
    next: z.array(z.object({ title: z.string(), call: z.string() })),
  })
)
type Kept = z.infer<typeof kept>[number]

type Find = (id: string) => Command | undefined

/**
 * Restores the messages from before a reload of this tab, and stores them for the next reload. The calls they offer are
 * stored, too. Undo is not possible after a reload.
 * @returns stops storing messages
 */
export function persistMessages(journal: Pick<Journal, 'messages' | 'restore'>, find: Find): () => void {
  journal.restore(readStoredMessages(find))
  const keep = () => storeMessages(journal.messages.get(), find)
  window.addEventListener('pagehide', keep)
  return () => window.removeEventListener('pagehide', keep)
}

function readStoredMessages(find: Find): readonly Omit<JournalMessage, 'id'>[] {
  try {
    const found = kept.parse(JSON.parse(sessionStorage.getItem(MESSAGES_STORAGE_KEY) ?? '[]'))
    // From now on the journal has the messages.
    sessionStorage.removeItem(MESSAGES_STORAGE_KEY)
    const readNext = ({ title, call: written }: Kept['next'][number]): NextCall[] => {
      const { call, error } = parseCall(written, find)
      return error === undefined ? [{ title, call }] : []
    }
    return found.slice(0, MAX_MESSAGES).map((message) => ({ ...message, next: message.next.flatMap(readNext) }))
  } catch {
    return []
  }
}

function storeMessages(messages: readonly JournalMessage[], find: Find): void {
  const written: Kept[] = []
  let room = MAX_TOTAL
  for (const { at, tone, text, kind, next } of messages.slice(0, MAX_MESSAGES)) {
    const calls = next.map(({ title, call }) => ({ title, call: storableCall(call, find) }))
    const one = { at, tone, text: shorten(text, MAX_TEXT), ...(kind ? { kind } : {}), next: calls }
    room -= JSON.stringify(one).length
    if (room < 0) break
    written.push(one)
  }
  try {
    sessionStorage.setItem(MESSAGES_STORAGE_KEY, JSON.stringify(written))
  } catch {
    // Storage can be full or forbidden. Messages then last as long as the page.
  }
}

/** A written call without its private arguments. */
function storableCall(call: CallSource, find: Find): string {
  const command = find(commandIdOf(call))
  return command
    ? formatCall(omitPrivateArgs(command, toCall(call, find)), find)
    : typeof call === 'string'
      ? call
      : call.id
}

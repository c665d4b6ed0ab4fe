import { z } from 'zod/mini'
import { faultOf, formatCall, parseCall } from '../commands/call'
import type { Command } from '../commands/command'
import type { Journal, Message } from '../commands/journal'
import { withoutPrivate } from '../commands/prepare'
import { shorten } from '../lib/format'
import { KEPT_IN } from './journal'

const MOST_KEPT = 50
/** Limits in characters: for all messages together, and for the text of one. Browsers store several million. */
const MOST_TOGETHER = 64_000
const MOST_OF_ONE = 4000

const kept = z.array(
  z.object({
    at: z.iso.datetime(),
    tone: z.enum(['good', 'bad', 'wrong', 'plain']),
    text: z.string().check(z.maxLength(MOST_OF_ONE)),
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
export function keepMessages(journal: Pick<Journal, 'messages' | 'restore'>, find: Find): () => void {
  journal.restore(stored(find))
  const keep = () => store(journal.messages.get(), find)
  window.addEventListener('pagehide', keep)
  return () => window.removeEventListener('pagehide', keep)
}

function stored(find: Find): readonly Kept[] {
  try {
    const found = kept.parse(JSON.parse(sessionStorage.getItem(KEPT_IN) ?? '[]'))
    // From now on the journal has the messages.
    sessionStorage.removeItem(KEPT_IN)
    const isCall = ({ call }: { call: string }) => faultOf(call, find) === undefined
    return found.slice(0, MOST_KEPT).map((message) => ({ ...message, next: message.next.filter(isCall) }))
  } catch {
    return []
  }
}

function store(messages: readonly Message[], find: Find): void {
  const written: Kept[] = []
  let room = MOST_TOGETHER
  for (const { at, tone, text, kind, next } of messages.slice(0, MOST_KEPT)) {
    const calls = next.map(({ title, call }) => ({ title, call: storableCall(call, find) }))
    const one = { at, tone, text: shorten(text, MOST_OF_ONE), ...(kind ? { kind } : {}), next: calls }
    room -= JSON.stringify(one).length
    if (room < 0) break
    written.push(one)
  }
  try {
    sessionStorage.setItem(KEPT_IN, JSON.stringify(written))
  } catch {
    // Storage can be full or forbidden. Messages then last as long as the page.
  }
}

/** A call without its private arguments. */
function storableCall(call: string, find: Find): string {
  const parsed = parseCall(call)
  const command = find(parsed.id)
  return command ? formatCall(withoutPrivate(command, parsed)) : call
}

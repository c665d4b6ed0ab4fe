import { readMessageLink, type OutboxMessage, outbox } from '@/api/settings/outbox'
import type { Effects, Outcome, Target } from '../command'

type One = { message: readonly Target[] }

export async function copyMessageLink({ message: [one] }: One, effects: Effects): Promise<Outcome> {
  const link = readMessageLink(await requireMessage(one, effects))
  if (link === undefined) return { message: 'There is no link in this message.', isFailure: true }
  await effects.copy(link)
  return { message: `Copied the link in “${one?.label}”.` }
}

export async function copyMessageText({ message: [one] }: One, effects: Effects): Promise<Outcome> {
  const { body } = await requireMessage(one, effects)
  if (body === '') return { message: 'The text is no longer stored because the message was sent.', isFailure: true }
  await effects.copy(body)
  return { message: `Copied the text of “${one?.label}”.` }
}

/** @throws {Error} if the message no longer exists */
async function requireMessage(target: Target | undefined, effects: Effects): Promise<OutboxMessage> {
  const found = await effects.fetch(outbox.byId(target?.id ?? ''))
  if (!found) throw new Error('This message is no longer in the outbox.')
  return found
}

import type { OutboxMessage } from '../../api/outbox'
import type { Target } from '../../commands/command'
import { mailStateOf, mailStates } from '../../lib/mail-state'

export const statusLabel = (message: OutboxMessage) => mailStates[mailStateOf(message)]

export const targetOf = ({ id, subject }: OutboxMessage): Target<'message'> => ({ kind: 'message', id, label: subject })

/** In reading order, of data alone. */
export const sentenceOf = (message: OutboxMessage) =>
  [message.subject, `to ${message.recipient}`, statusLabel(message).toLowerCase()].join(', ')

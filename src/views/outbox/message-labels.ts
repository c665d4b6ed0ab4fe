import type { OutboxMessage } from '../../api/outbox'
import type { Target } from '../../commands/command'

/** Nobody has tried to send it: there is no mail server, or its turn has not come. */
export const statusLabel = ({ status, send_count }: OutboxMessage) =>
  status === 'sent' ? 'Sent' : status === 'failed' ? 'Given up' : send_count > 0 ? 'Tried again' : 'Waiting'

export const targetOf = ({ id, subject }: OutboxMessage): Target<'message'> => ({ kind: 'message', id, label: subject })

/** In reading order, of data alone. */
export const sentenceOf = (message: OutboxMessage) =>
  [message.subject, `to ${message.recipient}`, statusLabel(message).toLowerCase()].join(', ')

export const textOf = (message: OutboxMessage) => `${message.subject} ${message.recipient} ${statusLabel(message)}`

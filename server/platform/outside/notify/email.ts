import { createHash } from 'node:crypto'
import { asSentence } from '@/shared/format'
import { formatError } from '../error-text'
import { MailServerError, withMailServer } from '../smtp'
import { listItems } from './address'
import { invalidSettings, NotificationError } from './notification-error'
import type { Delivery, Sender } from './sender'
import { toUnreachable } from './service-request'

/** Mail to the property `to`, through a stored mail server or `smtp://user:password@host:port/?from=…&to=…`. */
export const emailSender: Sender = {
  types: ['email'],
  schemes: ['smtp', 'smtps'],
  // Such a connection names its server in its properties.
  implicitAddress: 'smtp:',
  async send(delivery) {
    const { target, message, option, signal } = delivery
    const { from, to } = readEnvelope(delivery)
    const sent = await withMailServer(target, signal, (transport) =>
      transport.sendMail({
        from: { name: option('fromname') ?? '', address: from },
        // Plain addresses, so that no header can be injected.
        to: to.map((address) => ({ name: '', address })),
        subject: option('subject') ?? message.title,
        text: message.message,
        disableFileAccess: true,
        disableUrlAccess: true,
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...messageId(delivery, from),
      })
    ).catch((error: unknown) => {
      throw toMailError(error, signal)
    })
    const { rejected } = sent as { rejected?: readonly unknown[] }
    // Another attempt would send the message to the other recipients again.
    if (rejected && rejected.length > 0)
      throw new NotificationError(`The mail server did not accept these recipients: ${rejected.join(', ')}.`, {
        isPermanent: true,
      })
  },
}

function readEnvelope({ option }: Delivery) {
  const to = listItems(option('to', 'toaddresses'))
  if (to.length === 0) throw invalidSettings('The notification has no recipient. Set its property to.')
  const from = option('from', 'fromaddress')
  if (!from) throw invalidSettings('The connection has no sender address.')
  // Checked here, too, so that no header or command depends on how the mail library writes addresses.
  const invalid = [from, ...to].find((one) => !/^[^\s<>"\\,;:]+$/.test(one))
  if (invalid !== undefined) throw invalidSettings(`${JSON.stringify(invalid)} is not an e-mail address.`)
  return { from, to }
}

/** Mail systems recognise a copy of a message by its ID. */
const messageId = ({ idempotencyKey }: Delivery, from: string) =>
  idempotencyKey !== undefined && {
    messageId: `<${createHash('sha256').update(idempotencyKey).digest('hex')}@${from.slice(from.lastIndexOf('@') + 1)}>`,
  }

function toMailError(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof MailServerError) return invalidSettings(error.message)
  const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : undefined
  const isSignIn = error instanceof Error && 'code' in error && error.code === 'EAUTH'
  if (status === undefined && !isSignIn) return toUnreachable(error, 'The mail server', signal)
  return new NotificationError(asSentence(`The mail server did not accept the notification: ${formatError(error)}`), {
    isPermanent: status === undefined || (status >= 500 && status <= 599),
  })
}

import { createHash } from 'node:crypto'
import { basicAuthIfGiven, bearerAuth } from '../request-headers'
import { registerSecret } from '../redaction'
import { isOn, listItems, serviceUrl } from './address'
import { invalidSettings } from './notification-error'
import type { Sender } from './sender'
import { reasonAt } from './service-request'
import { cutBytes, cutText } from './text'

/** Longer messages become attachments. */
const MOST_MESSAGE_BYTES = 4096
const LONGEST_TITLE = 250

const priorities = ['min', 'low', 'default', 'high', 'max']

/** ntfy: `ntfy://user:password@host/topic?scheme=http`. https://docs.ntfy.sh/publish/#publish-as-json */
export const ntfySender: Sender = {
  types: ['ntfy'],
  schemes: ['ntfy'],
  async send({ address, target, message: { title, message }, option, idempotencyKey, request }) {
    const [topic] = address.segments
    if (!topic || address.segments.length > 1) throw invalidSettings('The address needs one topic: ntfy://host/topic.')
    const isPlain = option('scheme')?.toLowerCase() === 'http' || isOn(option('disabletls'))
    const user = address.user || target.username
    const password = address.password || target.password
    const priority = toPriority(option('priority'))
    const tags = listItems(option('tags'))
    const click = option('click')
    registerSecret(password)
    await request({
      url: serviceUrl(address, [], { isPlain }),
      headers: user === '' && password !== '' ? bearerAuth(password) : basicAuthIfGiven(user, password),
      json: {
        topic,
        ...(title && { title: cutText(title, LONGEST_TITLE) }),
        message: cutBytes(message || title, MOST_MESSAGE_BYTES),
        ...(priority && { priority }),
        ...(tags.length > 0 && { tags }),
        ...(click && { click }),
        // A message with a known sequence replaces the earlier one. Servers before 2.16 ignore it.
        ...(idempotencyKey !== undefined && { sequence_id: toSequence(idempotencyKey) }),
      },
      findFailure: reasonAt('error'),
    })
  },
}

/** A priority from 1 to 5, from its number or name. */
function toPriority(written: string | undefined): number | undefined {
  if (written === undefined) return undefined
  const named = priorities.indexOf(written.toLowerCase().replace('urgent', 'max')) + 1
  const priority = named || Number(written)
  if (!Number.isInteger(priority) || priority < 1 || priority > priorities.length)
    throw invalidSettings('The priority of an ntfy message is a number from 1 to 5, or min, low, default, high, max.')
  return priority
}

const toSequence = (key: string) =>
  /^[\w-]{1,64}$/.test(key) ? key : createHash('sha256').update(key).digest('base64url')

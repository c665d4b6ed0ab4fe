import { createHash } from 'node:crypto'
import { requireSecret, serviceUrl } from './address'
import type { Sender } from './sender'
import { reasonAt, sendToEach } from './service-request'

/**
 * Pushbullet: `pushbullet://token`, and `/device`, `/#channel` or `/email` for other recipients than every device of the
 * user. https://docs.pushbullet.com/#create-push
 */
export const pushbulletSender: Sender = {
  types: ['pushbullet'],
  schemes: ['pushbullet'],
  implicitAddress: 'pushbullet://$(password)',
  async send({ address, target, message: { title, message }, option, idempotencyKey, request }) {
    const token = requireSecret('The connection has no access token.', address.host, target.password)
    const channels = address.fragment
      .split('/')
      .flatMap((part, index) => (index === 0 && part ? `#${part}` : part || []))
    const written = [...address.segments, ...channels, option('targets') ?? '']
    const targets = written.flatMap((part) => part.split(',')).flatMap((part) => part.trim() || [])
    await sendToEach(targets.length > 0 ? targets : [''], (recipient) =>
      request({
        url: serviceUrl({ host: 'api.pushbullet.com' }, ['v2', 'pushes']),
        isFixedHost: true,
        headers: { 'Access-Token': token },
        json: {
          type: 'note',
          ...(title && { title }),
          body: message,
          ...toTarget(recipient),
          // A push with a known guid returns the earlier one.
          ...(idempotencyKey !== undefined && { guid: guidFor(idempotencyKey, recipient) }),
        },
        findFailure: reasonAt('error', 'message'),
      })
    )
  },
}

function toTarget(recipient: string) {
  if (recipient === '') return {}
  if (recipient.startsWith('#')) return { channel_tag: recipient.slice(1) }
  return recipient.includes('@') ? { email: recipient } : { device_iden: recipient }
}

const guidFor = (key: string, recipient: string) =>
  recipient === '' ? key : createHash('sha256').update(`${key} ${recipient}`).digest('base64url')

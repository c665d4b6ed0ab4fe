import { registerSecret } from '../redaction'
import { listItems, requireSecret, serviceUrl } from './address'
import { invalidSettings } from './notification-error'
import type { Sender } from './sender'
import { reasonAt } from './service-request'
import { breakLinks, cutText } from './text'

const LONGEST_MESSAGE = 130
const LONGEST_DESCRIPTION = 15_000
const LONGEST_ALIAS = 512

/** Options that are no details of the alert. */
const settings = new Set(['alias', 'priority', 'tags', 'entity', 'source'])

/** Alerts of Opsgenie: `opsgenie://api.opsgenie.com/key?priority=P1`. https://docs.opsgenie.com/docs/alert-api */
export const opsgenieSender: Sender = {
  types: ['opsgenie'],
  schemes: ['opsgenie'],
  // Opsgenie renders HTML.
  escapeValue: breakLinks,
  async send({ address, target, message: { title, message, properties }, option, idempotencyKey, request }) {
    const key = requireSecret('The connection has no API key.', address.segments[0], target.password)
    registerSecret(key)
    const priority = option('priority')?.toUpperCase()
    if (priority !== undefined && !/^P[1-5]$/.test(priority))
      throw invalidSettings('The priority of an Opsgenie alert is P1, P2, P3, P4 or P5.')
    const tags = listItems(option('tags'))
    const alias = option('alias') || idempotencyKey
    const [entity, source] = [option('entity'), option('source')]
    const details = Object.entries(properties).filter(([name]) => !settings.has(name.toLowerCase()))
    await request({
      url: serviceUrl(address, ['v2', 'alerts']),
      headers: { Authorization: `GenieKey ${key}` },
      json: {
        message: cutText(title || message, LONGEST_MESSAGE),
        ...(message && { description: cutText(message, LONGEST_DESCRIPTION) }),
        // Opsgenie counts another request with the alias of an open alert instead of opening another alert.
        ...(alias && { alias: cutText(alias, LONGEST_ALIAS) }),
        ...(priority && { priority }),
        ...(tags.length > 0 && { tags: tags.slice(0, 20).map((tag) => cutText(tag, 50)) }),
        ...(entity && { entity: cutText(entity, 512) }),
        ...(source && { source: cutText(source, 100) }),
        ...(details.length > 0 && { details: Object.fromEntries(details) }),
      },
      findFailure: reasonAt('message'),
    })
  },
}

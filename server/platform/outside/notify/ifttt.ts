import { listItems, requireSecret, serviceUrl } from './address'
import { invalidSettings } from './notification-error'
import type { Sender } from './sender'
import { reasonAt, sendToEach } from './service-request'

const values = ['value1', 'value2', 'value3'] as const

/**
 * The Webhooks service of IFTTT: `ifttt://key/?events=a,b`. An event has three values: the title, the message, and the
 * property `value3`. https://ifttt.com/maker_webhooks
 */
export const iftttSender: Sender = {
  types: ['ifttt'],
  schemes: ['ifttt'],
  implicitAddress: 'ifttt://$(username)/',
  async send({ address, target, message: { title, message }, option, request }) {
    const key = requireSecret('The connection has no webhook key.', address.host, target.password)
    const events = listItems(option('events', 'event'))
    if (events.length === 0) throw invalidSettings('The notification has no IFTTT event. Set its property events.')
    const titleAt = readPlace('titlevalue', option('titlevalue') ?? '1')
    const messageAt = readPlace('messagevalue', option('messagevalue') ?? '2')
    const json = Object.fromEntries(
      values.map((name, index) => {
        const given = index + 1 === messageAt ? message : index + 1 === titleAt ? title : undefined
        return [name, given ?? option(name) ?? '']
      })
    )
    await sendToEach(events, (event) =>
      request({
        url: serviceUrl({ host: 'maker.ifttt.com' }, ['trigger', event, 'with', 'key', key]),
        isFixedHost: true,
        json,
        findFailure: reasonAt('errors', 0, 'message'),
      })
    )
  },
}

/** @returns 1, 2 or 3; 0 for none. */
function readPlace(name: string, written: string): number {
  if (!/^[0-3]$/.test(written)) throw invalidSettings(`${name} of an IFTTT event is 1, 2 or 3, or 0 for none.`)
  return Number(written)
}

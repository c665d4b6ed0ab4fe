import { listItems, requireSecret, serviceUrl } from './address'
import { invalidSettings } from './notification-error'
import type { Sender } from './sender'
import { textAt, valueAt, type ServiceFailure } from './service-request'
import { cutText } from './text'

const LONGEST_MESSAGE = 1024
const LONGEST_TITLE = 250

/** Pushover: `pushover://shoutrrr:token@user/?devices=a,b&priority=1`. https://pushover.net/api */
export const pushoverSender: Sender = {
  types: ['pushover'],
  schemes: ['pushover'],
  implicitAddress: 'pushover://$(username)/',
  async send({ address, target, message: { title, message }, option, request }) {
    const token = requireSecret('The connection has no API token.', address.password, target.password)
    const user = requireSecret('The connection has no user key.', address.host, target.username)
    const devices = listItems(option('devices', 'device'))
    const priority = option('priority')
    if (priority !== undefined && !/^(?:-[12]|[01])$/.test(priority))
      throw invalidSettings('The priority of a Pushover message is -2, -1, 0 or 1.')
    await request({
      url: serviceUrl({ host: 'api.pushover.net' }, ['1', 'messages.json']),
      isFixedHost: true,
      form: {
        token,
        user,
        message: cutText(message || title, LONGEST_MESSAGE),
        ...(title && message && { title: cutText(title, LONGEST_TITLE) }),
        ...(devices.length > 0 && { device: devices.join(',') }),
        ...(priority !== undefined && { priority }),
      },
      findFailure: findPushoverFailure,
    })
  },
}

/** The quota of a month is used up with the status 429, which no retry within a day can change. */
export function findPushoverFailure({ status, json }: { status: number; json: unknown }): ServiceFailure | undefined {
  if (status === 200 && valueAt(json, 'status') === 1) return undefined
  return { reason: textAt(json, 'errors', 0), isPermanent: status < 500 }
}

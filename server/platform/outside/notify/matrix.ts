import { createHash, randomUUID } from 'node:crypto'
import { bearerAuth } from '../request-headers'
import { registerSecret } from '../redaction'
import { isOn, listItems, requireSecret, serviceUrl } from './address'
import { invalidSettings, NotificationError } from './notification-error'
import type { Delivery, Sender } from './sender'
import { sendToEach, textAt, toWait, valueAt, type ServiceFailure } from './service-request'
import { cutBytes, joinTitle, sizeAsJson } from './text'

/** An event has at most 65,536 bytes; the rest is for the members that the server adds. */
const MOST_TEXT_BYTES = 60_000

/**
 * Matrix: `matrix://user:password@host/?rooms=!id,alias&disableTLS=yes`, or `matrix://:accessToken@host/`. Without rooms,
 * the message is sent to every room that the user has joined. https://spec.matrix.org/latest/client-server-api/
 */
export const matrixSender: Sender = {
  types: ['matrix'],
  schemes: ['matrix'],
  async send(delivery) {
    const { address, target, message, option } = delivery
    const text = cutBytes(joinTitle(message.title, message.message), MOST_TEXT_BYTES, sizeAsJson)
    // Neither the text of a value nor the name of a user in it is a mention.
    const content = { msgtype: 'm.text', body: text, 'm.mentions': {} }
    const key = delivery.idempotencyKey ?? randomUUID()
    const user = address.user || target.username
    const password = requireSecret('The connection has no password or access token.', address.password, target.password)
    const server = openServer(delivery)
    const token = user === '' ? password : await server.signIn(user, password, key)
    const rooms = listItems(option('rooms', 'room'))
    try {
      const found = rooms.length > 0 ? rooms : await server.joinedRooms(token)
      if (found.length === 0) throw invalidSettings('The Matrix user has joined no room. Set the property rooms.')
      await sendToEach(found, async (room) => {
        const roomId = room.startsWith('!') ? room : await server.findRoom(token, room)
        // A known transaction returns the event that it created.
        await server.ask('PUT', ['rooms', roomId, 'send', 'm.room.message', transactionOf(key, room)], token, content)
      })
    } catch (error) {
      // Another attempt has to use the same device, which signing out would delete.
      if (user !== '' && error instanceof NotificationError && error.isPermanent) await server.signOut(token)
      throw error
    }
    if (user !== '') await server.signOut(token)
  },
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

const transactionOf = (key: string, room: string) => hash(`${key} ${room}`)

/** The calls of the client-server API. */
function openServer({ address, option, request }: Delivery) {
  const isPlain = isOn(option('disabletls'))
  const ask = (method: string, path: readonly string[], token: string | undefined, json?: object) =>
    request({
      url: serviceUrl(address, ['_matrix', 'client', 'v3', ...path], { isPlain }),
      method,
      headers: token === undefined ? {} : bearerAuth(token),
      ...(json !== undefined && { json }),
      isConfidential: token === undefined,
      findFailure: findMatrixFailure,
    })
  return {
    ask,
    /**
     * Transactions belong to a device. Each notification has its own, because signing in to a device ends its earlier
     * session, which another notification may be using.
     */
    async signIn(user: string, password: string, key: string): Promise<string> {
      const session = await ask('POST', ['login'], undefined, {
        type: 'm.login.password',
        identifier: { type: 'm.id.user', user },
        password,
        device_id: `MCC${hash(key).slice(0, 20)}`,
        initial_device_display_name: 'Mission Control Console',
      })
      const token = textAt(session, 'access_token')
      if (token === undefined) throw new NotificationError('The Matrix server returned no access token.')
      registerSecret(token)
      return token
    },
    /** Deletes the device. The message is delivered, so a failure to sign out is not reported. */
    signOut: (token: string) => ask('POST', ['logout'], token, {}).catch(() => undefined),
    async joinedRooms(token: string): Promise<string[]> {
      const rooms = valueAt(await ask('GET', ['joined_rooms'], token), 'joined_rooms')
      return Array.isArray(rooms) ? rooms.filter((room) => typeof room === 'string') : []
    },
    async findRoom(token: string, alias: string): Promise<string> {
      const name = alias.startsWith('#') ? alias : `#${alias}`
      const found = textAt(await ask('GET', ['directory', 'room', name], token), 'room_id')
      if (found === undefined) throw invalidSettings(`The Matrix server returned no room for ${name}.`)
      return found
    },
  }
}

function findMatrixFailure({ status, json }: { status: number; json: unknown }): ServiceFailure | undefined {
  if (status >= 200 && status <= 299) return undefined
  return {
    reason: textAt(json, 'error') ?? textAt(json, 'errcode'),
    retryAfterMs: toWait(valueAt(json, 'retry_after_ms')),
  }
}

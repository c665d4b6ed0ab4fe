import { tryParseJson } from '../documents/try-parse-json'
import {
  addressOf,
  isOn,
  isWebAddress,
  parseServiceAddress,
  requireSecret,
  secretHook,
  serviceUrl,
} from '../outside/notify/address'
import { discordSender } from '../outside/notify/discord'
import { pushbulletSender } from '../outside/notify/pushbullet'
import { pushoverSender } from '../outside/notify/pushover'
import { textAt, valueAt } from '../outside/notify/service-request'
import { redactAndClip, registerSecret } from '../outside/redaction'
import { basicAuth, basicAuthIfGiven, bearerAuth } from '../outside/request-headers'
import { type OpenedConnection, ConnectionFailure } from './connection'
import { ACCEPTED, type CredentialTest } from './credential-test'
import type { TestConnection } from './tester'
import { appendPath, requestService, toConnectionTls } from './web'

const addressIn = (connection: OpenedConnection, implicit?: string) =>
  parseServiceAddress(addressOf(connection, implicit))

const optionIn = (connection: OpenedConnection, name: string): string | undefined =>
  addressIn(connection).query.find(([key]) => key.toLowerCase() === name)?.[1]

const LONGEST_REASON = 200

/**
 * The services that answer a request about the credentials without sending a message to anybody. The addresses are
 * those of the senders (`server/platform/outside/notify`). Webhooks that only accept messages have no test.
 */
export const notificationServices: Readonly<Record<string, CredentialTest>> = {
  // https://docs.discord.com/developers/resources/webhook#get-webhook-with-token
  discord: {
    service: 'Discord',
    credential: 'webhook',
    request(connection, { discord }) {
      const address = addressIn(connection, discordSender.implicitAddress)
      if (isWebAddress(address)) return { url: secretHook(address) }
      const token = requireSecret('The connection has no webhook token.', address.user, connection.password)
      if (!/^\d+$/.test(address.host))
        throw new ConnectionFailure('The connection has no webhook ID, which is a number.')
      return { url: appendPath(new URL(discord), `/api/webhooks/${address.host}/${encodeURIComponent(token)}`) }
    },
    namesHost: (connection) => isWebAddress(addressIn(connection, discordSender.implicitAddress)),
    explain: ({ status, body }) =>
      status === 404
        ? 'Discord has no such webhook. It may have been deleted.'
        : status === 200 && textAt(tryParseJson(body), 'id') === undefined
          ? 'The address is not a webhook of Discord.'
          : undefined,
  },
  // https://docs.ntfy.sh/subscribe/api/#poll-for-messages
  ntfy: {
    service: 'The ntfy server',
    credential: 'credentials',
    request(connection) {
      const address = addressIn(connection)
      const [topic] = address.segments
      if (!topic || address.segments.length > 1)
        throw new ConnectionFailure('The address needs one topic: ntfy://host/topic.')
      const isPlain =
        optionIn(connection, 'scheme')?.toLowerCase() === 'http' || isOn(optionIn(connection, 'disabletls'))
      const user = address.user || connection.username
      const password = address.password || connection.password
      registerSecret(password)
      return {
        url: serviceUrl(address, [topic, 'json'], { isPlain, query: { poll: '1', since: 'latest' } }),
        headers: user === '' && password !== '' ? bearerAuth(password) : basicAuthIfGiven(user, password),
      }
    },
    namesHost: () => true,
    explain({ status }, connection) {
      if (status !== 403) return undefined
      const { user, password } = addressIn(connection)
      // Wrong credentials are a 401. A user who may only publish to the topic may not read it.
      return user || password || connection.username || connection.password
        ? ACCEPTED
        : 'The topic requires a user or an access token.'
    },
  },
  // https://docs.opsgenie.com/docs/account-api
  opsgenie: {
    service: 'Opsgenie',
    credential: 'API key',
    request(connection) {
      const address = addressIn(connection)
      const key = requireSecret('The connection has no API key.', address.segments[0], connection.password)
      return { url: serviceUrl(address, ['v2', 'account']), headers: { Authorization: `GenieKey ${key}` } }
    },
    namesHost: () => true,
    // Keys of integrations may create alerts without the right to read the account. Unknown keys are a 401.
    explain: ({ status }) => (status === 403 ? ACCEPTED : undefined),
  },
  // https://docs.pushbullet.com/#get-user
  pushbullet: {
    service: 'Pushbullet',
    credential: 'access token',
    request(connection, { pushbullet }) {
      const address = addressIn(connection, pushbulletSender.implicitAddress)
      const token = requireSecret('The connection has no access token.', address.host, connection.password)
      return { url: appendPath(new URL(pushbullet), '/v2/users/me'), headers: { 'Access-Token': token } }
    },
  },
  // https://pushover.net/api#validate
  pushover: {
    service: 'Pushover',
    credential: 'API token or the user key',
    request(connection, { pushover }) {
      const address = addressIn(connection, pushoverSender.implicitAddress)
      const token = requireSecret('The connection has no API token.', address.password, connection.password)
      const user = requireSecret('The connection has no user key.', address.host, connection.username)
      return { url: appendPath(new URL(pushover), '/1/users/validate.json'), method: 'POST', form: { token, user } }
    },
    explain({ status, body }) {
      const json = tryParseJson(body)
      if (status === 200 && valueAt(json, 'status') === 1) return undefined
      const reason = redactAndClip(textAt(json, 'errors', 0) ?? '', LONGEST_REASON)
      return reason ? `Pushover rejected the connection: ${reason} (status ${status}).` : undefined
    },
  },
  // https://zulip.com/api/get-own-user
  zulip_chat: {
    service: 'Zulip',
    credential: 'API key',
    request(connection) {
      const address = addressIn(connection)
      const bot = address.user || connection.username
      if (!bot) throw new ConnectionFailure('The connection has no e-mail address of a bot.')
      const key = requireSecret('The connection has no API key.', address.password, connection.password)
      return { url: serviceUrl(address, ['api', 'v1', 'users', 'me']), headers: basicAuth(bot, key) }
    },
    namesHost: () => true,
  },
}

/**
 * Matrix: asks whose token it is, or signs in with the password and out again.
 * https://spec.matrix.org/latest/client-server-api/#get_matrixclientv3accountwhoami
 */
export const testMatrix: TestConnection = async (connection, signal) => {
  const address = addressIn(connection)
  const isPlain = isOn(optionIn(connection, 'disabletls'))
  const user = address.user || connection.username
  const password = requireSecret(
    'The connection has no password or access token.',
    address.password,
    connection.password
  )
  const ask = (path: readonly string[], headers: Readonly<Record<string, string>>, json?: object) =>
    requestService(
      {
        url: serviceUrl(address, ['_matrix', 'client', 'v3', ...path], { isPlain }),
        headers: { ...headers, ...(json && { 'Content-Type': 'application/json' }) },
        ...(json && { method: 'POST', body: JSON.stringify(json) }),
        tls: toConnectionTls(connection),
      },
      signal
    )
  const { status, body } =
    user === ''
      ? await ask(['account', 'whoami'], bearerAuth(password))
      : await ask(
          ['login'],
          {},
          {
            type: 'm.login.password',
            identifier: { type: 'm.id.user', user },
            password,
            initial_device_display_name: 'Mission Control Console',
          }
        )
  const json = tryParseJson(body)
  if (status === 401 || status === 403)
    throw new ConnectionFailure(
      `The Matrix server rejected the ${user === '' ? 'access token' : 'user or the password'} with status ${status}.`
    )
  if (status !== 200) throw new ConnectionFailure(`The Matrix server responded with status ${status}.`)
  if (textAt(json, 'user_id') === undefined) throw new ConnectionFailure(`${address.host} is not a Matrix server.`)
  const token = textAt(json, 'access_token')
  if (token === undefined) return
  registerSecret(token)
  // The session was opened for the test. The credentials work, so a failure to end it is not reported.
  await ask(['logout'], bearerAuth(token), {}).catch(() => undefined)
}

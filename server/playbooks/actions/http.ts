import { z } from 'zod'
import { headerField, plainValue, secretValue } from '../../platform/outside/value-fields'
import { sendRequest } from '../../platform/outside/http-request'
import { hasHostHeader, type ResolvedConnection } from '../../platform/outside/resolve-connection'
import {
  basicAuthIfGiven,
  isSecretHeader,
  registerSecretHeader,
  requestHeaders,
} from '../../platform/outside/request-headers'
import { findActionConnection } from '../connection'
import { fillIn } from '../../platform/expression/template'
import { containsSecret } from '../../platform/outside/redaction'
import { fillInAddress, fillInBody, fillInHeader, misplacedOrigin } from '../request-values'
import type { ActionRunner } from './action'
import { refuseUnsupportedMembers } from './unsupported-members'

const spec = z.object({
  url: z.string().optional(),
  connection: z.string().optional(),
  method: z.string().default('GET'),
  headers: z.array(headerField).default([]),
  body: z.string().optional(),
  username: plainValue.optional(),
  password: secretValue.optional(),
})
const members = [...Object.keys(spec.shape), 'templateBody']

/** The credentials of a connection are sent to its own origin only. */
const hasSameOrigin = (target: URL, { url }: ResolvedConnection) =>
  URL.canParse(url) && new URL(url).origin === target.origin

/** Requests a URL, with the same restrictions on addresses as checks. A response other than 2xx fails. */
export const runHttpAction: ActionRunner = async (written, env, signal, tools) => {
  refuseUnsupportedMembers('http', written, members)
  const action = spec.parse(written)
  const stored = await findActionConnection('http', action.connection, env, tools.openConnection)
  const headers = action.headers.map(({ name, value }) => ({ name, value: fillInHeader(name, value, env) }))
  for (const { name, value } of headers) registerSecretHeader(name, value)
  const contentType = action.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value
  const body = action.body === undefined ? undefined : fillInBody(action.body, contentType, env)
  const address = fillInAddress(action.url ?? '', env)
  // A Host header decides, too, behind a proxy.
  const originTemplate =
    address.originTemplate ??
    action.headers.find(({ name, value }, at) => name.toLowerCase() === 'host' && headers[at]?.value !== value)?.value
  if (originTemplate !== undefined) {
    const isConfidential =
      Boolean(stored ?? (action.username || action.password)) ||
      address.hasUser ||
      headers.some(({ name }) => isSecretHeader(name)) ||
      [...address.values, ...headers.map(({ value }) => value), body ?? ''].some(containsSecret)
    if (isConfidential) throw misplacedOrigin(originTemplate)
  }
  const given = address.address
  const url = given || stored?.url || ''
  if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol))
    throw new Error('url must begin with http:// or https:// and name a host')
  const target = new URL(url)
  const usable = stored && hasSameOrigin(target, stored) ? stored : undefined
  if (usable && hasHostHeader(action.headers))
    throw new Error(`The action sets a Host header, but ${action.connection} may be used at its own host only.`)
  const username = action.username ?? (usable?.username || decodeURIComponent(target.username))
  const password = action.password ?? (usable?.password || decodeURIComponent(target.password))
  target.username = ''
  target.password = ''
  const method = fillIn(action.method, env).toUpperCase()
  if (!/^[A-Z]+$/.test(method)) throw new Error(`${method} is not a method`)
  const answer = await sendRequest(
    {
      url: target,
      method,
      body,
      tls: { rejectUnauthorized: !usable?.isInsecure },
      headers: requestHeaders(
        body,
        basicAuthIfGiven(username, password),
        Object.fromEntries(headers.map(({ name, value }) => [name, value]))
      ),
    },
    signal
  )
  const result = { code: answer.status, headers: { ...answer.headers }, content: answer.body }
  if (answer.status >= 200 && answer.status < 300) {
    if (answer.unread === undefined) return { result }
    // Later actions may use the content.
    return {
      result,
      error: `${method} ${target.origin} answered ${answer.status}, but the body of the response is incomplete: ${answer.unread}.`,
    }
  }
  // The address of a connection may contain tokens, so only its origin is named.
  const shown = stored && !given ? `${target.origin} (${action.connection})` : target.href
  const note =
    stored && !usable
      ? ` The request was sent without the credentials of ${action.connection}, which belong to another origin.`
      : ''
  return { result, error: `${method} ${shown} answered ${answer.status}.${note}` }
}

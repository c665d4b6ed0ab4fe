import { z } from 'zod'
import { secret } from '../../outside/secret'
import { ask } from '../../outside/http-request'
import { hasHostHeader, type ResolvedConnection } from '../../outside/resolve-connection'
import { basicIfGiven, requestHeaders } from '../../outside/request-headers'
import { findConnection } from '../connection'
import { fillIn } from '../../expression/template'
import type { Actor } from './action'
import { refuseUnsupported } from './given'

const spec = z.object({
  url: z.string().optional(),
  connection: z.string().optional(),
  method: z.string().default('GET'),
  headers: z
    .array(z.object({ name: z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is not a header name'), value: secret }))
    .default([]),
  body: z.string().optional(),
  username: secret.optional(),
  password: secret.optional(),
})
const members = [...Object.keys(spec.shape), 'templateBody']

/** The credentials of a connection are sent to its own origin only. */
const leadsTo = (target: URL, { url }: ResolvedConnection) => URL.canParse(url) && new URL(url).origin === target.origin

/** Requests a URL, with the same restrictions on addresses as checks. A response other than 2xx fails. */
export const http: Actor = async (written, env, signal, tools) => {
  refuseUnsupported('http', written, members)
  const action = spec.parse(written)
  const stored = await findConnection('http', action.connection, env, tools.openConnection)
  const given = fillIn(action.url ?? '', env)
  const url = given || stored?.url || ''
  if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol))
    throw new Error('url must begin with http:// or https:// and name a host')
  const target = new URL(url)
  const usable = stored && leadsTo(target, stored) ? stored : undefined
  if (usable && hasHostHeader(action.headers))
    throw new Error(`The action sets a Host header, but ${action.connection} may be used at its own host only.`)
  const username = action.username ?? (usable?.username || decodeURIComponent(target.username))
  const password = action.password ?? (usable?.password || decodeURIComponent(target.password))
  target.username = ''
  target.password = ''
  const body = action.body === undefined ? undefined : fillIn(action.body, env)
  const method = fillIn(action.method, env).toUpperCase()
  if (!/^[A-Z]+$/.test(method)) throw new Error(`${method} is not a method`)
  const answer = await ask(
    {
      url: target,
      method,
      body,
      tls: { rejectUnauthorized: !usable?.isInsecure },
      headers: requestHeaders(
        body,
        basicIfGiven(username, password),
        Object.fromEntries(action.headers.map(({ name, value }) => [name, fillIn(value, env)]))
      ),
    },
    signal
  )
  const result = { code: answer.status, headers: { ...answer.headers }, content: answer.body }
  if (answer.status >= 200 && answer.status < 300) return { result }
  // The address of a connection may contain tokens, so only its origin is named.
  const address = stored && !given ? `${target.origin} (${action.connection})` : target.href
  const note =
    stored && !usable
      ? ` The request was sent without the credentials of ${action.connection}, which belong to another origin.`
      : ''
  return { result, error: `${method} ${address} answered ${answer.status}.${note}` }
}

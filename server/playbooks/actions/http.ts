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

/** The credentials of a connection go where the connection leads, and nowhere else. */
const leadsTo = (target: URL, { url }: ResolvedConnection) => URL.canParse(url) && new URL(url).origin === target.origin

/** Asks a URL, under the same rules about where it may go as the checks. An answer that is no success fails. */
export const http: Actor = async (written, env, signal, tools) => {
  refuseUnsupported('http', written, members)
  const wanted = spec.parse(written)
  const stored = await findConnection('http', wanted.connection, env, tools.openConnection)
  const given = fillIn(wanted.url ?? '', env)
  const url = given || stored?.url || ''
  if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol))
    throw new Error('url must begin with http:// or https:// and name a host')
  const target = new URL(url)
  const lent = stored && leadsTo(target, stored) ? stored : undefined
  if (lent && hasHostHeader(wanted.headers))
    throw new Error(`The action has a Host header, and ${wanted.connection} is used at its own host only.`)
  const username = wanted.username ?? (lent?.username || decodeURIComponent(target.username))
  const password = wanted.password ?? (lent?.password || decodeURIComponent(target.password))
  target.username = ''
  target.password = ''
  const body = wanted.body === undefined ? undefined : fillIn(wanted.body, env)
  const method = fillIn(wanted.method, env).toUpperCase()
  if (!/^[A-Z]+$/.test(method)) throw new Error(`${method} is not a method`)
  const answer = await ask(
    {
      url: target,
      method,
      body,
      tls: { rejectUnauthorized: !lent?.isInsecure },
      headers: requestHeaders(
        body,
        basicIfGiven(username, password),
        Object.fromEntries(wanted.headers.map(({ name, value }) => [name, fillIn(value, env)]))
      ),
    },
    signal
  )
  const result = { code: answer.status, headers: { ...answer.headers }, content: answer.body }
  if (answer.status >= 200 && answer.status < 300) return { result }
  // The address of a connection may contain tokens, so only its origin is named.
  const asked = stored && !given ? `${target.origin} (${wanted.connection})` : target.href
  const withheld =
    stored && !lent ? ` It was asked without the credentials of ${wanted.connection}, which leads elsewhere.` : ''
  return { result, error: `${method} ${asked} answered ${answer.status}.${withheld}` }
}

import { z } from 'zod'
import { ping, readRedisUrl, REDIS_PORT } from '../../outside/redis'
import { failed, passed } from '../outcome'
import { checker } from './checker'
import { secret } from '../../outside/secret'
import { endpoint, timeout, tlsConfig, tlsOptions, url } from './fields'

const address = url('redis:', 'rediss:')

const spec = z
  .object({
    /** host:port, the older form of canary-checker. */
    addr: endpoint(REDIS_PORT).optional(),
    url: address.optional(),
    connection: address.optional(),
    username: secret.optional(),
    password: secret.optional(),
    db: z.int().min(0).default(0),
    tlsConfig,
    timeout,
  })
  .transform((given, context) => {
    const { addr, url: first, connection, ...rest } = given
    const written = first ?? connection
    if (addr) return { ...rest, ...addr, tls: given.tlsConfig !== undefined }
    if (written !== undefined) return { ...rest, ...fromUrl(new URL(written), rest) }
    context.addIssue({ code: 'custom', path: ['addr'], message: 'is missing' })
    return z.NEVER
  })
type Spec = z.infer<typeof spec>

type Given = { username?: string | undefined; password?: string | undefined; db: number }

/** Separate fields win over the address. */
function fromUrl(written: URL, given: Given) {
  const { isTls, username, password, db, ...rest } = readRedisUrl(written)
  return {
    ...rest,
    tls: isTls,
    username: given.username ?? (username || undefined),
    password: given.password ?? (password || undefined),
    db: given.db || db,
  }
}

/** Signs in where asked to, and pings. */
export const redis = checker<Spec>({
  parse: (value) => spec.parse(value),
  timeoutMs: (wanted) => wanted.timeout,
  run: async ({ tls, tlsConfig: config, ...target }, signal) => {
    const answer = await ping({ ...target, ...(tls && { tls: tlsOptions(config) }) }, signal)
    return answer === 'PONG' ? passed('PONG') : failed(`PING was answered with ${JSON.stringify(answer)}`)
  },
})

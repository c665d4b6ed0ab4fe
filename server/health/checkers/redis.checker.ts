import { z } from 'zod'
import { pingRedis, readRedisUrl, REDIS_PORT } from '../../platform/outside/redis'
import { failedFinding, passedFinding } from '../outcome'
import { defineChecker } from './checker'
import { plainValue, secretValue } from '../../platform/outside/value-fields'
import { endpointField, timeoutField, tlsConfigField, toTlsOptions, urlField } from './fields'

const hostAndPort = endpointField(REDIS_PORT)
/** An address, or host:port without a scheme. */
const address = z.union([urlField('redis:', 'rediss:').transform((written) => new URL(written)), hostAndPort], {
  error: 'must begin with redis:// or rediss:// and name a host, or be host:port',
})

const redisTls = tlsConfigField.unwrap().extend({ enable: z.boolean().optional() }).optional()

const spec = z
  .object({
    /** The older name of `url`. */
    addr: hostAndPort.optional(),
    url: address.optional(),
    connection: address.optional(),
    username: plainValue.optional(),
    password: secretValue.optional(),
    db: z.int().min(0).default(0),
    tlsConfig: redisTls,
    timeout: timeoutField,
  })
  .transform((given, context) => {
    const { addr, url: first, connection, ...rest } = given
    const written = addr ?? first ?? connection
    // Any TLS setting enables TLS unless it disables it.
    const tls = given.tlsConfig !== undefined && given.tlsConfig.enable !== false
    if (written instanceof URL) return { ...rest, ...fromUrl(written, rest, tls) }
    if (written) return { ...rest, ...written, tls }
    context.addIssue({ code: 'custom', path: ['addr'], message: 'is missing' })
    return z.NEVER
  })
type Spec = z.infer<typeof spec>

type Given = { username?: string | undefined; password?: string | undefined; db: number }

/** Separate fields take precedence over the address. */
function fromUrl(written: URL, given: Given, tls: boolean) {
  const { isTls, username, password, db, ...rest } = readRedisUrl(written)
  return {
    ...rest,
    tls: isTls || tls,
    username: given.username ?? (username || undefined),
    password: given.password ?? (password || undefined),
    db: given.db || db,
  }
}

/** Signs in if the check has credentials, and pings. */
export default defineChecker<Spec>({
  parse: (value) => spec.parse(value),
  timeoutMs: (given) => given.timeout,
  run: async ({ tls, tlsConfig: config, ...target }, signal) => {
    const answer = await pingRedis({ ...target, ...(tls && { tls: toTlsOptions(config) }) }, signal)
    return answer === 'PONG' ? passedFinding('PONG') : failedFinding(`PING returned ${JSON.stringify(answer)}`)
  },
})

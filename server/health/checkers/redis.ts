import { z } from 'zod'
import { openSocket } from '../../outside/connect'
import { failed, passed } from '../outcome'
import { checker } from './checker'
import { secret } from '../../outside/secret'
import { endpoint, timeout, tlsConfig, tlsOptions, url } from './fields'
import { command } from './resp'

const USUAL_PORT = 6379
const address = url('redis:', 'rediss:')

const spec = z
  .object({
    /** host:port, as canary-checker wrote it first. */
    addr: endpoint(USUAL_PORT).optional(),
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

/** `redis://user:password@host:port/db`; what is given beside it wins. */
function fromUrl({ protocol, hostname, port, username, password, pathname }: URL, given: Given) {
  const db = Number(pathname.slice(1))
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || USUAL_PORT,
    tls: protocol === 'rediss:',
    username: given.username ?? (decodeURIComponent(username) || undefined),
    password: given.password ?? (decodeURIComponent(password) || undefined),
    db: given.db || (Number.isInteger(db) && db > 0 ? db : 0),
  }
}

/** Signs in where asked to, and pings. */
export const redis = checker<Spec>({
  parse: (value) => spec.parse(value),
  timeoutMs: (wanted) => wanted.timeout,
  run: async ({ host, port, tls, tlsConfig: config, username, password, db }, signal) => {
    const socket = await openSocket({ host, port, ...(tls ? { tls: tlsOptions(config) } : {}) }, signal)
    try {
      if (password !== undefined)
        await command(socket, username === undefined ? ['AUTH', password] : ['AUTH', username, password])
      if (db !== 0) await command(socket, ['SELECT', String(db)])
      const answer = await command(socket, ['PING'])
      return answer === 'PONG' ? passed('PONG') : failed(`PING was answered with ${JSON.stringify(answer)}`)
    } finally {
      socket.destroy()
    }
  },
})

import { randomBytes, randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { pino } from 'pino'
import { z } from 'zod'
import type { Db } from '../../server/data/db/db'
import { type RouteEnv, registerRoutes } from '../../server/http/route'
import { defaultConfig } from '../../server/identity/config'
import { saveBackupCodes, savePassword, saveTotp } from '../../server/identity/credentials/credentials'
import { createIdentity } from '../../server/identity/accounts/identities'
import { createKeys } from '../../server/identity/keys'
import { createFormQueue } from '../../server/identity/limits/form-queue'
import { createLimits } from '../../server/identity/limits/limits'
import { createPasswords } from '../../server/identity/credentials/passwords'
import { identityRoutes } from '../../server/identity/routes'
import type { IdentityConfig, IdentityService } from '../../server/identity/types'

export const IDENTITY_ORIGIN = 'http://localhost:3000'
const BASE = '/api/.ory'

/** Minimal hashing cost, for tests that are not about it. */
export const cheapHashing = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export type TestService = IdentityService & {
  /** The log, one JSON line each. */
  logged: string[]
  /** Advances the clock. */
  pass(ms: number): void
}

const key = () => randomBytes(32).toString('base64')

/** The identity service with a clock that stands still. */
export async function testService(db: Db, config: Partial<IdentityConfig> = {}): Promise<TestService> {
  let time = Date.parse('2031-05-06T07:08:09Z')
  const now = () => new Date(time)
  const logged: string[] = []
  const whole = { ...defaultConfig, argon2: cheapHashing, ...config }
  return {
    db,
    config: whole,
    log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
    now,
    random: randomBytes,
    keys: createKeys([{ version: 1, hmac: key(), encryption: key() }]),
    limits: createLimits(now, whole.limits),
    formQueue: createFormQueue(),
    passwords: await createPasswords(whole.argon2),
    logged,
    pass: (ms) => void (time += ms),
  }
}

export const PASSWORD = 'correct horse battery staple'

type Account = { email?: string; password?: string; totp?: string; backupCodes?: readonly string[] }

/** Creates an account. @returns its id and address. */
export async function createTestAccount(
  service: IdentityService,
  parts: Account = {}
): Promise<{ id: string; email: string }> {
  const { db } = service
  const id = randomUUID()
  const email = parts.email ?? `${id.slice(0, 8)}@shop.example`
  await createIdentity(db, { id, traits: { email, name: { first: 'Ada', last: 'Holm' } } }, service.now())
  await savePassword(service, db, id, await service.passwords.hash(parts.password ?? PASSWORD))
  if (parts.totp) await saveTotp(service, db, id, { secret: parts.totp, lastStep: null })
  if (parts.backupCodes) {
    await saveBackupCodes(
      service,
      db,
      id,
      parts.backupCodes.map((code) => ({ code, usedAt: null }))
    )
  }
  return { id, email }
}

const flowShape = z.looseObject({
  id: z.string(),
  state: z.string(),
  ui: z.looseObject({
    action: z.string(),
    nodes: z.array(
      z.looseObject({
        group: z.string(),
        attributes: z.looseObject({ name: z.string().optional(), value: z.string().optional() }),
        messages: z.array(z.looseObject({ id: z.number() })),
      })
    ),
    messages: z.array(z.looseObject({ id: z.number(), text: z.string() })).optional(),
  }),
})
export type ShownFlow = z.infer<typeof flowShape>

export const readCsrfToken = ({ ui }: ShownFlow): string =>
  ui.nodes.find(({ attributes }) => attributes.name === 'csrf_token')?.attributes.value ?? ''

export const readMessageIds = (flow: { ui: ShownFlow['ui'] }): number[] => (flow.ui.messages ?? []).map(({ id }) => id)

export const readInputNames = ({ ui }: ShownFlow) => ui.nodes.map(({ attributes }) => `${attributes.name}`)

let browsers = 0
/** Each browser has its own address, so that tests do not use up each other's attempts. */
const newAddress = () => `10.0.${++browsers >> 8}.${browsers & 255}`

/** A browser that stores cookies and sends the usual headers. */
export class Browser {
  readonly cookies = new Map<string, string>()
  /** The `Set-Cookie` lines of the last response. */
  setCookies: string[] = []
  readonly address: string
  private readonly app = new Hono<RouteEnv>()

  constructor(
    service: IdentityService,
    private readonly where: { origin?: string; address?: string; headers?: Record<string, string> } = {}
  ) {
    this.address = where.address ?? newAddress()
    registerRoutes(this.app, identityRoutes(service), () => [])
  }

  /** @param path below `/api/.ory`. @param headers `undefined` removes a default header. */
  async send(
    path: string,
    init: RequestInit = {},
    headers: Record<string, string | undefined> = {}
  ): Promise<Response> {
    const { origin = IDENTITY_ORIGIN, headers: always = {} } = this.where
    const isWrite = !['GET', undefined].includes(init.method)
    const all = Object.entries({
      Accept: 'application/json',
      'User-Agent': 'Test/1.0',
      Cookie: this.cookieHeader(),
      ...(isWrite && { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }),
      ...always,
      ...headers,
    }).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '')
    const request = new Request(origin + BASE + path, { ...init, headers: Object.fromEntries(all), redirect: 'manual' })
    const response = await this.app.fetch(request, { incoming: { socket: { remoteAddress: this.address } } })
    this.setCookies = response.headers.getSetCookie()
    for (const line of this.setCookies) {
      const [pair = '', ...attributes] = line.split('; ')
      const at = pair.indexOf('=')
      if (attributes.includes('Max-Age=0')) this.cookies.delete(pair.slice(0, at))
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }

  post(path: string, body: unknown, headers: Record<string, string | undefined> = {}): Promise<Response> {
    return this.send(
      path,
      { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
      { 'Content-Type': 'application/json', ...headers }
    )
  }

  /** Begins a flow; throws when that fails. */
  async begin(kind: string, query = ''): Promise<ShownFlow> {
    return readShownFlow(await this.send(`/self-service/${kind}/browser${query}`))
  }

  /** Submits a flow with its own token, unless the body has another. */
  submit(kind: string, flow: ShownFlow, body: Record<string, unknown>): Promise<Response> {
    return this.post(`/self-service/${kind}?flow=${flow.id}`, { csrf_token: readCsrfToken(flow), ...body })
  }

  /** Signs in with a password. */
  async signIn(email: string, password = PASSWORD, query = ''): Promise<Response> {
    const flow = await this.begin('login', query)
    return this.submit('login', flow, { method: 'password', identifier: email, password })
  }

  whoami(): Promise<Response> {
    return this.send('/sessions/whoami')
  }

  get session(): string | undefined {
    return this.cookies.get('ory_kratos_session')
  }

  private cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}

export async function readShownFlow(response: Response): Promise<ShownFlow> {
  const body: unknown = await response.json()
  const parsed = flowShape.safeParse(body)
  if (!parsed.success) throw new Error(`${response.status} is not a flow: ${JSON.stringify(body)}`)
  return parsed.data
}

const errorShape = z.looseObject({
  error: z.looseObject({ id: z.string().optional(), code: z.number(), reason: z.string() }),
  redirect_browser_to: z.string().optional(),
  use_flow_id: z.string().optional(),
})

/** Status and error id of a refusal, e.g. `403 security_csrf_violation`. */
export async function describeRefusal(response: Response): Promise<string> {
  const { error } = errorShape.parse(await response.json())
  return [response.status, error.id].filter(Boolean).join(' ')
}

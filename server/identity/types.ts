import type { Logger } from 'pino'
import type { Db } from '../db/db'
import type { Network } from '../outside/networks'
import type { SmtpSettings } from './mail/courier'
import type { Keys } from './keys'
import type { Limit, LimitName, Limits } from './limits/limits'
import type { Message } from './flows/messages'
import type { Traits } from './flows/nodes'
import type { Passwords } from './credentials/passwords'

/** Authenticator assurance level: one factor, or two. */
export type Aal = 'aal1' | 'aal2'

export type FlowKind = 'login' | 'registration' | 'recovery' | 'verification' | 'settings'

/** A form that is being filled in, as it is kept. */
export type Flow = {
  id: string
  kind: FlowKind
  state: string
  /** SHA-256 (hex) of the anti-CSRF secret of the browser it belongs to; null until an invitation is first opened. */
  csrfHash: string | null
  /** Whose it is, when that is known: always for settings. */
  identityId: string | null
  /** What the browser may see. */
  payload: FlowPayload
  /** Kept from the browser. Each kind of flow defines its own content. */
  context: Readonly<Record<string, unknown>>
  /** Guesses so far. */
  submitCount: number
  issuedAt: Date
  expiresAt: Date
  updatedAt: Date
}

export type FlowPayload = {
  /** The whole address that it was begun with. */
  request_url: string
  /** Absolute and of our own origin. */
  return_to?: string
  /** The method that was used last. */
  active?: string
  /** Messages above the form when the flow is shown next. */
  messages?: Message[]
  refresh?: boolean
  requested_aal?: Aal
  /** What was typed in and may be shown again: an identifier or an address, never a secret. */
  identifier?: string
}

export type Identity = {
  id: string
  state: 'active' | 'inactive'
  stateChangedAt: Date | null
  traits: Traits
  metadataPublic: unknown
  createdAt: Date
  updatedAt: Date
  addresses: readonly Address[]
  /** Ways to prove a second factor that are set up. */
  secondFactors: readonly SecondFactor[]
}

export type SecondFactor = 'totp' | 'lookup_secret' | 'webauthn'

export type Address = {
  id: string
  kind: 'verification' | 'recovery'
  value: string
  verified: boolean
  status: 'pending' | 'sent' | 'completed'
  verifiedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** One way in that somebody has proved in a session. */
export type Method = {
  method: 'password' | 'code_recovery' | SecondFactor
  aal: Aal
  /** RFC 3339. */
  completed_at: string
}

export type Device = { id: string; ip_address: string; user_agent: string; location: string }

/** A session that counts: not revoked, not over, and its identity is active. */
export type Session = {
  id: string
  identity: Identity
  aal: Aal
  methods: readonly Method[]
  devices: readonly Device[]
  issuedAt: Date
  authenticatedAt: Date
  expiresAt: Date
}

export type Lifetimes = {
  sessionMs: number
  /** How long an idle session lasts; null: as long as others. */
  idleMs: number | null
  /** Login and registration. */
  signInFlowMs: number
  /** Settings, recovery and verification. */
  otherFlowMs: number
  /** How long after signing in credentials may be changed. */
  privilegedMs: number
  codeMs: number
}

export type IdentityConfig = {
  /** Where browsers see the console. Absent on this machine only: then it is the name of this machine that was asked for. */
  publicUrl?: URL
  registration: boolean
  lifetimes: Lifetimes
  /** The assurance level that an account with a second factor needs. */
  requiredAal: 'aal1' | 'highest_available'
  /** Shown in authenticator apps. */
  issuer: string
  /** Addresses of proxies whose `X-Forwarded-For` counts. */
  trustedProxies: readonly Network[]
  /** Where mail is handed over. Without it messages stay in the outbox, for administrators to read. */
  smtp?: SmtpSettings
  /** What hashing a password costs (Argon2id): KiB, passes, lanes. */
  argon2: { memoryCost: number; timeCost: number; parallelism: number }
  limits: Readonly<Record<LimitName, Limit>>
  /** Wrong codes after which a flow is void. */
  codeGuesses: number
}

/** The dependencies of the identity service. Clock and randomness are injected, so that tests can control them. */
export type Service = {
  db: Db
  keys: Keys
  config: IdentityConfig
  limits: Limits
  passwords: Passwords
  log: Logger
  now: () => Date
  random: (bytes: number) => Buffer
}

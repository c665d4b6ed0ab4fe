import type { Logger } from 'pino'
import type { Db } from '../data/db/db'
import type { Network } from '../platform/outside/networks'
import type { SmtpSettings } from './mail/courier'
import type { ServerKeys } from './keys'
import type { FormQueue } from './limits/form-queue'
import type { Limit, LimitName, Limits } from './limits/limits'
import type { ProtocolMessage } from './flows/messages'
import type { IdentityTraits } from './flows/nodes'
import type { Passwords } from './credentials/passwords'

/** Authenticator assurance level: one factor, or two. */
export type Aal = 'aal1' | 'aal2'

export type FlowKind = 'login' | 'registration' | 'recovery' | 'verification' | 'settings'

/** A stored self-service form. */
export type Flow = {
  id: string
  kind: FlowKind
  state: string
  /** SHA-256 (hex) of the anti-CSRF secret of the browser it belongs to; null until an invitation is first opened. */
  csrfHash: string | null
  /** The identity of the flow, if known: always for settings. */
  identityId: string | null
  /** Data that the browser may see. */
  payload: FlowPayload
  /** Data that the browser must not see. Each kind of flow defines its own content. */
  context: Readonly<Record<string, unknown>>
  /** Number of guesses. */
  submitCount: number
  issuedAt: Date
  expiresAt: Date
  updatedAt: Date
}

export type FlowPayload = {
  /** The full address of the request that began the flow. */
  request_url: string
  /** Absolute and of our own origin. */
  return_to?: string
  /** The last submitted method. */
  active?: string
  /** Messages above the form when the flow is shown next. */
  messages?: ProtocolMessage[]
  refresh?: boolean
  requested_aal?: Aal
  /** The typed identifier or address, which may be shown again; never a secret. */
  identifier?: string
}

export type Identity = {
  id: string
  state: 'active' | 'inactive'
  stateChangedAt: Date | null
  traits: IdentityTraits
  metadataPublic: unknown
  createdAt: Date
  updatedAt: Date
  addresses: readonly IdentityAddress[]
  /** The second factors that are set up. */
  secondFactors: readonly SecondFactor[]
}

export type SecondFactor = 'totp' | 'lookup_secret' | 'webauthn'

export type IdentityAddress = {
  id: string
  kind: 'verification' | 'recovery'
  value: string
  verified: boolean
  status: 'pending' | 'sent' | 'completed'
  verifiedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** An authentication method that the session has proved. */
export type AuthenticationMethod = {
  method: 'password' | 'code_recovery' | SecondFactor
  aal: Aal
  /** RFC 3339. */
  completed_at: string
}

export type SessionDevice = { id: string; ip_address: string; user_agent: string; location: string }

/** A valid session: not revoked, not expired, and its identity is active. */
export type Session = {
  id: string
  identity: Identity
  aal: Aal
  methods: readonly AuthenticationMethod[]
  devices: readonly SessionDevice[]
  issuedAt: Date
  authenticatedAt: Date
  expiresAt: Date
}

type Lifetimes = {
  sessionMs: number
  /** Milliseconds until an idle session ends; null when idle sessions last as long as others. */
  idleMs: number | null
  /** Login and registration. */
  signInFlowMs: number
  /** Settings, recovery and verification. */
  otherFlowMs: number
  /** Milliseconds after authentication during which credentials may be changed. */
  privilegedMs: number
  codeMs: number
}

export type IdentityConfig = {
  /** The public address of the console. Absent on loopback; the requested host name is used then. */
  publicUrl?: URL
  registration: boolean
  lifetimes: Lifetimes
  /** The assurance level required of accounts with a second factor. */
  requiredAal: 'aal1' | 'highest_available'
  /** Shown in authenticator apps. */
  issuer: string
  /** Addresses of proxies whose `X-Forwarded-For` counts. */
  trustedProxies: readonly Network[]
  /** The mail server. Without it messages stay in the outbox, for administrators to read. */
  smtp?: SmtpSettings
  /** Cost of hashing a password (Argon2id): KiB, passes, lanes. */
  argon2: { memoryCost: number; timeCost: number; parallelism: number }
  limits: Readonly<Record<LimitName, Limit>>
  /** Wrong codes after which a flow becomes void. */
  codeGuesses: number
}

/** The dependencies of the identity service. Clock and randomness are injected, so that tests can control them. */
export type IdentityService = {
  db: Db
  keys: ServerKeys
  config: IdentityConfig
  limits: Limits
  formQueue: FormQueue
  passwords: Passwords
  log: Logger
  now: () => Date
  random: (bytes: number) => Buffer
}

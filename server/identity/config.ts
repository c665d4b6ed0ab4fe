import { defaultLimits, type Limit, type LimitName } from './limits/limits'
import type { SignInSettings } from './rules'
import type { IdentityConfig } from './types'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const defaultConfig: IdentityConfig = {
  registration: false,
  lifetimes: {
    sessionMs: 24 * HOUR_MS,
    idleMs: 12 * HOUR_MS,
    signInFlowMs: 10 * MINUTE_MS,
    otherFlowMs: HOUR_MS,
    privilegedMs: 15 * MINUTE_MS,
    codeMs: 15 * MINUTE_MS,
  },
  requiredAal: 'highest_available',
  issuer: 'Mission Control',
  trustedProxies: [],
  // The minimum that OWASP recommends for Argon2id; about 15 ms on a small server.
  argon2: { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 },
  limits: defaultLimits,
  // With six digits, five guesses succeed once in 200,000 attempts.
  codeGuesses: 5,
}

/** The configuration with the settings of this installation. */
export function withRules(config: IdentityConfig, rules: SignInSettings): IdentityConfig {
  const { lifetimes, limits } = config
  const { sessionMs = lifetimes.sessionMs, idleMs = lifetimes.idleMs, codeGuesses = config.codeGuesses } = rules
  const set = Object.entries(rules.limits ?? {}) as [LimitName, Limit][]
  return {
    ...config,
    codeGuesses,
    lifetimes: { ...lifetimes, sessionMs, idleMs },
    limits: { ...limits, ...Object.fromEntries(set.map(([name, limit]) => [name, { ...limits[name], ...limit }])) },
  }
}

/** Pages of the console that the service redirects browsers to. */
export const uiPaths = {
  login: '/login',
  registration: '/registration',
  recovery: '/recovery',
  verification: '/verification',
  settings: '/profile-settings',
  error: '/error',
  home: '/',
} as const

/** The path at which the service is mounted. */
export const BASE_PATH = '/api/.ory'

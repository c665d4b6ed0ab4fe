import { parseDuration } from '../../src/shared/duration'
import type { Limit, LimitName } from './limits/limits'

/** Sign-in settings of an installation. Absent members use the defaults. */
export type SignInSettings = {
  sessionMs?: number
  /** Null: idle sessions last as long as others. */
  idleMs?: number | null
  limits?: Partial<Record<LimitName, Pick<Limit, 'most' | 'windowMs'>>>
  codeGuesses?: number
}

const MINUTE_MS = 60_000
const YEAR_MS = 365 * 86_400_000

/** Name of each limit in `SIGN_IN_LIMITS`. */
const limitNames: Readonly<Record<string, LimitName>> = {
  login: 'loginIdentifier',
  'login-from': 'loginAddress',
  'login-to': 'loginAccount',
  'second-factor': 'secondFactor',
  mail: 'mail',
  'mail-from': 'mailAddress',
  'mail-to': 'mailRecipient',
  registration: 'registration',
  forms: 'flowCreation',
}

/**
 * Reads the sign-in settings from the environment.
 * @returns an error message when a value is invalid.
 */
export function readSignInSettings(env: Readonly<Record<string, string | undefined>>): SignInSettings | string {
  const sessionMs = readTime(env['SESSION_LIFE'])
  const idleMs = env['SESSION_IDLE'] === 'off' ? null : readTime(env['SESSION_IDLE'])
  if (Number.isNaN(sessionMs)) return 'SESSION_LIFE must be a time of at least a minute, such as 24h or 14d.'
  if (Number.isNaN(idleMs)) return 'SESSION_IDLE must be a time of at least a minute, such as 12h, or off.'
  const limits = readLimits(env['SIGN_IN_LIMITS'] ?? '')
  if (typeof limits === 'string') return limits
  return {
    ...(sessionMs !== undefined && { sessionMs }),
    ...(idleMs !== undefined && { idleMs }),
    ...limits,
  }
}

/** @returns undefined when not set, NaN for an invalid time. */
function readTime(text: string | undefined): number | undefined {
  if (!text) return undefined
  const ms = parseDuration(text) ?? NaN
  return ms >= MINUTE_MS && ms <= YEAR_MS ? ms : NaN
}

function readLimits(text: string): Pick<SignInSettings, 'limits' | 'codeGuesses'> | string {
  const limits: Partial<Record<LimitName, { most: number; windowMs: number }>> = {}
  let codeGuesses: number | undefined
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const [, name = '', number = '', time] = /^([a-z-]+)=(\d{1,6})(?:\/(\w+))?$/.exec(part) ?? []
    const [most, windowMs, limit] = [Number(number), readTime(time), limitNames[name]]
    if (name === 'code-guesses' && time === undefined && most >= 1) codeGuesses = most
    else if (limit !== undefined && most >= 1 && windowMs !== undefined && !Number.isNaN(windowMs)) {
      limits[limit] = { most, windowMs }
    } else return refused(part)
  }
  return { ...(Object.keys(limits).length > 0 && { limits }), ...(codeGuesses !== undefined && { codeGuesses }) }
}

const refused = (part: string) =>
  `SIGN_IN_LIMITS does not understand "${part}": write login=10/15m, with one of ${Object.keys(limitNames).join(', ')}, or code-guesses=5.`

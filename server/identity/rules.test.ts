import { expect, test } from 'vitest'
import { readSignInSettings } from './rules'

const HOUR_MS = 3_600_000

test.each([
  [{}, {}],
  [{ SESSION_LIFE: '14d' }, { sessionMs: 14 * 24 * HOUR_MS }],
  [{ SESSION_IDLE: '1h30m' }, { idleMs: 1.5 * HOUR_MS }],
  [{ SESSION_IDLE: 'off' }, { idleMs: null }],
  [{ SIGN_IN_LIMITS: 'code-guesses=3' }, { codeGuesses: 3 }],
  [
    { SIGN_IN_LIMITS: 'login=5/30m, login-to=20/1h mail=2/1h mail-to=1/1d forms=600/1m' },
    {
      limits: {
        loginIdentifier: { most: 5, windowMs: HOUR_MS / 2 },
        loginAccount: { most: 20, windowMs: HOUR_MS },
        mail: { most: 2, windowMs: HOUR_MS },
        mailRecipient: { most: 1, windowMs: 24 * HOUR_MS },
        flowCreation: { most: 600, windowMs: 60_000 },
      },
    },
  ],
])('parses %j', (env, expected) => {
  expect(readSignInSettings(env)).toEqual(expected)
})

test.each([
  [{ SESSION_LIFE: 'long' }, /^SESSION_LIFE must be a time/],
  [{ SESSION_LIFE: '30s' }, /^SESSION_LIFE must be a time of at least a minute/],
  [{ SESSION_IDLE: '9999y' }, /^SESSION_IDLE must be a time/],
  [{ SIGN_IN_LIMITS: 'login=10' }, /does not understand "login=10"/],
  [{ SIGN_IN_LIMITS: 'login=0/1h' }, /does not understand/],
  [
    { SIGN_IN_LIMITS: 'logins=1/1h' },
    /with one of login, login-from, login-to, second-factor, mail, mail-from, mail-to,/,
  ],
  [{ SIGN_IN_LIMITS: 'toString=1/1h' }, /does not understand/],
  [{ SIGN_IN_LIMITS: 'code-guesses=5/1h' }, /does not understand/],
])('rejects %j with an error message', (env, expected) => {
  expect(readSignInSettings(env)).toMatch(expected)
})

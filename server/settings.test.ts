import { expect, test } from 'vitest'
import { parseNetworks } from './outside/networks'
import { isShared, isUsedByOthers, parseSettings, UsageError } from './settings'

test('without flags: loopback, port 3000, accounts, sample data, no programs run', () => {
  expect(parseSettings([], {})).toEqual({
    accounts: { resetAdmin: false, registration: false, trustedProxies: [] },
    port: 3000,
    host: '127.0.0.1',
    dataFolder: '.data',
    empty: false,
    allowExec: false,
    chartFiles: new URL('https://raw.githubusercontent.com/flanksource/mission-control-registry/main/charts'),
  })
})

test('--no-checks is for the embedded backend', () => {
  expect(parseSettings(['--no-checks'], {})).toMatchObject({ noChecks: true })
  expect(parseSettings([], {})).not.toHaveProperty('noChecks')
  expect(() => parseSettings(['--no-checks', '--backend', 'https://b.example'], {})).toThrow(UsageError)
})

test('every flag and variable is read', () => {
  expect(
    parseSettings(
      [
        '--port',
        '8080',
        '--host',
        '0.0.0.0',
        '--data',
        '/d',
        '--empty',
        '--allow-exec',
        '--health-only',
        '--backend',
        'https://b.example',
      ],
      { DATABASE_URL: 'postgres://u:p@h/n', CONSOLE_PASSWORD: 'secret', CHART_FILES_URL: 'https://charts.example/' }
    )
  ).toEqual({
    port: 8080,
    host: '0.0.0.0',
    dataFolder: '/d',
    empty: true,
    allowExec: true,
    healthOnly: true,
    backendUrl: new URL('https://b.example'),
    databaseUrl: new URL('postgres://u:p@h/n'),
    password: 'secret',
    chartFiles: new URL('https://charts.example/'),
  })
})

const accounts = { resetAdmin: false, registration: false, trustedProxies: [] }

const keys = (key: string) => JSON.stringify({ keys: [{ version: 7, hmac: key, encryption: key }] })

test.each([
  [[], {}, accounts],
  [['--reset-admin'], {}, { ...accounts, resetAdmin: true }],
  [[], { CONSOLE_PASSWORD: 'x' }, undefined],
  [['--backend', 'https://b.example'], {}, undefined],
  [['--auth', 'none'], {}, undefined],
  [['--auth', 'basic'], { CONSOLE_PASSWORD: 'x' }, undefined],
  [['--auth', 'self'], {}, accounts],
  [['--auth', 'self', '--reset-admin'], {}, { ...accounts, resetAdmin: true }],
  [['--auth', 'self', '--registration'], {}, { ...accounts, registration: true }],
  [
    ['--auth', 'self'],
    { SMTP_URL: 'smtp://u:p@mail.example', SMTP_FROM: 'ops@shop.example' },
    { ...accounts, smtp: { url: 'smtp://u:p@mail.example', from: 'ops@shop.example' } },
  ],
  [['--auth', 'self'], { ADMIN_PASSWORD: 'x' }, { ...accounts, adminPassword: 'x' }],
  [
    ['--auth', 'self'],
    { SESSION_LIFE: '14d', SESSION_IDLE: 'off' },
    { ...accounts, rules: { sessionMs: 14 * 86_400_000, idleMs: null } },
  ],
  [
    ['--auth', 'self'],
    { TRUSTED_PROXIES: '10.0.0.1, ::1' },
    { ...accounts, trustedProxies: parseNetworks('10.0.0.1,::1') },
  ],
  [
    ['--auth', 'self', '--host', '0.0.0.0', '--public-url', 'https://console.example'],
    {},
    { ...accounts, publicUrl: new URL('https://console.example') },
  ],
  [
    ['--auth', 'self', '--public-url', 'http://console.lan', '--insecure'],
    {},
    { ...accounts, publicUrl: new URL('http://console.lan') },
  ],
  [
    ['--auth', 'self', '--public-url', 'http://localhost:8080'],
    {},
    { ...accounts, publicUrl: new URL('http://localhost:8080') },
  ],
])('%j %j', (argv, env, expected) => {
  const settings = parseSettings(argv, env)
  expect(settings === 'help' ? settings : settings.accounts).toEqual(expected)
})

const clerk = {
  CLERK_PUBLISHABLE_KEY: 'pk_test_aGFwcHktZm94LTEuY2xlcmsuYWNjb3VudHMuZGV2JA==',
  CLERK_ORGANIZATION_ID: 'org_shop',
}
const instance = { publishableKey: clerk.CLERK_PUBLISHABLE_KEY, host: 'happy-fox-1.clerk.accounts.dev' }

test('sign-in with Clerk: the key names the instance, and one organisation may come in', () => {
  expect(parseSettings(['--auth', 'hosted'], clerk)).toMatchObject({
    hosted: { ...instance, backends: [], members: { organisation: 'org_shop' } },
  })
})

test('in front of a backend it is the backend that checks who asks', () => {
  const { CLERK_ORGANIZATION_ID: _, ...env } = clerk
  const more = { ...env, CLERK_BACKENDS: 'https://a.example, https://*.b.example,' }
  const settings = parseSettings(['--auth', 'hosted', '--backend', 'https://b.example', '--host', '0.0.0.0'], more)
  expect(settings === 'help' ? settings : settings.hosted).toEqual({
    ...instance,
    backends: ['https://a.example', 'https://*.b.example'],
  })
})

test.each([
  ['without a key', [], { CLERK_PUBLISHABLE_KEY: '' }, /in CLERK_PUBLISHABLE_KEY/],
  ['with the secret key', [], { CLERK_PUBLISHABLE_KEY: 'sk_live_hunter2' }, /must be a publishable key/],
  ['with a key of no host', [], { CLERK_PUBLISHABLE_KEY: 'pk_test_aHVudGVyMg==' }, /must be a publishable key/],
  ['without an organisation', [], { CLERK_ORGANIZATION_ID: '' }, /CLERK_ORGANIZATION_ID/],
  ['with a key that is none', [], { CLERK_JWT_KEY: 'hunter2' }, /CLERK_JWT_KEY/],
  [
    'with backends that are none',
    [],
    { CLERK_BACKENDS: "https://a.example; script-src 'unsafe-eval'" },
    /CLERK_BACKENDS/,
  ],
  ['with a password besides', [], { CONSOLE_PASSWORD: 'hunter2' }, /is not asked for/],
  ['beyond this machine without an address', ['--host', '0.0.0.0'], {}, /--public-url/],
  ['in the clear', ['--public-url', 'http://console.example'], {}, /must be https/],
  ['with registration', ['--registration'], {}, /--registration is for accounts/],
])('sign-in with Clerk %s is refused in one sentence', (_name, argv, env, message) => {
  const start = () => parseSettings(['--auth', 'hosted', ...argv], { ...clerk, ...env })
  expect(start).toThrow(UsageError)
  expect(start).toThrow(message)
  expect(start).not.toThrow(/hunter2/)
})

test('help is asked for', () => expect(parseSettings(['--help'], {})).toBe('help'))

test.each([
  ['an unknown flag', ['--prot', '1'], {}, /'--prot'/],
  ['a stray word', ['start'], {}, /'start'/],
  ['a flag without its value', ['--port'], {}, /--port/],
  ['a port that is none', ['--port', '70000'], {}, /--port must be a number/],
  ['an address that is none', ['--backend', 'ftp://x'], {}, /--backend must be an address/],
  ['a database of another kind', [], { DATABASE_URL: 'mysql://root:hunter2@h/n' }, /DATABASE_URL must be/],
  ['a door without an address', ['--host', '0.0.0.0'], {}, /--public-url .*CONSOLE_PASSWORD/],
  ['an open door', ['--host', '0.0.0.0', '--auth', 'none'], {}, /CONSOLE_PASSWORD/],
  ['a mode that is none', ['--auth', 'ldap'], {}, /--auth must be none, basic, self or hosted/],
  ['a password that nobody is asked for', ['--auth', 'self'], { CONSOLE_PASSWORD: 'x' }, /is not asked for/],
  ['basic without a password', ['--auth', 'basic'], {}, /CONSOLE_PASSWORD/],
  ['a mode in front of a backend', ['--auth', 'self', '--backend', 'https://b.example'], {}, /leave it out/],
  ['a reset of nothing', ['--reset-admin', '--auth', 'none'], {}, /--reset-admin is for .*--auth self/],
  ['registration where nobody has an account', ['--registration'], { CONSOLE_PASSWORD: 'x' }, /--registration is for/],
  [
    'accounts in front of a backend',
    ['--public-url', 'https://c.example', '--backend', 'https://b'],
    {},
    /--public-url/,
  ],
  ['a first password of nobody', ['--auth', 'none'], { ADMIN_PASSWORD: 'hunter2' }, /ADMIN_PASSWORD is for accounts/],
  ['a limit that is none', ['--auth', 'self'], { SIGN_IN_LIMITS: 'login=often' }, /does not understand "login=often"/],
  ['mail from nobody', ['--auth', 'self'], { SMTP_URL: 'smtp://u:hunter2@mail.example' }, /set both/],
  ['a mail server of another kind', ['--auth', 'self'], { SMTP_URL: 'http://m', SMTP_FROM: 'a@b' }, /SMTP_URL must be/],
  ['mail from two', ['--auth', 'self'], { SMTP_URL: 'smtp://m', SMTP_FROM: 'a@b, c@d' }, /must be one address/],
  ['accounts without an address', ['--auth', 'self', '--host', '0.0.0.0'], {}, /--public-url/],
  ['cookies in the clear', ['--auth', 'self', '--public-url', 'http://console.example'], {}, /must be https/],
  ['a network that is none', ['--deny-net', 'internet'], {}, /--deny-net must be a list/],
  ['a proxy that is none', ['--auth', 'self'], { TRUSTED_PROXIES: 'proxy.internal' }, /TRUSTED_PROXIES must be a list/],
  ['no network at all', ['--allow-net', ' , '], {}, /--allow-net must be a list/],
  ['a folder somewhere', ['--allow-folder', '/srv,backups'], {}, /--allow-folder must be absolute/],
  ['no folder at all', ['--allow-folder', ''], {}, /--allow-folder must be absolute/],
  ['keys that are none', [], { CONSOLE_KEYS: '{"keys":[{"version":1,"hmac":"hunter2"}]}' }, /CONSOLE_KEYS must have/],
  ['keys that are short', [], { CONSOLE_KEYS: keys('c2hvcnQ=') }, /CONSOLE_KEYS must have/],
  ['an address with a path', ['--auth', 'self', '--public-url', 'https://console.example/mc'], {}, /no path/],
])('%s is refused in one sentence', (_name, argv, env, message) => {
  expect(() => parseSettings(argv, env)).toThrow(UsageError)
  expect(() => parseSettings(argv, env)).toThrow(message)
})

test.each<[string, string[], NodeJS.ProcessEnv, boolean, boolean]>([
  ['this machine, with accounts', [], {}, false, true],
  ['this machine, without sign-in', ['--auth', 'none'], {}, false, false],
  ['this machine, with one password', [], { CONSOLE_PASSWORD: 'x' }, false, false],
  ['another address of it', ['--host', '0.0.0.0'], { CONSOLE_PASSWORD: 'x' }, true, true],
  ['a proxy in front of it', ['--auth', 'self', '--public-url', 'https://console.example'], {}, true, true],
])('whether others use a console on %s, from elsewhere or at all', (_name, argv, env, fromElsewhere, atAll) => {
  const settings = parseSettings(argv, env)
  if (settings === 'help') throw new Error('no help was asked for')
  expect([isShared(settings), isUsedByOthers(settings)]).toEqual([fromElsewhere, atAll])
})

test('folders are read', () => {
  const settings = parseSettings(['--allow-folder', '/srv/a, /srv/b', '--allow-folder', '/var/c'], {})
  expect(settings).toMatchObject({ allowFolders: ['/srv/a', '/srv/b', '/var/c'] })
})

test('networks are read', () => {
  const settings = parseSettings(['--allow-net', 'loopback,10.0.0.0/8', '--deny-net', '::1'], {})
  if (settings === 'help') throw new Error('no help was asked for')
  expect(settings.allowNet?.map(String)).toContain('10.0.0.0,8')
  expect(settings.denyNet?.map(String)).toEqual(['::1,128'])
})

test('keys from the environment do what the key file would', () => {
  const settings = parseSettings([], { CONSOLE_KEYS: keys(Buffer.alloc(32).toString('base64')) })
  expect(settings === 'help' ? undefined : settings.keys?.newest).toBe('7')
})

test('a refused address is not repeated: it may hold a password', () => {
  expect(() => parseSettings([], { DATABASE_URL: 'mysql://root:hunter2@h/n' })).not.toThrow(/hunter2/)
})

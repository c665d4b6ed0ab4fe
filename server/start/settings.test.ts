import { expect, test } from 'vitest'
import { parseNetworks } from '../platform/outside/networks'
import { isShared, isUsedByOthers, parseSettings, type Settings } from './settings'
import { UsageError } from '../platform/usage'

test('defaults to loopback, port 3000, accounts, sample data and no programs', () => {
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

test('accepts --no-checks only with the embedded backend', () => {
  expect(parseSettings(['--no-checks'], {})).toMatchObject({ noChecks: true })
  expect(parseSettings([], {})).not.toHaveProperty('noChecks')
  expect(() => parseSettings(['--no-checks', '--backend', 'https://b.example'], {})).toThrow(UsageError)
})

test('reads every flag and variable', () => {
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
])('reads the account settings of %j %j', (argv, env, expected) => {
  const settings = parseSettings(argv, env)
  expect(settings === 'help' ? settings : settings.accounts).toEqual(expected)
})

const clerk = {
  CLERK_PUBLISHABLE_KEY: 'pk_test_aGFwcHktZm94LTEuY2xlcmsuYWNjb3VudHMuZGV2JA==',
  CLERK_ORGANIZATION_ID: 'org_shop',
}
const instance = { publishableKey: clerk.CLERK_PUBLISHABLE_KEY, host: 'happy-fox-1.clerk.accounts.dev' }

test('reads Clerk settings: the instance from the key, and one organisation', () => {
  expect(parseSettings(['--auth', 'hosted'], clerk)).toMatchObject({
    hosted: { ...instance, backends: [], members: { organisation: 'org_shop' } },
  })
})

test('requires no organisation for Clerk in front of a backend', () => {
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
  ['with an unencrypted address', ['--public-url', 'http://console.example'], {}, /must be https/],
  ['with registration', ['--registration'], {}, /--registration is for accounts/],
])('rejects Clerk settings %s with an error message', (_name, argv, env, message) => {
  const start = () => parseSettings(['--auth', 'hosted', ...argv], { ...clerk, ...env })
  expect(start).toThrow(UsageError)
  expect(start).toThrow(message)
  expect(start).not.toThrow(/hunter2/)
})

test.each([
  [[], {}, {}],
  [['--auth', 'kratos'], {}, { backendSignIn: 'kratos' }],
  [['--auth', 'basic', '--host', '0.0.0.0'], {}, { backendSignIn: 'basic' }],
  [['--auth', 'none'], {}, { backendSignIn: 'none' }],
  [['--auth', 'none', '--host', '0.0.0.0'], { CONSOLE_PASSWORD: 'x' }, { backendSignIn: 'none', password: 'x' }],
  [['--auth', 'none', '--host', '0.0.0.0', '--insecure'], {}, { backendSignIn: 'none', isOpen: true }],
])('reads the sign-in of a backend from %j', (argv, env, expected) => {
  const { backendSignIn, isOpen, password } = parseSettings(
    ['--backend', 'https://b.example', ...argv],
    env
  ) as Settings
  expect(JSON.parse(JSON.stringify({ backendSignIn, isOpen, password }))).toEqual(expected)
})

test('reads the User-Agent of requests', () => {
  const { userAgent } = parseSettings(['--user-agent', 'depot-monitoring/1.0 (+https://depot.example)'], {}) as Settings
  expect(userAgent).toBe('depot-monitoring/1.0 (+https://depot.example)')
  for (const text of ['', ' ', 'a\nb', 'häfen', 'x'.repeat(201)])
    expect(() => parseSettings(['--user-agent', text], {})).toThrow('--user-agent must be')
})

test('returns help for --help', () => expect(parseSettings(['--help'], {})).toBe('help'))

test.each([
  ['an unknown flag', ['--prot', '1'], {}, /'--prot'/],
  ['a stray word', ['start'], {}, /'start'/],
  ['a flag without its value', ['--port'], {}, /--port/],
  ['an invalid port', ['--port', '70000'], {}, /--port must be a number/],
  ['an invalid address', ['--backend', 'ftp://x'], {}, /--backend must be an address/],
  ['a database of another kind', [], { DATABASE_URL: 'mysql://root:hunter2@h/n' }, /DATABASE_URL must be/],
  ['a public host without an address', ['--host', '0.0.0.0'], {}, /--public-url .*CONSOLE_PASSWORD/],
  ['a public host without sign-in', ['--host', '0.0.0.0', '--auth', 'none'], {}, /CONSOLE_PASSWORD/],
  ['an unknown mode', ['--auth', 'ldap'], {}, /--auth must be none, basic, self or hosted/],
  ['an unused password', ['--auth', 'self'], { CONSOLE_PASSWORD: 'x' }, /is not asked for/],
  ['basic without a password', ['--auth', 'basic'], {}, /CONSOLE_PASSWORD/],
  [
    'accounts of this console in front of a backend',
    ['--auth', 'self', '--backend', 'https://b.example'],
    {},
    /must be kratos, basic, none or hosted/,
  ],
  ['accounts of a backend without one', ['--auth', 'kratos'], {}, /--auth must be none, basic, self or hosted/],
  [
    'a backend without sign-in beyond this machine',
    ['--auth', 'none', '--backend', 'https://b.example', '--host', '0.0.0.0'],
    {},
    /CONSOLE_PASSWORD, or use --insecure/,
  ],
  [
    'a password that a backend does not ask for',
    ['--auth', 'basic', '--backend', 'https://b.example'],
    { CONSOLE_PASSWORD: 'x' },
    /is not asked for with --auth basic/,
  ],
  ['a reset without accounts', ['--reset-admin', '--auth', 'none'], {}, /--reset-admin is for .*--auth self/],
  ['registration without accounts', ['--registration'], { CONSOLE_PASSWORD: 'x' }, /--registration is for/],
  [
    'accounts in front of a backend',
    ['--public-url', 'https://c.example', '--backend', 'https://b'],
    {},
    /--public-url/,
  ],
  [
    'a first password without accounts',
    ['--auth', 'none'],
    { ADMIN_PASSWORD: 'hunter2' },
    /ADMIN_PASSWORD is for accounts/,
  ],
  ['an invalid limit', ['--auth', 'self'], { SIGN_IN_LIMITS: 'login=often' }, /does not understand "login=often"/],
  ['mail without a sender', ['--auth', 'self'], { SMTP_URL: 'smtp://u:hunter2@mail.example' }, /set both/],
  ['a mail server of another kind', ['--auth', 'self'], { SMTP_URL: 'http://m', SMTP_FROM: 'a@b' }, /SMTP_URL must be/],
  ['mail with two senders', ['--auth', 'self'], { SMTP_URL: 'smtp://m', SMTP_FROM: 'a@b, c@d' }, /must be one address/],
  ['accounts without an address', ['--auth', 'self', '--host', '0.0.0.0'], {}, /--public-url/],
  ['unencrypted cookies', ['--auth', 'self', '--public-url', 'http://console.example'], {}, /must be https/],
  ['an invalid network', ['--deny-net', 'internet'], {}, /--deny-net must be a list/],
  ['an invalid proxy', ['--auth', 'self'], { TRUSTED_PROXIES: 'proxy.internal' }, /TRUSTED_PROXIES must be a list/],
  ['an empty list of networks', ['--allow-net', ' , '], {}, /--allow-net must be a list/],
  ['a relative folder', ['--allow-folder', '/srv,backups'], {}, /--allow-folder must be absolute/],
  ['an empty folder', ['--allow-folder', ''], {}, /--allow-folder must be absolute/],
  ['invalid keys', [], { CONSOLE_KEYS: '{"keys":[{"version":1,"hmac":"hunter2"}]}' }, /CONSOLE_KEYS must have/],
  ['short keys', [], { CONSOLE_KEYS: keys('c2hvcnQ=') }, /CONSOLE_KEYS must have/],
  ['an address with a path', ['--auth', 'self', '--public-url', 'https://console.example/mc'], {}, /no path/],
])('rejects %s with an error message', (_name, argv, env, message) => {
  expect(() => parseSettings(argv, env)).toThrow(UsageError)
  expect(() => parseSettings(argv, env)).toThrow(message)
})

test.each<[string, string[], NodeJS.ProcessEnv, boolean, boolean]>([
  ['this machine, with accounts', [], {}, false, true],
  ['this machine, without sign-in', ['--auth', 'none'], {}, false, false],
  ['this machine, with one password', [], { CONSOLE_PASSWORD: 'x' }, false, false],
  ['another address of this machine', ['--host', '0.0.0.0'], { CONSOLE_PASSWORD: 'x' }, true, true],
  ['a proxy', ['--auth', 'self', '--public-url', 'https://console.example'], {}, true, true],
])('decides whether the console is shared: %s', (_name, argv, env, fromElsewhere, atAll) => {
  const settings = parseSettings(argv, env)
  if (settings === 'help') throw new Error('unexpected help')
  expect([isShared(settings), isUsedByOthers(settings)]).toEqual([fromElsewhere, atAll])
})

test('reads folders', () => {
  const settings = parseSettings(['--allow-folder', '/srv/a, /srv/b', '--allow-folder', '/var/c'], {})
  expect(settings).toMatchObject({ allowFolders: ['/srv/a', '/srv/b', '/var/c'] })
})

test('reads networks', () => {
  const settings = parseSettings(['--allow-net', 'loopback,10.0.0.0/8', '--deny-net', '::1'], {})
  if (settings === 'help') throw new Error('unexpected help')
  expect(settings.allowNet?.map(String)).toContain('10.0.0.0,8')
  expect(settings.denyNet?.map(String)).toEqual(['::1,128'])
})

test('reads keys from the environment like the key file', () => {
  const settings = parseSettings([], { CONSOLE_KEYS: keys(Buffer.alloc(32).toString('base64')) })
  expect(settings === 'help' ? undefined : settings.keys?.newest).toBe('7')
})

test('does not repeat an invalid address, which may contain a password', () => {
  expect(() => parseSettings([], { DATABASE_URL: 'mysql://root:hunter2@h/n' })).not.toThrow(/hunter2/)
})

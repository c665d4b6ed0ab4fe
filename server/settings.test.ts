import { expect, test } from 'vitest'
import { parseSettings, UsageError } from './settings'

test('without flags: loopback, port 3000, sample data, no programs run', () => {
  expect(parseSettings([], {})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataFolder: '.data',
    empty: false,
    allowExec: false,
  })
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
        '--backend',
        'https://b.example',
      ],
      { DATABASE_URL: 'postgres://u:p@h/n', CONSOLE_PASSWORD: 'secret' }
    )
  ).toEqual({
    port: 8080,
    host: '0.0.0.0',
    dataFolder: '/d',
    empty: true,
    allowExec: true,
    backendUrl: new URL('https://b.example'),
    databaseUrl: new URL('postgres://u:p@h/n'),
    password: 'secret',
  })
})

test('help is asked for', () => expect(parseSettings(['--help'], {})).toBe('help'))

test.each([
  ['an unknown flag', ['--prot', '1'], {}, /'--prot'/],
  ['a stray word', ['start'], {}, /'start'/],
  ['a flag without its value', ['--port'], {}, /--port/],
  ['a port that is none', ['--port', '70000'], {}, /--port must be a number/],
  ['an address that is none', ['--backend', 'ftp://x'], {}, /--backend must be an address/],
  ['a database of another kind', [], { DATABASE_URL: 'mysql://root:hunter2@h/n' }, /DATABASE_URL must be/],
  ['an open door', ['--host', '0.0.0.0'], {}, /set CONSOLE_PASSWORD/],
])('%s is refused in one sentence', (_name, argv, env, message) => {
  expect(() => parseSettings(argv, env)).toThrow(UsageError)
  expect(() => parseSettings(argv, env)).toThrow(message)
})

test('a refused address is not repeated: it may hold a password', () => {
  expect(() => parseSettings([], { DATABASE_URL: 'mysql://root:hunter2@h/n' })).not.toThrow(/hunter2/)
})

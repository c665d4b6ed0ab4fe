import { expect, test, vi } from 'vitest'
import { toClientConfig } from './postgres'

const passwordOf = async (target: Parameters<typeof toClientConfig>[0]) => {
  const { password } = toClientConfig(target)
  return typeof password === 'function' ? await password() : password
}

test.each([
  ['postgres://app:pw@db.example:5433/shop', { host: 'db.example', port: 5433, user: 'app', database: 'shop' }],
  ['postgresql://[::1]/shop', { host: '::1', port: 5432, user: 'postgres', database: 'shop' }],
  ['postgres://app@db.example', { user: 'app', database: 'app', ssl: false }],
  ['postgres://%2Fvar%2Frun/shop', { host: '/var/run' }],
  ['postgres://db.example/shop?host=/var/run', { host: '/var/run' }],
  ['postgres://db.example/shop?sslmode=require', { ssl: { rejectUnauthorized: true } }],
  ['postgres://db.example/shop?ssl=true', { ssl: { rejectUnauthorized: true } }],
  ['postgres://db.example/shop?sslmode=no-verify', { ssl: { rejectUnauthorized: false } }],
  ['postgres://db.example/shop?sslmode=disable', { ssl: false }],
])('reads %s', (url, expected) => expect(toClientConfig({ url })).toMatchObject(expected))

test('prefers separate credentials, in placeholders and without them', async () => {
  for (const url of ['postgres://$(username):$(password)@db/shop', 'postgres://db/shop', 'postgres://x:y@db/shop']) {
    const target = { url, username: 'a@b', password: 'p/w' }
    expect([toClientConfig(target).user, await passwordOf(target)]).toEqual(['a@b', 'p/w'])
  }
  expect(await passwordOf({ url: 'postgres://x:p%2Fw@db/shop' })).toBe('p/w')
})

test('ignores the environment of this process', async () => {
  const surroundings = { PGPASSWORD: 'theirs', PGHOST: 'theirs', PGUSER: 'theirs', PGDATABASE: 'theirs', PGPORT: '1' }
  for (const [name, value] of Object.entries({ ...surroundings, PGSSLMODE: 'require' })) vi.stubEnv(name, value)
  const { Client } = await import('pg')
  const client = new Client(toClientConfig({ url: 'postgres://db.example' }))
  expect(client).toMatchObject({ host: 'db.example', port: 5432, user: 'postgres', database: 'postgres', ssl: false })
  expect(await passwordOf({ url: 'postgres://db.example' })).toBe('')
})

test.each([
  ['postgres:///shop', 'names no host'],
  ['mysql://db/shop', 'must begin with postgres://'],
  ['nonsense', 'must begin with postgres://'],
  ...['sslcert', 'sslkey', 'sslrootcert'].map((name) => [
    `postgres://db/shop?${name}=/etc/passwd`,
    `${name} names a file`,
  ]),
])('refuses %s', (url, message) => expect(() => toClientConfig({ url })).toThrow(message))

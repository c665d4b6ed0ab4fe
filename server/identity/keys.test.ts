import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isEqualInConstantTime, KeyFileError, createKeys, loadKeys } from './keys'

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'keys-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return join(path, 'keys.json')
}
const key = (version: number) => ({
  version,
  hmac: randomBytes(32).toString('base64'),
  encryption: randomBytes(32).toString('base64'),
})

test('creates an owner-only key file on first start and reuses it', async () => {
  const path = await folder()
  const first = await loadKeys(path)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const text = await readFile(path, 'utf8')
  const second = await loadKeys(path)
  expect(await readFile(path, 'utf8')).toBe(text)
  expect(second.open(first.seal('secret', 'me'), 'me')).toBe('secret')
  expect(second.checkMac('logout', 'token', first.mac('logout', 'token'))).toBe(true)
})

const whole = JSON.stringify({ keys: [key(2), key(1)] })
const broken: [string, string | Buffer][] = [
  ...[0, 1, 20, 80, 150, whole.length - 1].map((length): [string, string] => [
    `truncated to ${length}`,
    whole.slice(0, length),
  ]),
  ['whitespace', ' \n'],
  ['zeros, as after a crash', Buffer.alloc(200)],
  ['duplicated content', whole + whole],
  ['an HTML page', '<!doctype html><title>Not Found</title>'],
  ['another format', '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----\n'],
  ['another JSON file', '{"name":"mission-control-console"}'],
  ['a list', '[]'],
  ['null', 'null'],
  ['no keys', '{"keys":[]}'],
  ['short keys', '{"keys":[{"version":1,"hmac":"AAAA","encryption":"AAAA"}]}'],
  ['two keys with one version', JSON.stringify({ keys: [key(1), key(1)] })],
  ['no version', JSON.stringify({ keys: [{ ...key(1), version: 0 }] })],
]

test.each(broken)('reports a broken key file (%s) and leaves it unchanged', async (_how, content) => {
  const path = await folder()
  await writeFile(path, content, { mode: 0o600 })
  await expect(loadKeys(path)).rejects.toThrow(KeyFileError)
  await expect(loadKeys(path)).rejects.toThrow(`The key file ${path} contains no keys of this console: restore it`)
  expect(await readFile(path)).toEqual(Buffer.from(content))
})

test('reports a key file that is a folder', async () => {
  const path = await folder()
  await mkdir(path)
  await expect(loadKeys(path)).rejects.toThrow(`The key file ${path} cannot be read (EISDIR)`)
})

test('opens a sealed text only unchanged and in its own context', () => {
  const keys = createKeys([key(1)])
  const sealed = keys.seal('secret', 'totp of ada')
  expect(sealed).not.toContain('secret')
  expect(keys.seal('secret', 'totp of ada')).not.toBe(sealed)
  expect(() => keys.open(sealed, 'totp of bob')).toThrow(/authenticate/)
  const [version, nonce = '', body = '', tag = ''] = sealed.split('.')
  const flipped = Buffer.from(body, 'base64url').map((byte, index) => (index === 0 ? byte ^ 1 : byte))
  for (const changed of [
    [version, nonce, Buffer.from(flipped).toString('base64url'), tag],
    [version, nonce, body, tag.slice(0, 8)],
    [version, nonce, body],
    ['2', nonce, body, tag],
    [''],
  ]) {
    expect(() => keys.open(changed.join('.'), 'totp of ada')).toThrow(/authenticate|sealed|key/)
  }
  expect(() => createKeys([key(1)]).open(sealed, 'totp of ada')).toThrow(/authenticate/)
})

test('creates with the new key and still checks with the old one', () => {
  const [one, two] = [key(1), key(2)]
  const before = createKeys([one])
  const after = createKeys([two, one])
  const sealed = before.seal('secret', 'me')
  const mac = before.mac('code', '123456')
  expect(after.open(sealed, 'me')).toBe('secret')
  expect(after.checkMac('code', '123456', mac)).toBe(true)
  expect(after.mac('code', '123456')).toMatch(/^2\./)
  expect(createKeys([two]).checkMac('code', '123456', mac)).toBe(false)
})

test.each([
  ['logout', 'token', true],
  ['logou', 'ttoken', false],
  ['logout', 'Token', false],
  ['code', 'token', false],
])('checks a MAC created for logout of a token against %s of %s: %s', (purpose, text, expected) => {
  const keys = createKeys([key(1)])
  expect(keys.checkMac(purpose, text, keys.mac('logout', 'token'))).toBe(expected)
})

test.each(['', '1', '1.', '.', '1.zz', '9.00', 'x'.repeat(100_000)])('rejects %j as a MAC', (mac) => {
  expect(createKeys([key(1)]).checkMac('logout', 'token', mac)).toBe(false)
})

test('compares texts in full', () => {
  expect([
    isEqualInConstantTime('a', 'a'),
    isEqualInConstantTime('a', 'b'),
    isEqualInConstantTime('', 'a'),
    isEqualInConstantTime('a', 'aa'),
  ]).toEqual([true, false, false, false])
})

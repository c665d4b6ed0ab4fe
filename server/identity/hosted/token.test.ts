import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  createClaims,
  hmacToken,
  HOST,
  ORGANISATION,
  HOSTED_ORIGIN,
  rsa,
  signToken,
  unsignedToken,
} from '@tests/helpers/hosted-tokens'
import { type TokenExpectations, validateToken } from './token'

const now = new Date('2026-03-01T12:00:00Z')
const seconds = now.getTime() / 1000
const ours = rsa()
const theirs = rsa()
const pem = ours.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const claims = (rest: object = {}) => createClaims(now, rest)

const expected = (rest: Partial<TokenExpectations> = {}): TokenExpectations => ({
  issuer: `https://${HOST}`,
  organisation: ORGANISATION,
  isOurOrigin: (origin) => origin === HOSTED_ORIGIN,
  keyOf: async (id) => (id === 'one' ? ours.publicKey : undefined),
  now,
  ...rest,
})
const read = (text: string, rest?: Partial<TokenExpectations>) => validateToken(text, expected(rest))

test('reads the holder of a valid token', async () => {
  const more = { name: 'Ada Lovelace', email: 'ada@shop.example', image_url: 'https://img.clerk.com/a' }
  expect(await read(signToken(ours.privateKey, claims(more)))).toEqual({
    userId: 'user_ada',
    sessionId: 'sess_1',
    role: 'admin',
    name: 'Ada Lovelace',
    email: 'ada@shop.example',
    avatar: 'https://img.clerk.com/a',
  })
})

const ecdsa = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const [head = '', body = '', signature = ''] = signToken(ours.privateKey, claims()).split('.')
const asAdmin = Buffer.from(JSON.stringify(claims({ sub: 'user_root' }))).toString('base64url')
const otherHash = `${head}.${body}.${sign('RSA-SHA512', Buffer.from(`${head}.${body}`), ours.privateKey).toString('base64url')}`

test.each([
  ['signed with another key', signToken(theirs.privateKey, claims())],
  ['with an unknown key id', signToken(ours.privateKey, claims(), { kid: 'two' })],
  ['without a signature', unsignedToken(claims())],
  ['with an empty signature', `${head}.${body}.`],
  ['signed with the public key as a secret', hmacToken(pem, claims())],
  ['that names another algorithm', signToken(ours.privateKey, claims(), { alg: 'RS512' })],
  ['that names PSS', signToken(ours.privateKey, claims(), { alg: 'PS256' })],
  ['with another hash than it says', otherHash],
  ['with replaced claims', `${head}.${asAdmin}.${signature}`],
  ['with extensions that must be understood', signToken(ours.privateKey, claims(), { crit: ['exp'] })],
  [
    'that brings its own key',
    signToken(theirs.privateKey, claims(), { jwk: theirs.publicKey.export({ format: 'jwk' }), kid: 'x' }),
  ],
  ['with four segments', `${head}.${body}.${signature}.x`],
  ['with two segments', `${head}.${body}`],
  ['that is empty', ''],
  ['that is not JSON', 'e30x.e30x.AAAA'],
  ['with a line break in it', `${head}.${body}.${signature}\n`],
  ['that is too long', signToken(ours.privateKey, claims({ pad: 'x'.repeat(20_000) }))],
])('rejects a token %s', async (_what, text) => expect(await read(text)).toBeUndefined())

test.each([
  ['has expired', { exp: seconds - 6 }],
  ['is not valid yet', { nbf: seconds + 6 }],
  ['has no expiry', { exp: undefined }],
  ['has a text as its expiry', { exp: String(seconds + 60) }],
  ['has no start', { nbf: undefined }],
  ['is from another instance', { iss: 'https://other.clerk.accounts.dev' }],
  ['is from an instance with a similar name', { iss: `https://${HOST}.evil.example` }],
  ['was issued for another origin', { azp: 'https://evil.example' }],
  ['has no origin', { azp: undefined }],
  ['is for another organisation', { o: { id: 'org_other', rol: 'admin' } }],
  ['has no organisation', { o: undefined }],
  ['is for another organisation, in version 1 claims', { o: undefined, org_id: 'org_other' }],
  ['names two organisations', { org_id: 'org_other' }],
  ['has no subject', { sub: undefined }],
  ['has no session', { sid: undefined }],
])('rejects a token that %s', async (_what, rest) => {
  expect(await read(signToken(ours.privateKey, claims(rest)))).toBeUndefined()
})

test.each([
  ['has just expired', { exp: seconds - 4 }],
  ['is about to become valid', { nbf: seconds + 4 }],
])('tolerates clock skew: accepts a token that %s', async (_what, rest) => {
  expect(await read(signToken(ours.privateKey, claims(rest)))).toBeDefined()
})

test('rejects weak keys and keys of other types', async () => {
  const weak = rsa(1024)
  const text = signToken(weak.privateKey, claims())
  expect(await read(text, { keyOf: async () => weak.publicKey })).toBeUndefined()
  const byCurve = `${head}.${body}.${sign('sha256', Buffer.from(`${head}.${body}`), ecdsa.privateKey).toString('base64url')}`
  expect(await read(byCurve, { keyOf: async () => ecdsa.publicKey })).toBeUndefined()
  const good = signToken(ours.privateKey, claims())
  expect(await read(good, { keyOf: async () => ours.privateKey })).toBeUndefined()
})

test.each([
  ['admin', { o: { id: ORGANISATION, rol: 'admin' } }],
  ['guest', { o: { id: ORGANISATION, rol: 'guest' } }],
  ['viewer', { o: { id: ORGANISATION, rol: 'member' } }],
  ['viewer', { o: { id: ORGANISATION } }],
  ['admin', { o: undefined, org_id: ORGANISATION, org_role: 'org:admin' }],
  ['viewer', { o: undefined, org_id: ORGANISATION, org_role: 'org:member' }],
  // The role of a token template is used literally.
  ['admin', { o: undefined, org_id: ORGANISATION, role: 'admin' }],
  ['guest', { o: undefined, org_id: ORGANISATION, role: 'org:guest' }],
  ['viewer', { o: undefined, org_id: ORGANISATION, role: 'org:admin' }],
  ['viewer', { role: 'editor' }],
  ['viewer', { role: 'org:member' }],
])('grants the role %s for %j', async (role, rest) => {
  expect((await read(signToken(ours.privateKey, claims(rest))))?.role).toBe(role)
})

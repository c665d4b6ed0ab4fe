import { expect, test } from 'vitest'
import { answerDigest } from './digest'

// The examples of RFC 7616, 3.9.1.
const mufasa = { username: 'Mufasa', password: 'Circle of Life' }
const page = { method: 'GET', url: new URL('http://www.example.org/dir/index.html'), body: undefined }
const cnonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'
const challenge = (algorithm: string) =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`
const answered = (header: string, asked: Parameters<typeof answerDigest>[2] = page) =>
  answerDigest(header, mufasa, asked, cnonce)?.text ?? ''

test.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
])('computes the response of the RFC for %s', (algorithm, response) => {
  expect(answered(challenge(algorithm))).toBe(
    [
      'Digest username="Mufasa"',
      'realm="http-auth@example.org"',
      'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"',
      'uri="/dir/index.html"',
      `algorithm=${algorithm}`,
      'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
      'qop=auth',
      'nc=00000001',
      `cnonce="${cnonce}"`,
      `response="${response}"`,
    ].join(', ')
  )
})

test('answers the first supported challenge of several', () => {
  const several = `Basic realm="a, b=\\"c\\"", ${challenge('SHA-1')}, ${challenge('SHA-256')}, ${challenge('MD5')}, Negotiate abc==`
  expect(answered(several)).toBe(answered(challenge('SHA-256')))
})

test.each([
  ['no challenge', ''],
  ['Basic', 'Basic realm="a"'],
  ['Bearer', 'Bearer realm="a", error="invalid_token"'],
  ['Negotiate', 'Negotiate abc=='],
  ['a scheme with a similar name', 'DigestX nonce="a"'],
])('ignores %s', (_name, header) => {
  expect(answerDigest(header, mufasa, page)).toBeUndefined()
})

test.each([
  ['an unsupported algorithm', 'Digest nonce="a", algorithm=SHA-1', /unsupported digest: SHA-1$/],
  ['an unsupported quality of protection', 'Digest nonce="a", qop="auth-conf"', /unsupported digest: auth-conf$/],
  ['a missing nonce', 'Digest realm="a"', /unsupported digest: no nonce$/],
])('names %s', (_name, header, says) => {
  expect(() => answerDigest(header, mufasa, page)).toThrow(says)
})

test('includes session, body, qop and query in the response', () => {
  const post = { method: 'POST', url: new URL('http://a/b?c=d'), body: 'e' }
  const headers = [
    'Digest nonce="n", realm="r"',
    'Digest nonce="n", realm="r", algorithm=md5-sess',
    'Digest nonce="n", realm="r", qop=auth',
    'Digest nonce="n", realm="r", qop="auth-int"',
    'Digest nonce="n", realm="r", qop="auth", algorithm=SHA-512-256-sess',
  ]
  const responses = headers.flatMap((header) => [answered(header), answered(header, post)])
  expect(new Set(responses.map((text) => /response="(.*)"/.exec(text)?.[1])).size).toBe(responses.length)
  expect(answered(headers[0] ?? '', post)).toContain('uri="/b?c=d"')
  expect(answered(headers[0] ?? '')).not.toMatch(/qop|nc=|cnonce/)
})

test('reports a stale nonce and preserves quoting', () => {
  const given = answerDigest('Digest nonce="a\\"b", realm="c\\\\d", stale=TRUE', mufasa, page)
  expect(given).toMatchObject({ isStale: true })
  expect(given?.text).toContain('realm="c\\\\d", nonce="a\\"b"')
  expect(answerDigest(challenge('MD5'), mufasa, page)).toMatchObject({ isStale: false })
})

test('encodes a non-ASCII user name as in RFC 5987', () => {
  const jäger = { username: "J\u00e4ger's", password: 'x' }
  expect(answerDigest('Digest nonce="a"', jäger, page)?.text).toContain("username*=UTF-8''J%C3%A4ger%27s")
})

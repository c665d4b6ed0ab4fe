import { expect, test } from 'vitest'
import { growth, STILL_LINEAR } from '@tests/helpers/growth'
import { fillInAddress, fillInBody, fillInHeader, fillInSignedAddress } from './request-values'

const T = '{{.params.x}}'
const env = (x: unknown) => ({ params: { x } })

/** Values that would be more than a value in some place of a request. */
const hostile = [
  '../../admin',
  '..\\..\\admin',
  '%2e%2e/admin',
  'x&all=1',
  'x?all=1#y',
  'x;all=1',
  '@evil.example/',
  ':80@evil.example',
  '.evil.example',
  '//evil.example',
  '\\\\evil.example',
  'x","role":"admin',
  '"}, {"a": "',
  '\\',
  '\\"',
  '</a><b role="admin">',
  ']]>',
  '--><!--',
  'x\r\nX-Admin: 1',
  '\u2028\0\ud800',
  T,
  '$(.params.x)',
  '%',
  '+ +',
  '',
]
const read = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd')

test.each(hostile)('keeps %j in its segment of a path and in its value of a query', (x) => {
  const { address } = fillInAddress(`https://shop.example/a/n${T}m/b?q=${T}&r=${T}1#${T}`, env(x))
  const url = new URL(address)
  const [, a, segment = '', b, ...more] = url.pathname.split('/')
  expect([url.host, a, decodeURIComponent(segment), b, more]).toEqual(['shop.example', 'a', `n${read(x)}m`, 'b', []])
  expect([...url.searchParams]).toEqual([
    ['q', read(x)],
    ['r', `${read(x)}1`],
  ])
})

test.each(hostile)('keeps %j a user or a password', (x) => {
  const url = new URL(fillInSignedAddress(`postgres://${T}:${T}@db.example/orders`, env(x)))
  expect([url.hostname, decodeURIComponent(url.password)]).toEqual(['db.example', read(x)])
})

const paths = [`/a/${T}`, `/a/${T}/b`, `/${T}?q`]

test.each(['.', '..'].flatMap((x) => paths.map((path) => [x, path])))('refuses %j as a segment in %s', (x, path) =>
  expect(() => fillInAddress(`https://shop.example${path}`, env(x))).toThrow(
    'A value makes a part of the path "." or ".."'
  )
)

test.each(['%2e', '.%2E'].flatMap((x) => paths.map((path) => [x, path])))('encodes %j as a segment in %s', (x, path) =>
  expect(new URL(fillInAddress(`https://shop.example${path}`, env(x)).address).pathname).toContain('%25')
)

test.each(['/a/.{{.params.x}}', '/a/%2e{{.params.x}}', '/a\\.{{.params.x}}\\b'])('refuses a dot in %s', (path) =>
  expect(() => fillInAddress(`https://shop.example${path}`, env('.'))).toThrow('names another path')
)

test.each([
  `${T}://shop.example/`,
  `${T}`,
  `${T}/path`,
  `https://${T}`,
  `https://${T}.shop.example/`,
  `https://shop.example${T}`,
  `https://shop.example:${T}/`,
  `https:///${T}/`,
  `https:\\\\${T}/`,
  `https:${T}/`,
  `generic+https://${T}/`,
])('names the template that decides where a request is sent: %s', (address) =>
  expect(fillInAddress(address, env('x'))).toMatchObject({ originTemplate: T, hasUser: false })
)

test.each([`postgres://me:secret@${T}/x`, `https://me@${T}.shop.example/`, `https://${T}:${T}@shop.example:${T}/`])(
  'refuses a template that decides who receives the user of an address: %s',
  (address) => expect(() => fillInSignedAddress(address, env('x'))).toThrow('with credentials')
)

test.each(hostile.filter((x) => /[^.\w]/.test(x)))('refuses %j as part of a host', (x) =>
  expect(() => fillInAddress(`https://${T}.shop.example/`, env(x))).toThrow('is not a part of the name of a host')
)

test.each([
  ['https://a.example/x?y', 'https://a.example/x?y'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
])('inserts a whole address: %s', (x, address) => expect(fillInAddress(T, env(x)).address).toBe(address))

test.each([
  ['X-Reason', T, 'a, b; "c"', 'a, b; "c"'],
  ['X-Reason', `because ${T}`, 'a, b', 'because a, b'],
  ['Cookie', `session=${T}; b=1`, 'abc', 'session=abc; b=1'],
])('fills in a header %s: %s', (name, written, x, expected) =>
  expect(fillInHeader(name, written, env(x))).toBe(expected)
)

test.each([
  [T, 'a\r\nX-Admin: 1'],
  [T, 'a\0'],
  [`session=${T}; b=1`, 'a; admin=1'],
  [`a=${T}`, 'a, b=2'],
  [`"${T}"`, 'a"b'],
])('refuses a value that ends its place in a header: %s, %j', (written, x) =>
  expect(() => fillInHeader('X-A', written, env(x))).toThrow('which would end it in the header X-A.')
)

const json = ['application/json', 'application/json; charset=utf-8', 'application/problem+json', undefined]

test.each(hostile)('keeps %j a text in a JSON body', (x) => {
  for (const type of json) {
    const body = fillInBody(`{"name": "a \\"${T}\\" b", "${T}": 1, "c": ["\\\\${T}"], "d": "\\u00e9"}`, type, env(x))
    expect(JSON.parse(body)).toEqual({ name: `a "${read(x)}" b`, [read(x)]: 1, c: [`\\${read(x)}`], d: 'é' })
  }
})

test.each(hostile)('keeps %j a text in JSON inside JSON', (x) => {
  const body = fillInBody(
    JSON.stringify({ text: JSON.stringify({ a: T, b: 1 }), note: `[prod] ${T}` }),
    undefined,
    env(x)
  )
  const { text, note } = JSON.parse(body) as { text: string; note: string }
  expect(JSON.parse(text)).toEqual({ a: read(x), b: 1 })
  expect(note).toBe(`[prod] ${read(x)}`)
})

test.each([
  ['5', '5'],
  ['-1.5e3', '-1.5e3'],
  ['true', 'true'],
  ['null', 'null'],
  [7, '7'],
  [false, 'false'],
  [{ a: '"' }, '{"a":"\\""}'],
  [[1], '[1]'],
])('inserts %j as a JSON value', (x, expected) =>
  expect(fillInBody(`{"a": ${T}}`, undefined, env(x))).toBe(`{"a": ${expected}}`)
)

test.each([
  [`{"a": ${T}}`, 'x'],
  [`{"a": ${T}}`, '1, "role": "admin"'],
  [`{"a": ${T}}`, '"x"'],
  [`{"a": ${T}}`, '{}'],
  [`{"a": ${T}}`, ''],
  [`{"a": 1${T}}`, 'true'],
  [`[${T}, 1]`, '1]'],
  [`{"a": "\\${T}"}`, 'n'],
  [`{"a": "\\u00${T}"}`, '22'],
  [`{"a": "${T}`, 'x'],
  [`{"a": "${T}",}`, 'x'],
])('refuses in JSON: %s, %j', (written, x) =>
  expect(() => fillInBody(written, 'application/json', env(x))).toThrow(/not a number, true|not valid JSON/)
)

test('reads each line of a body of JSON lines as JSON', () => {
  expect(fillInBody(`{"a": "${T}"}\n{"b": ${T}}\n`, 'application/x-ndjson', env('1'))).toBe('{"a": "1"}\n{"b": 1}\n')
})

test.each(hostile)('keeps %j a value in a form', (x) => {
  for (const type of ['application/x-www-form-urlencoded', undefined])
    expect([...new URLSearchParams(fillInBody(`a=${T}&b=1`, type, env(x)))]).toEqual([
      ['a', read(x)],
      ['b', '1'],
    ])
})

test.each(hostile)('keeps %j a text in XML', (x) => {
  for (const type of ['application/xml', 'application/soap+xml', 'text/html', undefined]) {
    const [, attribute, text] =
      /^<a b="([^"<>]*)" c='[^'<>]*'>([^<>]*)<\/a>$/.exec(fillInBody(`<a b="${T}" c='${T}'>${T}</a>`, type, env(x))) ??
      []
    expect(attribute).toBe(text)
    expect(text?.replaceAll(/&(?:lt|gt|quot|apos|amp);/g, '')).not.toMatch(/[<>"'&]/)
  }
})

test('inserts a value into plain text, or as a whole body, as it is, and into no format that it does not know', () => {
  const x = 'a & "b" <c>'
  expect(fillInBody(`Because ${T}`, 'text/plain', env(x))).toBe(`Because ${x}`)
  expect(fillInBody(`Because ${T}`, undefined, env(x))).toBe(`Because ${x}`)
  expect(fillInBody(T, undefined, env(x))).toBe(x)
  expect(fillInBody(T, 'application/yaml', env(x))).toBe(x)
  expect(fillInBody(T, 'application/json', env('{"a": 1}'))).toBe('{"a": 1}')
  expect(() => fillInBody(`a: ${T}`, 'application/yaml', env(x))).toThrow('a body of the type application/yaml')
  expect(() => fillInBody(`--b\r\n\r\n${T}`, 'multipart/form-data; boundary=b', env(x))).toThrow('multipart/form-data')
  expect(fillInBody('a: 1', 'application/yaml', env(x))).toBe('a: 1')
})

test.each<[string, (size: number) => string]>([
  ['quotes', (size) => `{"a": "${'\\"'.repeat(size)}${T}"}`],
  ['backslashes', (size) => `{"a": "${'\\'.repeat(size)}${T}"}`],
  ['values', (size) => `{"a": [${'"{{.params.x}}",'.repeat(size / 16)}1]}`],
  ['a text that looks like a form', (size) => `${'a'.repeat(size)} ${T}`],
])('fills in a body in linear time: %s', (_name, text) =>
  expect(
    growth((size) => {
      const written = text(size)
      return () => {
        try {
          return fillInBody(written, undefined, env('x'))
        } catch (error) {
          return error
        }
      }
    }, 4000)
  ).toBeLessThan(STILL_LINEAR)
)

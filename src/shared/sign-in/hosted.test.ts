import { expect, test } from 'vitest'
import { readOrganisationBackend, isBackendPattern, readKeyHost } from './hosted'

const key = (host: string) => `pk_test_${btoa(`${host}$`)}`

test.each([
  [key('happy-fox-1.clerk.accounts.dev'), 'happy-fox-1.clerk.accounts.dev'],
  [key('clerk.shop.example').replace('test', 'live').replace(/=+$/, ''), 'clerk.shop.example'],
  ['', undefined],
  ['sk_test_Y2xlcmsuc2hvcC5leGFtcGxlJA', undefined],
  ['pk_test_', undefined],
  ['pk_test_%%%', undefined],
  [`pk_test_${btoa('clerk.shop.example')}`, undefined],
  [`pk_test_${btoa('clerk.shop.example$$')}`, undefined],
  // Text that would end the directive of a policy, or that disguises another address.
  [key("x.example; script-src 'unsafe-inline'"), undefined],
  [key('evil.example/x.example'), undefined],
  [key('user@evil.example'), undefined],
  [key('evil.example:8443'), undefined],
  [key('localhost'), undefined],
  [key('*.example'), undefined],
])('reads the host of the key %s', (text, host) => expect(readKeyHost(text)).toBe(host))

const ADDRESS = 'https://shop.backend.example'
const all = ['https://*.backend.example']
const wrong = (why: RegExp) => ({ is: 'wrong', why: expect.stringMatching(why) as string })

test.each([
  ['the text true [SESSION-05]', 'true'],
  ['the text True [SESSION-05]', 'True'],
  ['the text TRUE [SESSION-05]', 'TRUE'],
  ['the boolean true [SESSION-03, SESSION-04]', true],
])('direct as %s uses the backend of the organisation [SESSION-02 ENT-02]', (_name, direct) => {
  expect(readOrganisationBackend({ backend_url: `${ADDRESS}/base/`, direct }, all)).toEqual({
    is: 'direct',
    base: `${ADDRESS}/base`,
  })
})

test.each([
  ['the text false [SESSION-05]', 'false'],
  ['the text FALSE [SESSION-05]', 'FALSE'],
  ['the boolean false [SESSION-04]', false],
  ['nothing', undefined],
  ['null', null],
])('direct as %s stays at this origin', (_name, direct) => {
  expect(readOrganisationBackend({ backend_url: ADDRESS, direct }, all)).toEqual({ is: 'here' })
})

test.each([['yes'], ['1'], [''], [' true'], [1], [0], [{}], [['true']]])(
  'direct as %j is an invalid boolean value [SESSION-06]',
  (direct) => {
    expect(readOrganisationBackend({ backend_url: ADDRESS, direct }, all)).toEqual({
      is: 'wrong',
      why: 'Invalid boolean value',
    })
  }
)

test.each([[undefined], [null], ['text'], [{}], [{ backend_url: '' }], [{ backend_url: null, direct: true }]])(
  'the metadata %j contains no backend [SESSION-07]',
  (metadata) => expect(readOrganisationBackend(metadata, all)).toEqual({ is: 'none' })
)

test.each([
  ['http://shop.backend.example'],
  ['https://user:secret@shop.backend.example'],
  ['https://user@shop.backend.example'],
  ['javascript:alert(1)'],
  ['//shop.backend.example'],
  ['/api'],
  ['https://shop.backend.example?x'],
  ['https://shop.backend.example#x'],
  [5],
])('rejects the address %s', (backend_url) => {
  for (const direct of [true, false])
    expect(readOrganisationBackend({ backend_url, direct }, all)).toEqual(wrong(/not valid/))
})

test.each([
  ['https://backend.example', all, false],
  ['https://evilbackend.example', all, false],
  ['https://shop.backend.example.evil.example', all, false],
  ['https://shop.backend.example:8443', all, false],
  ['https://shop.backend.example', [], false],
  ['https://shop.backend.example', ['https://shop.backend.example'], true],
  ['https://shop.backend.example:8443', ['https://*.backend.example:8443'], true],
  ['http://localhost:8080', ['http://localhost:8080'], true],
])('sends a token to %s with the backends %j: %s', (backend_url, backends, may) => {
  const found = readOrganisationBackend({ backend_url, direct: true }, backends)
  expect(found).toEqual(may ? { is: 'direct', base: backend_url } : wrong(/not allowed to connect/))
})

test.each([
  ['https://backend.example', true],
  ['https://*.backend.example:8443', true],
  ['http://localhost:8080', true],
  ['http://backend.example', false],
  ['https://*', false],
  ['*', false],
  ['https://backend.example/path', false],
  ["https://x.example; script-src 'unsafe-inline'", false],
])('%s is a backend pattern: %s', (text, is) => expect(isBackendPattern(text)).toBe(is))

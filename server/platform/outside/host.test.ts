import { expect, test } from 'vitest'
import { formatHostPort, parseHost } from './host'

test.each([
  ['::1', '::1'],
  ['[::1]', '::1'],
  ['[2001:DB8::7]', '2001:db8::7'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['::ffff:10.0.0.1', '::ffff:10.0.0.1'],
  [' 10.0.0.7 ', '10.0.0.7'],
  ['Pumps.Example', 'pumps.example'],
  ['pumps.example.', 'pumps.example.'],
  ['my_host', 'my_host'],
  ['häfen.example', 'xn--hfen-loa.example'],
  ['пример.испытание', 'xn--e1afmkfd.xn--80akhbyknj4f'],
  ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
])('reads %s as %s', (text, host) => expect(parseHost(text)).toBe(host))

test.each([
  '',
  '-f',
  '-c 1 10.0.0.1',
  'a b',
  'a/b',
  'http://a',
  'a:80',
  'user@host',
  '[pumps.example]',
  '[::1',
  '::1]',
  ':::',
  'a'.repeat(300),
  'a\nb',
  'a%00b',
])('does not read %j as a host', (text) => expect(parseHost(text)).toBeUndefined())

test('writes an IPv6 address in brackets before a port', () => {
  expect([formatHostPort('::1', 80), formatHostPort('10.0.0.1', 80), formatHostPort('a.example', 80)]).toEqual([
    '[::1]:80',
    '10.0.0.1:80',
    'a.example:80',
  ])
})

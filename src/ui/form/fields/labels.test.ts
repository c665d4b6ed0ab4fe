import { expect, test } from 'vitest'
import { parsePastedLabels } from './labels'

test.each([
  ['env=prod', { env: 'prod' }],
  ['env=prod,team=payments', { env: 'prod', team: 'payments' }],
  ['env=prod team=payments', { env: 'prod', team: 'payments' }],
  ['env: prod\nteam: payments\n', { env: 'prod', team: 'payments' }],
  ['app.kubernetes.io/name="web"', { 'app.kubernetes.io/name': 'web' }],
  ['note=two words', { note: 'two words' }],
  ['canary=', { canary: '' }],
  ['url=https://x.example:8080/?a=b', { url: 'https://x.example:8080/?a=b' }],
  ['a=1;b=2', { a: '1', b: '2' }],
  ['a=1,a=2', { a: '2' }],
  ['', {}],
])('parses %j', (text, labels) => {
  expect(parsePastedLabels(text)).toEqual({ labels, rest: '' })
})

test('returns text that is not a label', () => {
  expect(parsePastedLabels('env=prod, team, =x')).toEqual({ labels: { env: 'prod' }, rest: 'team, =x' })
})

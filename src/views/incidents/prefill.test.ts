import { expect, test } from 'vitest'
import type { EvidenceSource } from '../../api/evidence-sources'
import { prefillOf } from './prefill'

const check = (over: Partial<EvidenceSource> = {}): EvidenceSource => ({
  id: over.name ?? 'cart',
  name: 'cart',
  type: 'http',
  status: 'unhealthy',
  components: [],
  configs: [],
  message: 'response code 503, expected 200',
  ...over,
})
const healthy = { status: 'healthy', message: 'ok' } as const

test.each<[string, EvidenceSource[], string]>([
  ['name and message', [check()], 'cart: response code 503, expected 200'],
  ['the first line of the message', [check({ message: '\n  refused\nat connect' })], 'cart: refused'],
  ['no more than fits of it', [check({ message: 'x'.repeat(300) })], `cart: ${'x'.repeat(99)}…`],
  ['no message', [check({ message: null })], 'cart is failing'],
  ['several', [check(), check({ name: 'stock' })], 'cart and stock are failing'],
  ['many', ['a', 'b', 'c', 'd', 'e'].map((name) => check({ name })), 'a, b, c and 2 more are failing'],
  ['only what fails', [check(), check({ name: 'stock', ...healthy })], 'cart: response code 503, expected 200'],
  ['what does not fail', [check(healthy)], 'cart'],
])('a title: %s', (_what, sources, title) => expect(prefillOf(sources).title).toBe(title))

test.each<[string[], string]>([
  [['critical'], 'critical'],
  [['Blocker'], 'blocker'],
  [['low', 'HIGH'], 'high'],
  [['warning'], 'medium'],
  [['info'], 'low'],
  [['sev-1'], 'medium'],
  [[''], 'medium'],
])('checks of severity %j become an incident of severity %s', (severities, severity) =>
  expect(prefillOf(severities.map((one) => check({ severity: one }))).severity).toBe(severity)
)

test('lines are there to be read: what their item says of itself is the title of an incident, and nothing that they show', () => {
  const lines = check({ name: 'checkout', message: 'Rollout Failed', isShown: true })
  expect(prefillOf([lines])).toMatchObject({ title: 'checkout: Rollout Failed', description: '' })
})

test('the severity of what passes does not count beside what fails', () => {
  expect(prefillOf([check({ severity: 'low' }), check({ name: 'b', severity: 'critical', ...healthy })]).severity).toBe(
    'low'
  )
})

test.each([
  [['http'], 'availability'],
  [['jmeter'], 'performance'],
  [['awsconfigrule'], 'compliance'],
  [['jmeter', 'http'], 'availability'],
])('checks of type %j make an incident of %s', (types, type) =>
  expect(prefillOf(types.map((one) => check({ type: one }))).type).toBe(type)
)

test('of checks that do not fail only the name is known, and what they said', () => {
  expect(prefillOf([check({ severity: 'critical', ...healthy })])).toEqual({
    title: 'cart',
    type: '',
    severity: '',
    description: 'ok',
  })
})

test('what one check said describes the evidence; of several nothing is said of all', () => {
  expect(prefillOf([check({ message: ' refused\nat connect ' })]).description).toBe('refused\nat connect')
  expect(prefillOf([check({ message: 'x'.repeat(9000) })]).description).toHaveLength(500)
  expect(prefillOf([check(), check({ name: 'stock' })]).description).toBe('')
})

test('without checks, as where they may not be read, the fields are still there', () => {
  expect(prefillOf([])).toEqual({ title: '', type: '', severity: '', description: '' })
})

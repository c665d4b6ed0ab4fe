import { expect, test } from 'vitest'
import type { EvidenceSource } from '@/api/incidents/evidence-sources'
import { prefillIncident } from './prefill'

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
  ['a long message, cut', [check({ message: 'x'.repeat(300) })], `cart: ${'x'.repeat(99)}…`],
  ['no message', [check({ message: null })], 'cart is unhealthy'],
  ['several checks', [check(), check({ name: 'stock' })], 'cart and stock are unhealthy'],
  ['many checks', ['a', 'b', 'c', 'd', 'e'].map((name) => check({ name })), 'a, b, c and 2 more are unhealthy'],
  ['failing checks only', [check(), check({ name: 'stock', ...healthy })], 'cart: response code 503, expected 200'],
  ['a check that does not fail', [check(healthy)], 'cart'],
])('builds a title: %s', (_what, sources, title) => expect(prefillIncident(sources).title).toBe(title))

test.each<[string[], string]>([
  [['critical'], 'critical'],
  [['Blocker'], 'blocker'],
  [['low', 'HIGH'], 'high'],
  [['warning'], 'medium'],
  [['info'], 'low'],
  [['sev-1'], 'medium'],
  [[''], 'medium'],
])('maps checks of severity %j to an incident of severity %s', (severities, severity) =>
  expect(prefillIncident(severities.map((one) => check({ severity: one }))).severity).toBe(severity)
)

test('uses the status of the item of document lines as the title, and leaves the description empty', () => {
  const lines = check({ name: 'checkout', message: 'Rollout Failed', isShown: true })
  expect(prefillIncident([lines])).toMatchObject({ title: 'checkout: Rollout Failed', description: '' })
})

test('ignores the severity of passing checks beside failing ones', () => {
  expect(
    prefillIncident([check({ severity: 'low' }), check({ name: 'b', severity: 'critical', ...healthy })]).severity
  ).toBe('low')
})

test.each([
  [['http'], 'availability'],
  [['jmeter'], 'performance'],
  [['awsconfigrule'], 'compliance'],
  [['jmeter', 'http'], 'availability'],
])('maps checks of type %j to an incident of type %s', (types, type) =>
  expect(prefillIncident(types.map((one) => check({ type: one }))).type).toBe(type)
)

test('prefills only the title and the description from checks that do not fail', () => {
  expect(prefillIncident([check({ severity: 'critical', ...healthy })])).toEqual({
    title: 'cart',
    type: '',
    severity: '',
    description: 'ok',
  })
})

test('prefills the description with the message of a single check, and leaves it empty for several', () => {
  expect(prefillIncident([check({ message: ' refused\nat connect ' })]).description).toBe('refused\nat connect')
  expect(prefillIncident([check({ message: 'x'.repeat(9000) })]).description).toHaveLength(500)
  expect(prefillIncident([check(), check({ name: 'stock' })]).description).toBe('')
})

test('returns empty values without checks, as when they may not be read', () => {
  expect(prefillIncident([])).toEqual({ title: '', type: '', severity: '', description: '' })
})

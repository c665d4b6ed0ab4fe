import { expect, test } from 'vitest'
import type { EvidenceSource } from '@/api/incidents/evidence-sources'
import type { OpenIncident } from '@/api/incidents/incidents'
import { findLikeliestIncident, suggestIncidents } from './suggestions'

type Evidence = OpenIncident['hypotheses'][number]['evidences'][number]

const incident = (id: string, ...evidences: Evidence[]): OpenIncident => ({
  id,
  incident_id: 'INC-1',
  title: id,
  severity: 'High',
  status: 'open',
  hypotheses: [
    { id: `${id} cause`, title: 'cause', type: 'root', evidences: [] },
    { id: `${id} factor`, title: 'factor', type: 'factor', evidences },
  ],
})
const cart: EvidenceSource = {
  id: 'cart',
  name: 'cart',
  type: 'http',
  status: 'unhealthy',
  namespace: 'shop',
  components: ['component'],
  configs: ['config'],
  message: null,
}
const suggested = (open: OpenIncident[], sources = [cart]) =>
  suggestIncidents(open, sources, 'me').map(({ incident: { id }, reason }) => [id, reason])

const mine = (at: string): Evidence => ({ created_by: 'me', created_at: at })

test('suggests incidents about the same resource first, closest match first', () => {
  const open = [
    incident('newest'),
    incident('namespace', { check_id: 'other', checks: { namespace: 'shop' } }),
    incident('component', { component_id: 'component' }),
    incident('config', { config_id: 'config' }),
    incident('check', { check_id: 'cart' }),
  ]
  expect(suggested(open)).toEqual([
    ['check', 'same check'],
    ['config', 'same config item'],
    ['component', 'same component'],
    ['namespace', 'same namespace'],
  ])
})

const stock: EvidenceSource = { ...cart, id: 'stock', components: ['cupboard'], configs: [] }
const other: EvidenceSource = { ...cart, id: 'other', components: [], configs: [] }

test.each<[string, OpenIncident[], EvidenceSource[], string | undefined]>([
  ['no incident is open', [], [cart], undefined],
  ['one is about the check', [incident('newest'), incident('i', { check_id: 'cart' })], [cart], 'i'],
  ['one is about its config item', [incident('i', { config_id: 'config' })], [cart], 'i'],
  ['one is about its component', [incident('i', { component_id: 'component' })], [cart], 'i'],
  ['one is only about its namespace', [incident('i', { checks: { namespace: 'shop' } })], [cart], undefined],
  ['one was last used', [incident('i', mine('2026-01-01T00:00:00Z'))], [cart], undefined],
  [
    'two are about the check',
    [incident('new', { check_id: 'cart' }), incident('old', { check_id: 'cart' })],
    [cart],
    'new',
  ],
  [
    'one is about the check, and a newer one about its component',
    [incident('component', { component_id: 'component' }), incident('check', { check_id: 'cart' })],
    [cart],
    'check',
  ],
  ['one is about some of several checks', [incident('i', { check_id: 'cart' })], [cart, stock, other], 'i'],
  [
    'one is about all of several, a newer and nearer one about some',
    [incident('some', { check_id: 'cart' }), incident('all', { component_id: 'cupboard' }, { config_id: 'config' })],
    [cart, stock],
    'all',
  ],
  [
    'two are about some of several each',
    [incident('i', { check_id: 'cart' }), incident('j', { check_id: 'stock' })],
    [cart, stock],
    undefined,
  ],
  [
    'two are about some of several each, one of them about more',
    [incident('i', { check_id: 'cart' }), incident('j', { check_id: 'stock' }, { check_id: 'other' })],
    [cart, stock, other],
    undefined,
  ],
])('picks the likeliest open incident when %s', (_what, open, sources, expected) =>
  expect(findLikeliestIncident(suggestIncidents(open, sources, 'me'), sources.length)?.incident.id).toBe(expected)
)

test('suggests the incident that the user added to last next, then the newest', () => {
  const open = [
    incident('newest'),
    incident('mine before', mine('2026-01-01T00:00:00Z')),
    incident('mine', mine('2026-01-03T00:00:00Z')),
    incident('of others', { created_by: 'somebody', created_at: '2026-01-05T00:00:00Z' }),
    incident('oldest'),
  ]
  expect(suggested(open)).toEqual([
    ['mine', 'used last'],
    ['newest', undefined],
    ['mine before', undefined],
    ['of others', undefined],
  ])
  expect(suggestIncidents(open, [cart], undefined).map(({ incident: { id } }) => id)).toEqual([
    'newest',
    'mine before',
    'mine',
    'of others',
  ])
})

test.each<[string, Evidence]>([
  ['nothing', {}],
  ['null', { check_id: null, config_id: null, component_id: null, created_by: null, checks: null }],
  ['the default namespace', { checks: { namespace: '' } }],
])('matches no resource by evidence of %s', (_what, evidence) =>
  expect(suggested([incident('i', evidence)], [{ ...cart, namespace: '', configs: [], components: [] }])).toEqual([
    ['i', undefined],
  ])
)

const cause = (id: string, evidence: Evidence) => ({ id, title: 'cause', type: 'factor', evidences: [evidence] })
const [about, check] = [cause('component', { component_id: 'component' }), cause('check', { check_id: 'cart' })]
const unrelated = cause('other', { check_id: 'other' })

test.each([
  [[unrelated, about, check], 'check'],
  [[unrelated, about], 'component'],
  [[unrelated], undefined],
])('picks the hypothesis with the closest evidence (%#)', (hypotheses, expected) =>
  expect(suggestIncidents([{ ...incident('i'), hypotheses }], [cart], 'me')[0]?.hypothesis).toBe(expected)
)

test('matches any of several checks', () => {
  expect(suggested([incident('i', { check_id: 'stock' })], [cart, { ...cart, id: 'stock' }])).toEqual([
    ['i', 'same check'],
  ])
})

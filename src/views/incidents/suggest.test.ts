import { expect, test } from 'vitest'
import type { EvidenceSource } from '../../api/evidence-sources'
import type { IncidentFound } from '../../api/incidents'
import { suggest } from './suggest'

type Evidence = IncidentFound['hypotheses'][number]['evidences'][number]

const incident = (id: string, ...evidences: Evidence[]): IncidentFound => ({
  id,
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
const suggested = (open: IncidentFound[], sources = [cart]) =>
  suggest(open, sources, 'me').map(({ incident: { id }, reason }) => [id, reason])

const mine = (at: string): Evidence => ({ created_by: 'me', created_at: at })

test('what is about the same thing comes first, in the order of how near it is', () => {
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

test('then the incident that this person added to last, then the newest', () => {
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
  expect(suggest(open, [cart], undefined).map(({ incident: { id } }) => id)).toEqual([
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
])('evidence of %s is about nothing', (_what, evidence) =>
  expect(suggested([incident('i', evidence)], [{ ...cart, namespace: '', configs: [], components: [] }])).toEqual([
    ['i', undefined],
  ])
)

test('any of several checks counts', () => {
  expect(suggested([incident('i', { check_id: 'stock' })], [cart, { ...cart, id: 'stock' }])).toEqual([
    ['i', 'same check'],
  ])
})

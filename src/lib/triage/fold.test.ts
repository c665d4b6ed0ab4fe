import { expect, test } from 'vitest'
import { foldChecks } from './fold'
import type { TriageItem } from './triage'

const item = (source: TriageItem['source'], id: string, more: Partial<TriageItem> = {}): TriageItem => ({
  source,
  id,
  name: id,
  label: id,
  since: '2026-11-21T05:00:00Z',
  why: '',
  ...more,
})
const places = (items: readonly TriageItem[]) => items.map(({ id, parent }) => (parent ? `${parent} › ${id}` : id))
const rule = { id: 'r', name: 'unhealthy services' }

test('places a check below the worst open incident that has it as evidence', () => {
  const items = [
    item('incidents', 'low', { severity: 'Low', checks: ['api'] }),
    item('incidents', 'blocker', { severity: 'Blocker', checks: ['api', 'healthy by now'] }),
    item('checks', 'api'),
    item('checks', 'other'),
    item('runs', 'restart'),
  ]
  expect(places(foldChecks(items, [], new Map()))).toEqual(['low', 'blocker', 'blocker › api', 'other', 'restart'])
  expect(foldChecks(items, [], new Map())[2]).toMatchObject({ handled: 'In incident blocker' })
})

test('lists an incident with a commander only if a failing check is below it, and no incident twice', () => {
  const led = [
    item('incidents', 'led', { checks: ['api'], handled: 'Commander: Bob' }),
    item('incidents', 'calm', { checks: ['gone'], handled: 'Commander: Bob' }),
    item('incidents', 'open', { checks: ['api'], handled: 'Commander: Bob' }),
  ]
  expect(places(foldChecks([item('checks', 'api'), item('incidents', 'open')], led, new Map()))).toEqual([
    'led › api',
    'open',
    'led',
  ])
})

test('places the checks of a component below the incident of a rule, and not of an incident that only mentions it', () => {
  const checksOf = new Map([['media', ['thumbnails']]])
  const items = [item('incidents', 'i', { components: ['media'] }), item('checks', 'thumbnails')]
  expect(places(foldChecks(items, [], checksOf))).toEqual(['i', 'thumbnails'])
  const [incident, check] = items as [TriageItem, TriageItem]
  expect(places(foldChecks([{ ...incident, rule }, check], [], checksOf))).toEqual(['i', 'i › thumbnails'])
})

import { expect, test } from 'vitest'
import { createCheck } from '@tests/helpers/checks'
import { type Dimension, dimensionsFor, collectLabels, dimensionValue } from './dimension'

const agents = new Map([['018f0000-0000-0000-0000-000000000001', 'edge-eu']])
const check = createCheck('payments/api/login', {
  canary_name: 'web',
  description: 'Signs in',
  namespace: 'shop',
  agent_id: '018f0000-0000-0000-0000-000000000001',
  labels: { team: 'pay' },
})

test.each<[Dimension, string]>([
  ['canary_name', 'web'],
  ['description', 'Signs in'],
  ['type', 'http'],
  ['name', 'payments'],
  ['namespace', 'shop'],
  ['agent', 'edge-eu'],
  ['label:team', 'pay'],
  ['label:tier', 'None'],
])('by %s a check belongs to %s [HEALTH-09 HEALTH-10 HEALTH-11 HEALTH-12 HEALTH-13]', (by, value) => {
  expect(dimensionValue(by, agents)(check)).toBe(value)
})

test.each([
  [undefined, 'local'],
  ['00000000-0000-0000-0000-000000000000', 'local'],
  ['018f9999-0000-0000-0000-000000000000', '018f9999'],
])('the agent with id %s is called %s', (agent_id, name) => {
  expect(dimensionValue('agent', agents)(createCheck('x', { agent_id }))).toBe(name)
})

test('a name without a slash is its own group', () => {
  expect(dimensionValue('name', agents)(createCheck('dns'))).toBe('dns')
})

test('the choices end with all labels [HEALTH-34 HEALTH-37]', () => {
  expect(dimensionsFor('group', ['team'])).toEqual(['canary_name', 'name', 'description', 'type', 'label:team'])
  expect(dimensionsFor('tab', ['team'])).toEqual(['namespace', 'agent', 'label:team'])
  expect(dimensionsFor('pivot', [])).toEqual(['namespace', 'type', 'canary_name', 'agent'])
})

test('labels and values are listed once, in natural order', () => {
  const checks = [{ tier: '10' }, { team: 'a', tier: '9' }, { tier: '10' }].map((labels, at) =>
    createCheck(String(at), { labels })
  )
  expect([...collectLabels(checks)]).toEqual([
    ['team', ['a']],
    ['tier', ['9', '10']],
  ])
})

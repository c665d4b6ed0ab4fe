import { expect, test } from 'vitest'
import { evaluateHere } from '../../tests/helpers/evaluate-here'
import type { Evaluate } from '../platform/expression/evaluator'
import type { ComponentLink } from './graph'
import { type RollUpComponent, rollUp, type RolledUpComponent } from './roll-up'

const component = (id: string, more: Partial<RollUpComponent> = {}): RollUpComponent => ({
  id,
  name: id,
  parentId: null,
  status: '',
  health: null,
  statusReason: null,
  isHidden: false,
  statusExpr: null,
  healthExpr: null,
  self: { name: id },
  checks: [],
  counted: [],
  ...more,
})
const below = (parentId: string, id: string, more: Partial<RollUpComponent> = {}) =>
  component(id, { parentId, ...more })
const at = (time: string) => `2026-11-24T${time}:00+00:00`
const check = (name: string, status: string, since?: string) => ({
  checks: [{ id: name, name, status, ...(since !== undefined && { since: at(since) }) }],
  counted: [{ key: `checks ${name}`, of: 'checks' as const, under: [status] as const, count: 1 }],
})

const rolled = async (
  components: RollUpComponent[],
  links: ComponentLink[] = [],
  evaluate: Evaluate = evaluateHere
) => {
  const found = await rollUp(components, links, evaluate)
  return (id: string): RolledUpComponent => {
    const one = found.get(id)
    if (!one) throw new Error(`there is no ${id}`)
    return one
  }
}

test('gives a parent the health of its worst child, and names that child and its time', async () => {
  const of = await rolled([
    component('shop'),
    below('shop', 'payments-db', check('connects', 'unhealthy', '14:05')),
    below('shop', 'search', { health: 'warning', statusReason: 'At its limit' }),
    below('shop', 'cart', { health: 'healthy' }),
  ])
  expect(of('shop')).toEqual({
    status: 'unhealthy',
    health: 'unhealthy',
    summary: { unhealthy: 1, warning: 1, healthy: 1, checks: { unhealthy: 1 } },
    reason: {
      text: 'unhealthy, caused by 1 of 3 children: payments-db',
      since: at('14:05'),
      causes: [
        { by: 'children', count: 1, of: 3, named: [{ id: 'payments-db', name: 'payments-db', since: at('14:05') }] },
      ],
    },
  })
  expect(of('payments-db').reason?.text).toBe('unhealthy, caused by 1 of 1 check: connects')
  expect(of('search').reason).toEqual({
    text: 'warning, reported by the component: At its limit',
    causes: [{ by: 'itself', reason: 'At its limit' }],
  })
  expect(of('cart').reason).toBeUndefined()
})

test('propagates the earliest time through all levels', async () => {
  const of = await rolled([
    component('top'),
    below('top', 'a'),
    below('a', 'aa', check('one', 'unhealthy', '14:05')),
    below('top', 'b', check('two', 'unhealthy', '09:30')),
    below('top', 'c', { health: 'unhealthy' }),
    below('top', 'd', { health: 'unhealthy' }),
  ])
  expect(of('top').reason).toMatchObject({
    since: at('09:30'),
    text: 'unhealthy, caused by 4 of 4 children: a, b, c, 1 more',
  })
})

test('starts the outage of a component when its own health changed, not with an older failure of a child', async () => {
  const of = await rolled(
    [
      component('checkout', {
        health: 'unhealthy',
        statusReason: 'No pod is ready',
        since: at('02:44'),
        ...check('checkout API', 'unhealthy', '02:45'),
      }),
      component('payments', check('certificate', 'unhealthy', '01:00')),
      component('unrecorded', { health: 'unhealthy', ...check('own', 'unhealthy', '02:50') }),
      component('silent', { health: 'unhealthy' }),
    ],
    [
      ['checkout', 'payments'],
      ['unrecorded', 'payments'],
      ['silent', 'payments'],
    ]
  )
  expect(of('checkout').reason).toEqual({
    text:
      'unhealthy, reported by the component: No pod is ready; caused by 1 of 1 check: checkout API; ' +
      'caused by 1 of 1 child: payments',
    since: at('02:44'),
    causes: [
      { by: 'itself', reason: 'No pod is ready', since: at('02:44') },
      { by: 'checks', count: 1, of: 1, named: [{ id: 'checkout API', name: 'checkout API', since: at('02:45') }] },
      { by: 'children', count: 1, of: 1, named: [{ id: 'payments', name: 'payments', since: at('01:00') }] },
    ],
  })
  expect(of('unrecorded').reason?.since).toBe(at('02:50'))
  expect(of('silent').reason).not.toHaveProperty('since')
})

test('ignores the start of a hidden child unless nothing else is a cause', async () => {
  const of = await rolled(
    [
      component('top'),
      component('only'),
      component('old', { isHidden: true, ...check('one', 'unhealthy', '01:00') }),
      component('new', check('two', 'unhealthy', '14:05')),
    ],
    [
      ['top', 'old'],
      ['top', 'new'],
      ['only', 'old'],
    ]
  )
  expect(of('top').reason).toMatchObject({ since: at('14:05'), causes: [{ count: 2 }] })
  expect(of('only').reason?.since).toBe(at('01:00'))
})

test('starts an outage with the own checks of a component, and with those of a child that failed earlier', async () => {
  const of = await rolled([
    component('top', check('own', 'unhealthy', '14:05')),
    below('top', 'a', check('one', 'unhealthy', '09:30')),
  ])
  expect(of('top').reason?.since).toBe(at('09:30'))
})

test('names every cause of a component that is unhealthy itself and because of others', async () => {
  const of = await rolled([
    component('top', { health: 'unhealthy', ...check('one', 'unhealthy') }),
    below('top', 'a', { health: 'unhealthy' }),
  ])
  expect(of('top').reason?.text).toBe(
    'unhealthy, reported by the component; caused by 1 of 1 check: one; caused by 1 of 1 child: a'
  )
})

test('reports a component without any data as unknown, which is neither good nor bad', async () => {
  const of = await rolled([
    component('top'),
    below('top', 'a'),
    component('other'),
    below('other', 'b', { health: 'healthy' }),
    below('other', 'c'),
  ])
  expect(of('top')).toMatchObject({
    health: 'unknown',
    status: 'unknown',
    summary: {},
    reason: { text: expect.stringMatching(/^unknown, no health/) as string, causes: [] },
  })
  expect(of('other')).toMatchObject({ health: 'healthy' })
})

test('keeps a stored status, and counts it where it names a bucket', async () => {
  const of = await rolled([
    component('top', { status: 'Running' }),
    below('top', 'a', { status: 'Out of labels', health: 'unhealthy' }),
    below('top', 'b', { status: 'info', health: 'healthy' }),
  ])
  expect(of('top')).toMatchObject({ status: 'Running', health: 'unhealthy', summary: { info: 1 } })
})

test('counts a component with several paths once', async () => {
  const incident = { key: 'incidents i', of: 'incidents' as const, under: ['availability', 'High'] as const, count: 1 }
  const insights = { key: 'insights c', of: 'insights' as const, under: ['security', 'low'] as const, count: 3 }
  const of = await rolled(
    [
      component('top'),
      below('top', 'a', { status: 'healthy', counted: [incident] }),
      below('top', 'b', { status: 'healthy', counted: [incident, insights] }),
      below('b', 'bb', { status: 'healthy' }),
    ],
    [
      ['a', 'bb'],
      ['top', 'bb'],
    ]
  )
  expect(of('top').summary).toEqual({
    healthy: 2,
    incidents: { availability: { High: 1 } },
    insights: { security: { low: 3 } },
  })
  // A relationship does not make its source a group: the source still counts itself.
  expect(of('a').summary).toEqual({ healthy: 2, incidents: { availability: { High: 1 } } })
})

test('explains cycles without blaming the consequence', async () => {
  const of = await rolled(
    [component('a', { health: 'unhealthy' }), component('b'), component('c')],
    [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
    ]
  )
  expect(['a', 'b', 'c'].map((id) => of(id).reason?.text)).toEqual([
    'unhealthy, reported by the component',
    'unhealthy, caused by 1 of 1 child: c',
    'unhealthy, caused by 1 of 1 child: a',
  ])
})

test('sets health and status with healthExpr and statusExpr from summary, checks and self', async () => {
  const of = await rolled([
    component('top', {
      healthExpr: 'summary.unhealthy > 1 ? "unhealthy" : summary.unhealthy > 0 ? "warning" : "healthy"',
      statusExpr: 'self.name + ": " + string(summary.unhealthy) + " of " + string(summary.healthy + summary.unhealthy)',
    }),
    below('top', 'a', { health: 'unhealthy' }),
    below('top', 'b', { health: 'healthy' }),
    component('leaf', { healthExpr: 'checks.unhealthy >= 1 ? "warning" : "healthy"', ...check('one', 'unhealthy') }),
    component('above'),
    below('above', 'odd', { healthExpr: '"perhaps"' }),
    component('broken', { healthExpr: 'nonsense(' }),
  ])
  expect(of('top')).toMatchObject({
    health: 'warning',
    status: 'top: 1 of 2',
    reason: { text: 'warning, set by its healthExpr' },
  })
  expect(of('leaf')).toMatchObject({ health: 'warning', summary: { warning: 1, checks: { unhealthy: 1 } } })
  expect(of('odd')).toMatchObject({
    health: 'unknown',
    reason: { text: 'unknown, its healthExpr cannot be evaluated: it does not return a health' },
  })
  expect(of('above')).toMatchObject({ health: 'unknown' })
  expect(of('broken').reason?.text).toMatch(/^unknown, its healthExpr cannot be evaluated: /)
})

test('does not wait for all expressions that take too long', async () => {
  let evaluations = 0
  const slow: Evaluate = async () => {
    evaluations++
    return { kind: 'undecided', message: 'the expression, which takes longer than 2 s' }
  }
  const many = Array.from({ length: 50 }, (_, index) => component(`c${index}`, { healthExpr: 'true' }))
  const of = await rolled(many, [], slow)
  expect(evaluations).toBe(2)
  expect(of('c49').reason?.text).toBe('unknown, its healthExpr cannot be evaluated: other expressions take too long')
})

test('omits the names of inaccessible checks and reports their number', async () => {
  const of = await rolled([component('top', { checks: [{ id: 'x', name: '', status: 'unhealthy' }] })])
  expect(of('top').reason).toEqual({
    text: 'unhealthy, caused by 1 of 1 check',
    causes: [{ by: 'checks', count: 1, of: 1, named: [] }],
  })
})

const chain = (length: number) =>
  Array.from({ length }, (_, index) =>
    component(`c${index}`, {
      ...(index > 0 && { parentId: `c${index - 1}` }),
      ...(index === length - 1 && check('last', 'unhealthy', '01:00')),
    })
  )

test('aggregates a chain of a thousand components and refuses one that would take seconds', async () => {
  const of = await rolled(chain(1000))
  expect(of('c0')).toMatchObject({ health: 'unhealthy', summary: { unhealthy: 1 }, reason: { since: at('01:00') } })
  await expect(rolled(chain(2500))).rejects.toThrow('too deep')
})

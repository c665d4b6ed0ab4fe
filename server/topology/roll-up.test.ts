import { expect, test } from 'vitest'
import { evaluateHere } from '../../tests/helpers/evaluate-here'
import type { Evaluate } from '../expression/evaluator'
import type { Link } from './graph'
import { type Component, rollUp, type RolledUp } from './roll-up'

const component = (id: string, more: Partial<Component> = {}): Component => ({
  id,
  name: id,
  parentId: null,
  status: '',
  health: null,
  statusReason: null,
  statusExpr: null,
  healthExpr: null,
  self: { name: id },
  checks: [],
  counted: [],
  ...more,
})
const below = (parentId: string, id: string, more: Partial<Component> = {}) => component(id, { parentId, ...more })
const at = (time: string) => `2026-11-24T${time}:00+00:00`
const check = (name: string, status: string, since?: string) => ({
  checks: [{ id: name, name, status, ...(since !== undefined && { since: at(since) }) }],
  counted: [{ key: `checks ${name}`, of: 'checks' as const, under: [status] as const, count: 1 }],
})

const rolled = async (components: Component[], links: Link[] = [], evaluate: Evaluate = evaluateHere) => {
  const found = await rollUp(components, links, evaluate)
  return (id: string): RolledUp => {
    const one = found.get(id)
    if (!one) throw new Error(`there is no ${id}`)
    return one
  }
}

test('a parent is as its worst child, and says which that is and since when', async () => {
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
      text: 'unhealthy because 1 of 3 children is: payments-db',
      since: at('14:05'),
      causes: [
        { by: 'children', count: 1, of: 3, named: [{ id: 'payments-db', name: 'payments-db', since: at('14:05') }] },
      ],
    },
  })
  expect(of('payments-db').reason?.text).toBe('unhealthy because 1 of 1 check is: connects')
  expect(of('search').reason).toEqual({
    text: 'warning because it says so itself: At its limit',
    causes: [{ by: 'itself', reason: 'At its limit' }],
  })
  expect(of('cart').reason).toBeUndefined()
})

test('the moment goes up through all levels; of several it is the first', async () => {
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
    text: 'unhealthy because 4 of 4 children are: a, b, c, 1 more',
  })
})

test('what is so itself and because of others says all of it', async () => {
  const of = await rolled([
    component('top', { health: 'unhealthy', ...check('one', 'unhealthy') }),
    below('top', 'a', { health: 'unhealthy' }),
  ])
  expect(of('top').reason?.text).toBe('unhealthy because it says so itself; 1 of 1 check is: one; 1 of 1 child is: a')
})

test('of what nothing is known is unknown, which is neither good nor bad', async () => {
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
    reason: { text: expect.stringMatching(/^unknown because neither/) as string, causes: [] },
  })
  expect(of('other')).toMatchObject({ health: 'healthy' })
})

test('a stored status is kept, and counted where it names a bucket', async () => {
  const of = await rolled([
    component('top', { status: 'Running' }),
    below('top', 'a', { status: 'Out of labels', health: 'unhealthy' }),
    below('top', 'b', { status: 'info', health: 'healthy' }),
  ])
  expect(of('top')).toMatchObject({ status: 'Running', health: 'unhealthy', summary: { info: 1 } })
})

test('what is reached by several ways counts once', async () => {
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
  // A relationship makes no group of what it starts from: it still counts itself.
  expect(of('a').summary).toEqual({ healthy: 2, incidents: { availability: { High: 1 } } })
})

test('circles are told without blaming the consequence', async () => {
  const of = await rolled(
    [component('a', { health: 'unhealthy' }), component('b'), component('c')],
    [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
    ]
  )
  expect(['a', 'b', 'c'].map((id) => of(id).reason?.text)).toEqual([
    'unhealthy because it says so itself',
    'unhealthy because 1 of 1 child is: c',
    'unhealthy because 1 of 1 child is: a',
  ])
})

test('healthExpr and statusExpr decide by summary, checks and self', async () => {
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
    reason: { text: 'warning because its healthExpr says so' },
  })
  expect(of('leaf')).toMatchObject({ health: 'warning', summary: { warning: 1, checks: { unhealthy: 1 } } })
  expect(of('odd')).toMatchObject({
    health: 'unknown',
    reason: { text: 'unknown because its healthExpr cannot be evaluated: it gives no health' },
  })
  expect(of('above')).toMatchObject({ health: 'unknown' })
  expect(of('broken').reason?.text).toMatch(/^unknown because its healthExpr cannot be evaluated: /)
})

test('expressions that take too long are not all waited for', async () => {
  let asked = 0
  const slow: Evaluate = async () => {
    asked++
    return { kind: 'undecided', message: 'the expression, which takes longer than 2 s' }
  }
  const many = Array.from({ length: 50 }, (_, index) => component(`c${index}`, { healthExpr: 'true' }))
  const of = await rolled(many, [], slow)
  expect(asked).toBe(2)
  expect(of('c49').reason?.text).toBe(
    'unknown because its healthExpr cannot be evaluated: other expressions take too long'
  )
})

test('names that may not be known are left out; how many there are is told', async () => {
  const of = await rolled([component('top', { checks: [{ id: 'x', name: '', status: 'unhealthy' }] })])
  expect(of('top').reason).toEqual({
    text: 'unhealthy because 1 of 1 check is',
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

test('a chain of a thousand is rolled up; what would take seconds is refused', async () => {
  const of = await rolled(chain(1000))
  expect(of('c0')).toMatchObject({ health: 'unhealthy', summary: { unhealthy: 1 }, reason: { since: at('01:00') } })
  await expect(rolled(chain(2500))).rejects.toThrow('too deep')
})

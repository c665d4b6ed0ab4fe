import { expect, test } from 'vitest'
import { isOver } from '@/lib/incidents/incidents'
import { readAncestorIds } from './component'
import { buildComponentScope } from './component-sections'
import type { Component } from './topology'

const id = (n: number) => `5a000011-0000-4000-8000-${String(n).padStart(12, '0')}`
const own = { id: id(1), name: 'shop' }
const one = (n: number, name: string, ...parents: number[]): Component => ({
  id: id(n),
  name,
  parents: parents.map(id),
})

test('lists the nearest components first and each component once, whichever path reaches it', () => {
  const all = [
    one(21, 'orders-db', 11),
    one(1, 'shop', 31),
    one(11, 'orders', 1),
    one(12, 'checkout', 1, 11),
    // Cycles, and components of another parent.
    one(31, 'mailer', 11),
    one(41, 'elsewhere', 99),
  ]
  const scope = buildComponentScope(own, all)
  expect(scope.components.map(({ name }) => name)).toEqual(['shop', 'orders', 'checkout', 'orders-db', 'mailer'])
  expect(scope.omitted).toBe(0)
})

test('requests only the nearest of very many components, and counts the others', () => {
  const children = Array.from({ length: 130 }, (_, at) => one(1000 + at, `child ${at}`, 1))
  const scope = buildComponentScope(own, [one(9, 'deep', 1000), ...children])
  expect(scope.components.length).toBe(100)
  expect(scope.components[0]).toEqual(own)
  expect(scope.components.some(({ name }) => name === 'deep')).toBe(false)
  expect(scope.omitted).toBe(32)
})

test.each([
  [{ path: `${id(1)}.${id(17)}`, parent_id: id(17) }, [id(1), id(17)]],
  // Some writers of paths add the component itself, others nothing.
  [{ path: `${id(1)}.${id(171)}`, parent_id: id(1) }, [id(1)]],
  [{ path: '', parent_id: id(17) }, [id(17)]],
  [{ path: null, parent_id: undefined }, []],
])('reads the ancestors of %j: %j', (of, expected) => {
  expect(readAncestorIds({ id: id(171), ...of })).toEqual(expected)
})

test('treats an incident as closed in any spelling of its status', () => {
  expect(
    ['Closed', 'resolved', 'cancelled', 'open', 'Investigating', null].map((status) => isOver({ status }))
  ).toEqual([true, true, true, false, false, false])
})

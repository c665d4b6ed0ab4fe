import { expect, test } from 'vitest'
import {
  type ComponentChildren,
  collectChildren,
  type ComponentLink,
  propagateHealth,
  collectDescendants,
} from './graph'
import { type HealthLevel, healthLevels, worstHealth } from './health'

test('ignores links to unknown components and to itself, and lists each child once', () => {
  const links: ComponentLink[] = [
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'a'],
    ['a', 'gone'],
    ['gone', 'b'],
    ['a', 'c'],
  ]
  expect(collectChildren(['a', 'b', 'c'], links)).toEqual(new Map([['a', ['b', 'c']]]))
})

test("passes on the health that a component's expression sets, regardless of its children", () => {
  const children = new Map([
    ['top', ['middle']],
    ['middle', ['bottom']],
  ])
  const own = new Map<string, HealthLevel>([
    ['top', 'unknown'],
    ['middle', 'warning'],
    ['bottom', 'unhealthy'],
  ])
  const rolled = (fixed: string[]) =>
    [...propagateHealth(own, children, new Set(fixed))]
      .map(([id, { health, steps }]) => `${id} ${health} ${steps}`)
      .toSorted()
  expect(rolled([])).toEqual(['bottom unhealthy 0', 'middle unhealthy 1', 'top unhealthy 2'])
  expect(rolled(['middle'])).toEqual(['bottom unhealthy 0', 'middle warning 0', 'top warning 1'])
})

/** The same numbers each time: a linear congruential generator. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ;) yield (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648)
}

function randomGraph(seed: number): { own: Map<string, HealthLevel>; children: ComponentChildren } {
  const source = numbers(seed)
  const next = (below: number) => Math.floor(((source.next().value as number) / 2_147_483_648) * below)
  const ids = Array.from({ length: 1 + next(12) }, (_, index) => `c${index}`)
  const pick = () => ids[next(ids.length)] ?? ''
  const links = Array.from({ length: next(20) }, (): ComponentLink => [pick(), pick()])
  return {
    own: new Map(ids.map((id) => [id, healthLevels[next(4)] ?? 'unknown'])),
    children: collectChildren(ids, links),
  }
}

test('gives each component the worst health of its descendants, in any graph with or without cycles', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const { own, children } = randomGraph(seed)
    const rolled = propagateHealth(own, children, new Set())
    for (const id of own.keys()) {
      const below = [...collectDescendants(id, children)].map((one) => own.get(one) ?? 'unknown')
      expect(rolled.get(id)?.health, `seed ${seed}, ${id}`).toBe(worstHealth(below))
    }
  }
})

test('walks a chain of ten thousand components', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => String(index))
  const children = new Map(ids.slice(0, -1).map((id, index) => [id, [String(index + 1)]]))
  expect(collectDescendants('0', children).size).toBe(10_000)
  expect(
    propagateHealth(new Map(ids.map((id) => [id, id === '9999' ? 'unhealthy' : 'healthy'])), children, new Set()).get(
      '0'
    )
  ).toEqual({
    health: 'unhealthy',
    steps: 9999,
  })
})

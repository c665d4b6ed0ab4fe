import { expect, test } from 'vitest'
import { countOf } from './tabbed-body'

test('uses singular or plural for the count next to a tab', () => {
  expect(countOf(1, 'hypothesis')).toEqual({ count: 1, countOf: 'hypothesis' })
  expect(countOf(2, 'hypothesis')).toEqual({ count: 2, countOf: 'hypotheses' })
  expect(countOf(0, 'run in 30 days', 'runs in 30 days')).toEqual({ count: 0, countOf: 'runs in 30 days' })
  expect(countOf(undefined, 'part')).toEqual({})
})

import { expect, test } from 'vitest'
import { tabCount } from '@/ui/tabs'

test('uses singular or plural for the count next to a tab', () => {
  expect(tabCount(1, 'hypothesis')).toEqual({ count: 1, countOf: 'hypothesis' })
  expect(tabCount(2, 'hypothesis')).toEqual({ count: 2, countOf: 'hypotheses' })
  expect(tabCount(0, 'run in 30 days', 'runs in 30 days')).toEqual({ count: 0, countOf: 'runs in 30 days' })
  expect(tabCount(undefined, 'part')).toEqual({})
})

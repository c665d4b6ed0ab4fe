import { expect, test } from 'vitest'
import { alphabetical } from './alphabetical'

test('orders names by the value of their numbers, ignoring case', () => {
  expect(['pod-10', 'Pod-9', 'émile', 'zoë', 'Emil', 'pod-9'].toSorted(alphabetical)).toEqual([
    'Emil',
    'émile',
    'Pod-9',
    'pod-9',
    'pod-10',
    'zoë',
  ])
})

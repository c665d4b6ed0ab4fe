import { expect, test } from 'vitest'
import { parentOf, pathOf, paths, publicOf } from './paths'

test.each([
  ['/health', undefined],
  ['/', undefined],
  [paths.check('a b'), '/health'],
  ['/catalog/a/changes', '/catalog/a'],
  ['/catalog/a/', '/catalog'],
])('%s lies under %s', (path, parent) => {
  expect(parentOf(path)).toBe(parent)
})

test('what has no page has no path', () => {
  expect(pathOf('logline', '1')).toBeUndefined()
  expect(pathOf('check', '1')).toBe(paths.check('1'))
})

test.each([
  ['/health?checkId=a', '/view/health?checkId=a'],
  ['/health', '/view/health'],
  ['/healthy', '/healthy'],
  ['/catalog', '/catalog'],
])('on a public page %s leads to %s', (path, to) => {
  expect(publicOf(path)).toBe(to)
})

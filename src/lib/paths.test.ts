import { expect, test } from 'vitest'
import { pageSources } from './page-sources'
import { hasPage, parentOf, pathOf, paths, publicOf } from './paths'

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
  expect(pathOf('incident', '1')).toBeUndefined()
  expect(pathOf('message', '1')).toBeUndefined()
  expect(pathOf('person', '1')).toBe('/settings/users?id=1')
  expect(pathOf('check', '1')).toBe(paths.check('1'))
})

test('there is a page where there is code for one, and nowhere else', () => {
  expect([...pageSources.keys()].filter((path) => !hasPage(path))).toEqual([])
  for (const path of ['/health?checkId=a#b', '/profile-settings']) expect(hasPage(path)).toBe(true)
  for (const path of ['/incidents/1', '/catalog', '/healthy', '/health/1', '/settings', ''])
    expect(hasPage(path)).toBe(false)
})

test.each([
  ['/health?checkId=a', '/view/health?checkId=a'],
  ['/health', '/view/health'],
  ['/healthy', '/healthy'],
  ['/catalog', '/catalog'],
])('on a public page %s leads to %s', (path, to) => {
  expect(publicOf(path)).toBe(to)
})

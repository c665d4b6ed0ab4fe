import { expect, test } from 'vitest'
import { checkPath } from '../pages/health'
import { findPageFiles, hasPage, pageFiles, parentPath, resourcePath, toPublicPath } from './registry'
import { componentPage } from '../pages/topology'

const CONFIG = '5a000020-0000-4000-8000-000000000105'

test('uses the same modules for all config items', () => {
  expect(findPageFiles(`/catalog/${CONFIG}/checks`)).toEqual([
    'src/views/catalog/item/config.page.tsx',
    'src/views/catalog/item/checks.tab.tsx',
  ])
  expect(findPageFiles('/catalog/x')).toEqual([])
})

test.each([
  ['/health', undefined],
  ['/', undefined],
  [checkPath('a b'), '/health'],
  ['/catalog/a/changes', '/catalog/a'],
  ['/catalog/a/', '/catalog'],
])('%s has the parent %s', (path, parent) => {
  expect(parentPath(path)).toBe(parent)
})

test('returns no path for kinds without a page', () => {
  expect(resourcePath('logline', '1')).toBeUndefined()
  expect(resourcePath('incident', '1')).toBeUndefined()
  expect(resourcePath('message', '1')).toBeUndefined()
  expect(resourcePath('person', '1')).toBe('/settings/users?id=1')
  expect(resourcePath('check', '1')).toBe(checkPath('1'))
  expect(resourcePath('config', '1')).toBeUndefined()
  expect(resourcePath('scraper', CONFIG)).toBe(`/catalog/scrapers/${CONFIG}`)
  expect(resourcePath('scraper', '1')).toBeUndefined()
  expect(resourcePath('config', CONFIG)).toBe(`/catalog/${CONFIG}`)
})

test('has a page exactly where there are modules for one', () => {
  expect([...pageFiles.keys()].filter((path) => !hasPage(path))).toEqual([])
  for (const path of ['/health?checkId=a#b', '/profile-settings']) expect(hasPage(path)).toBe(true)
  for (const below of ['', '/checks']) expect(hasPage(`/catalog/${CONFIG}${below}`)).toBe(true)
  for (const path of [componentPage.at(CONFIG), `/view/topology/${CONFIG}?a=b`]) expect(hasPage(path)).toBe(true)
  for (const below of ['', '/new', `/${CONFIG}`]) expect(hasPage(`/catalog/scrapers${below}`)).toBe(true)
  for (const path of [
    '/settings/users/new',
    '/topology/1',
    `/topology/${CONFIG}/checks`,
    `/settings/users/${CONFIG}`,
    '/catalog/scrapers/1',
    `/catalog/scrapers/${CONFIG}/x`,
  ])
    expect(hasPage(path)).toBe(false)
  for (const path of ['/incidents/1', '/catalog/1', `/catalog/${CONFIG}/x`, '/healthy', '/health/1', '/settings', ''])
    expect(hasPage(path)).toBe(false)
})

test.each([
  ['/health?checkId=a', '/view/health?checkId=a'],
  ['/health', '/view/health'],
  ['/healthy', '/healthy'],
  [`/topology/${CONFIG}`, `/view/topology/${CONFIG}`],
  ['/topology', '/topology'],
  ['/catalog', '/catalog'],
])('on a public page %s links to %s', (path, to) => {
  expect(toPublicPath(path)).toBe(to)
})

test('opens lines of a document on the page of their item', () => {
  const item = '5a000020-0000-4000-8000-000000000105'
  expect(resourcePath('lines', `${item}/yaml/12-18/00000000`)).toBe(`/catalog/${item}?lines=12-18`)
  expect(resourcePath('lines', `${item}/json/12/00000000`)).toBe(`/catalog/${item}?format=json&lines=12`)
  expect(resourcePath('lines', item)).toBeUndefined()
})

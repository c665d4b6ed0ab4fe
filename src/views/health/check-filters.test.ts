import { expect, test } from 'vitest'
import { createCheck } from '@tests/helpers/checks'
import type { FilterSet } from '../../ui/filter/filter'
import { matchesCheckLabels } from './check-filters'

const checks = [
  createCheck('shop test', { labels: { team: 'shop', env: 'test' } }),
  createCheck('shop prod', { labels: { team: 'shop', env: 'prod' } }),
  createCheck('pay prod', { labels: { team: 'pay', env: 'prod', url: 'http://a:80' } }),
  createCheck('bare', { labels: null }),
]

test.each<[FilterSet, string[]]>([
  [{}, ['shop test', 'shop prod', 'pay prod', 'bare']],
  [{ team: { shop: 'include' } }, ['shop test', 'shop prod']],
  [{ team: { shop: 'exclude' } }, ['pay prod', 'bare']],
  [{ team: { shop: 'include', pay: 'include' } }, ['shop test', 'shop prod', 'pay prod']],
  [{ team: { shop: 'include' }, env: { prod: 'include' } }, ['shop prod']],
  [{ team: { shop: 'include' }, env: { prod: 'exclude' } }, ['shop test']],
  [{ url: { 'http://a:80': 'include' } }, ['pay prod']],
  [{ team: { nobody: 'include' } }, []],
  [{ zone: { '': 'include' } }, []],
])('%j matches %j', (filter, names) => {
  expect(checks.filter(matchesCheckLabels(filter)).map(({ name }) => name)).toEqual(names)
})

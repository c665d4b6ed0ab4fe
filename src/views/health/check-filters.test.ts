import { expect, test } from 'vitest'
import { createCheck } from '@tests/helpers/checks'
import { type LabelFilter, matchesCheckLabels } from './check-filters'

const checks = [
  createCheck('shop test', { labels: { team: 'shop', env: 'test' } }),
  createCheck('shop prod', { labels: { team: 'shop', env: 'prod' } }),
  createCheck('pay prod', { labels: { team: 'pay', env: 'prod', url: 'http://a:80' } }),
  createCheck('bare', { labels: null }),
]

test.each<[LabelFilter, string[]]>([
  [{}, ['shop test', 'shop prod', 'pay prod', 'bare']],
  [{ 'team:shop': 1 }, ['shop test', 'shop prod']],
  [{ 'team:shop': -1 }, ['pay prod', 'bare']],
  [{ 'team:shop': 1, 'team:pay': 1 }, ['shop test', 'shop prod', 'pay prod']],
  [{ 'team:shop': 1, 'env:prod': 1 }, ['shop prod']],
  [{ 'team:shop': 1, 'env:prod': -1 }, ['shop test']],
  [{ 'url:http://a:80': 1 }, ['pay prod']],
  [{ 'team:nobody': 1 }, []],
])('%j matches %j', (filter, names) => {
  expect(checks.filter(matchesCheckLabels(filter)).map(({ name }) => name)).toEqual(names)
})

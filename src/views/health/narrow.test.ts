import { expect, test } from 'vitest'
import { checkNamed } from '../../../tests/helpers/checks'
import { type LabelFilter, labelsBy } from './narrow'

const checks = [
  checkNamed('shop test', { labels: { team: 'shop', env: 'test' } }),
  checkNamed('shop prod', { labels: { team: 'shop', env: 'prod' } }),
  checkNamed('pay prod', { labels: { team: 'pay', env: 'prod', url: 'http://a:80' } }),
  checkNamed('bare', { labels: null }),
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
  expect(checks.filter(labelsBy(filter)).map(({ name }) => name)).toEqual(names)
})

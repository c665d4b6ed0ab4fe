import { expect, test } from 'vitest'
import { matchQuery, NO_FIT, fitQuality, fitTier } from './match'
import { splitQuery } from './search'
import { compareFolded, type SearchEntry, foldEntry } from './text'

function fitIn(entry: Omit<SearchEntry, 'id'>, query: string) {
  const words = splitQuery(query)
  return matchQuery(words.join(' '), words, entry.title, foldEntry({ id: '1', ...entry }, new Map()))
}
const tierIn = (entry: Omit<SearchEntry, 'id'>, query: string) => {
  const fit = fitIn(entry, query)
  return fit === NO_FIT ? undefined : fitTier(fit)
}

test.each([
  ['Theme', 'theme', 0],
  ['Theme', ' THEME ', 0],
  ['Run check now', 'run check now', 0],
  ['Theme', 'th', 1],
  ['Run check now', 'run che', 1],
  ['payments-api', 'api', 2],
  ['payments_api.v2', 'v2', 2],
  ['PodCrashLooping', 'crash', 2],
  ['São Paulo', 'sao', 1],
  ['Link evidence to incident', 'lei', 3],
  ['Link evidence to incident', 'leti', 3],
  ['PodCrashLooping', 'pcl', 3],
  ['Refresh', 'fresh', 5],
  ['payments-api', 'pymts', 6],
  ['Incidents', 'ncdnts', 6],
  ['checkout', 'chekout', 6],
  ['checkout', 'chk', 6],
  ['Open keyboard settings', 'opnkybrd', 6],
  ['Theme', 'appear', 4],
  ['Theme', 'prefer', 4],
  ['Theme', 'pearance', 6],
  ['Theme', 'z', undefined],
  ['Theme', 'emt', undefined],
  // Several words match in any field and any order. The worst match decides.
  ['Run check now', 'check run', 2],
  ['Run check now', 'fresh run', undefined],
  ['Refresh page', 'page fresh', 5],
  ['Theme', 'theme appearance', 4],
  ['Theme', 'theme zebra', undefined],
  ['payments-api', 'payments api', 0],
  ['cart API', 'cart-api', 0],
  ['cart API', 'CART_API', 0],
  ['cart API', 'api-cart', 2],
  ['node-exporter', 'node-', 1],
  ['NodeDiskPressure', 'node-', 2],
])('%s is found by "%s" in tier %s', (title, query, tier) => {
  expect(tierIn({ title, keywords: 'dark appearance', group: 'Preferences' }, query)).toBe(tier)
})

test.each([
  ['Take the value and go to the next step', 'help'],
  ['Collapse or go out', 'log'],
  ['Zoom out to twice the time', 'mute'],
  ['Back to the list', 'blt'],
  ['Go to feature flags', 'url'],
  ['Run playbook', 'pay'],
  ['Change key', 'hlp'],
  ['View messages', 'vim'],
  ['Pin rows', 'pinws'],
  ['Show messages', 'home'],
])('scattered letters do not match %s: %s', (title, query) => {
  expect([2, 3, 4].includes(tierIn({ title }, query) ?? 9)).toBe(false)
  expect(tierIn({ title }, query)).toBeUndefined()
})

test('treats a completely typed alias like the title', () => {
  const entry = { title: 'homepage', aliases: ['Shop/Homepage', 'front'] }
  expect([tierIn(entry, 'shop/homepage'), tierIn(entry, 'front'), tierIn(entry, 'fro')]).toEqual([0, 0, 4])
})

test.each([
  ['more of the title typed', ['api', 'api'], ['api-1', 'api-of-the-payments-team']],
  ['earlier', ['db', 'db'], ['a-db-of-payments-team', 'payments-and-ledger-db']],
  ['fewer jumps', ['grfn', 'grfn'], ['grafn-and-more', 'garafan-and-more']],
  ['a whole keyword', ['dark', 'da'], ['one', 'one']],
])('quality is higher: %s', (_name, [one = '', other = ''], [better = '', worse = '']) => {
  const [high, low] = [
    fitIn({ title: better, keywords: 'dark' }, one),
    fitIn({ title: worse, keywords: 'dark' }, other),
  ]
  expect(fitQuality(high)).toBeGreaterThan(fitQuality(low))
})

test('computes quality as an integer from 0 to 9', () => {
  const titles = ['payments-api', 'p', 'a-very-long-name-of-something-that-is-not-the-payments-api-at-all']
  const typed = ['p', 'pay', 'payments', 'api', 'y', 'pymts', 'pa ap', 'dark', 'payments-api']
  const fits = titles.flatMap((title) => typed.map((query) => fitIn({ title, keywords: 'dark' }, query)))
  const qualities = fits.filter((fit) => fit !== NO_FIT).map(fitQuality)
  expect(qualities.length).toBeGreaterThan(15)
  expect(qualities.filter((quality) => !Number.isInteger(quality) || quality < 0 || quality > 9)).toEqual([])
})

test('sorts names consistently, with numbers by value', () => {
  const names = [
    '',
    '1pay',
    '1web',
    'a',
    'a 1',
    'a 2',
    'a 02',
    'a 10',
    'a 10 b',
    'a 10 c',
    'a b',
    'a-1',
    'b',
    'b1',
    'b1a',
    'b11',
  ]
  const signs = names.map((one) => names.map((other) => Math.sign(compareFolded(one, other))))
  expect(signs).toEqual(names.map((_one, at) => names.map((_other, of) => Math.sign(at - of))))
})

test.each([
  ['a word for the kind does not make a match worse', 'pod checkout', 0],
  ['a word for the state counts like a word of the title', 'checkout down', 2],
  ['a word for the kind alone is a keyword', 'pod', 4],
  ['a word for the state alone is a keyword', 'down', 4],
  ['other words have to match', 'svc checkout', undefined],
])('%s: %s', (_name, query, tier) => {
  expect(tierIn({ title: 'checkout', kindWords: ['pod', 'pods'], stateWords: ['down'] }, query)).toBe(tier)
})

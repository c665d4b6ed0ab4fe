import { expect, test } from 'vitest'
import { comparePages } from './page-changes'

type Row = { id: string; words: string }
const page = (ids: string, total = 9, words = 'as before') => ({
  rows: [...ids].map((id): Row => ({ id, words })),
  total,
})
const summarise = (shown: ReturnType<typeof page>, now: ReturnType<typeof page>) => {
  const { rows, gone, news } = comparePages(shown, now, ({ id }) => id)
  return `${rows.map(({ id }) => (gone.has(id) ? `(${id})` : id)).join('')} +${news}`
}

test.each([
  ['nothing changed', page('abcd'), page('abcd'), 'abcd +0'],
  ['new rows moved others to the next page', page('abcd'), page('xyab', 11), 'abcd +2'],
  ['deleted rows were replaced by rows of the next page', page('abcd'), page('adef', 7), 'a(b)(c)d +0'],
  ['a row came and another was deleted', page('abcd'), page('xacd'), 'a(b)cd +1'],
  ['new rows moved all others to the next page', page('abcd'), page('wxyz', 13), 'abcd +4'],
  ['the list is not longer than the page', page('abc', 3), page('xab', 3), 'ab(c) +1'],
  ['a row came at the end', page('abc', 3), page('abcx', 4), 'abc +1'],
  ['all rows were deleted', page('abc', 3), page('', 0), '(a)(b)(c) +0'],
  ['rows changed their places', page('abcd'), page('dcba'), 'abcd +0'],
])('moves no row if %s', (_name, shown, now, expected) => {
  expect(summarise(shown, now)).toBe(expected)
})

test('updates the values of a row that still exists', () => {
  const { rows } = comparePages(page('ab'), page('ba', 9, 'new words'), ({ id }) => id)
  expect(rows.map(({ id, words }) => `${id}: ${words}`)).toEqual(['a: new words', 'b: new words'])
})

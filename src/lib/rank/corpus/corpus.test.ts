import { expect, test } from 'vitest'
import { buildSmallIndex } from '../build'
import { createSearch } from '../search'
import { corpusEntries } from './entries'
import { corpusQueries } from './queries'

test('every query finds its intended row first', () => {
  const search = createSearch(buildSmallIndex(corpusEntries))
  const first = corpusQueries.map(([query]) => [query, search(query, 1).hits[0]?.entry.title])
  expect(corpusQueries).toHaveLength(406)
  expect(first).toEqual(corpusQueries)
})

import { expect, test } from 'vitest'
import { buildSmallIndex } from '../../src/lib/palette/rank/build'
import { createSearch } from '../../src/lib/palette/rank/search'
import { corpusEntries } from './name-entries'
import { corpusQueries } from './name-queries'

test('every query finds its intended row first', () => {
  const search = createSearch(buildSmallIndex(corpusEntries))
  const first = corpusQueries.map(([query]) => [query, search(query, 1).hits[0]?.entry.title])
  expect(corpusQueries).toHaveLength(406)
  expect(first).toEqual(corpusQueries)
})

import { buildSmallIndex } from '@/lib/palette/rank/build'
import { createTypoSearch } from '@/lib/palette/rank/search'
import type { PaletteItem } from './item'

/** The rows whose title matches a text with at most one wrong letter in each word, the best first. */
export const keepNear = (items: readonly PaletteItem[], text: string): PaletteItem[] =>
  createTypoSearch(buildSmallIndex(items))(text, items.length).hits.map(({ entry }) => entry)

import { capital } from '@/shared/format'
import { kindNoun } from '@/lib/kinds'
import { kindWordsFor } from '@/lib/palette/kind-words'
import { loadDetails } from '@/resources/registry'
import type { AnyDetails, WholeRows } from '@/resources/resource'
import type { PaletteItem } from '../item'
import { indexQuery, type IndexedRows, type PaletteSource } from './source'
import { resources } from '@/shared/routing/registry'
import type { Resource } from '@/shared/routing/resource'

/** The sources of all resource kinds with palette rows, searched by the same text as on their page. */
export const resourceSources: readonly PaletteSource[] = resources.flatMap((resource) => {
  const { kind, title, access, palette } = resource
  if (!palette) return []
  const { characters, words, isOnlyMode } = palette
  const source: PaletteSource = {
    id: kind,
    section: title,
    name: `the ${title.toLowerCase()}`,
    characters,
    words: [...new Set([...words, ...kindWordsFor(kindNoun(kind))])],
    prompt: `Search ${title.toLowerCase()}`,
    kind: kind,
    feature: access.feature,
    area: access.areas[0],
    page: resource.list,
    loadIndex: () => loadIndex(resource),
    ...(isOnlyMode && { isOnlyMode }),
  }
  return [source]
})

async function loadIndex(resource: Resource): Promise<IndexedRows> {
  const details = await loadDetails(resource.kind)
  const { rows } = details
  if (rows.paging !== 'none') throw new Error(`${resource.title} is searched by the server.`)
  return indexQuery(rows.query, (row) => itemOf(resource, details, rows, row))
}

function itemOf(
  { kind, title, nav }: Resource,
  details: AnyDetails,
  rows: WholeRows<object>,
  row: object
): PaletteItem {
  const target = { kind, ...details.identify(row) }
  return {
    id: target.id,
    source: kind,
    section: title,
    title: target.label,
    group: capital(kindNoun(kind)),
    ...(nav && { icon: nav.icon }),
    effect: { is: 'thing', target },
    hint: details.hint?.(row) ?? '',
    keywords: rows.searchText(row),
  }
}

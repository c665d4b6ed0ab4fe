import { capital } from '../../../lib/format'
import { nounOf } from '../../../lib/kinds'
import { loadDetails, resources } from '../../../resources/registry'
import type { AnyDetails, Resource, WholeRows } from '../../../resources/resource'
import type { Item } from '../item'
import { indexed, type Indexed, type Source } from './source'

/** The sources of all resource kinds with palette rows, searched by the same text as on their page. */
export const resourceSources: readonly Source[] = resources.flatMap((resource) => {
  const { kind, title, feature, access, palette } = resource
  if (!palette) return []
  const { characters, words, isOnlyMode } = palette
  const source: Source = {
    id: kind,
    section: title,
    name: `the ${title.toLowerCase()}`,
    characters,
    words,
    prompt: `Search ${title.toLowerCase()}`,
    of: kind,
    feature,
    area: access.areas[0],
    loadIndex: () => loadIndex(resource),
    ...(isOnlyMode && { isOnlyMode }),
  }
  return [source]
})

async function loadIndex(resource: Resource): Promise<Indexed> {
  const details = await loadDetails(resource.kind)
  const { rows } = details
  if (rows.paging !== 'none') throw new Error(`${resource.title} is searched by the server.`)
  return indexed(rows.query, (row) => itemOf(resource, details, rows, row))
}

function itemOf({ kind, title }: Resource, details: AnyDetails, rows: WholeRows<object>, row: object): Item {
  const target = { kind, ...details.identify(row) }
  return {
    id: target.id,
    source: kind,
    section: title,
    title: target.label,
    group: capital(nounOf(kind)),
    does: { is: 'thing', target },
    hint: details.hintOf?.(row) ?? '',
    keywords: rows.textOf(row),
  }
}

import { formatFilterValues } from '@/shared/filter-values'
import { writeMember } from '@/lib/tags'
import { catalogPage } from '@/shared/pages/catalog'
import type { SummaryRow } from './facets'

const only = (value: string) => formatFilterValues({ [value]: 'include' })

/** URL of the list of the items that a row counts, or of its items with one health. */
export function listAddress(
  { type, tag, within }: Pick<SummaryRow, 'type' | 'tag' | 'within'>,
  health = within?.facet === 'health' && within.value !== '' ? within.value : undefined
): string {
  const params = new URLSearchParams({ configType: only(type) })
  if (tag && tag.value !== null) params.set('tags', only(writeMember(tag.key, tag.value)))
  if (health !== undefined) params.set('health', only(health))
  return `${catalogPage.path}?${params}`
}

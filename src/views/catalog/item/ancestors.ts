import type { ConfigItem } from '@/api/catalog/catalog'

/** The ids of an item's ancestors, root first. Some scrapers include the item in its own path; it is left out. */
export const configAncestorIds = ({ id, path }: Pick<ConfigItem, 'id' | 'path'>): readonly string[] => [
  ...new Set((path ?? '').split('.').filter((one) => guid.test(one) && one !== id)),
]

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

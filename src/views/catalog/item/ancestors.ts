import type { ConfigItem } from '../../../api/catalog'

/** The ids of what an item is part of, from the root. Some writers of paths add the item itself, which is left out. */
export const ancestorsOf = ({ id, path }: Pick<ConfigItem, 'id' | 'path'>): readonly string[] => [
  ...new Set((path ?? '').split('.').filter((one) => guid.test(one) && one !== id)),
]

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

import { queryOptions } from '@tanstack/react-query'
import type { Language } from '@/shared/document/read'
import { sortKeys, documentToYaml } from '@/lib/catalog/document-yaml'
import { catalog, type ConfigItem } from './catalog'

/** The document of an item as text. All places that show it or store lines of it use the same text. */
export const documentText = (
  { id, config, updated_at }: Pick<ConfigItem, 'id' | 'config' | 'updated_at'>,
  format: Language
) =>
  queryOptions({
    queryKey: [...catalog.all, 'text', format, id, updated_at],
    queryFn: () => (format === 'json' ? JSON.stringify(sortKeys(config), null, 2) : documentToYaml(config)),
    staleTime: Infinity,
  })

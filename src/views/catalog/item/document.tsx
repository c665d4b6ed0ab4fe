import { queryOptions, useQuery } from '@tanstack/react-query'
import { catalog, type ConfigItem } from '../../../api/catalog'
import { nameOfConfig } from '../../../lib/config-name'
import { inOrder, yamlOf } from '../../../lib/yaml-of'
import { Editor, loadEditorAhead } from '../../../ui/editor/editor'
import { QueryState } from '../../shell/query/query-state'
import type { TabProps } from './config-tabs'
import css from './config-view.module.css'
import { documentUrl } from './url'

// The item is still on its way.
loadEditorAhead()

type Format = 'yaml' | 'json'

/** The document as text. */
const textOf = (item: ConfigItem, format: Format) =>
  queryOptions({
    queryKey: [...catalog.all, 'text', format, item.id, item.updated_at],
    queryFn: () => (format === 'json' ? JSON.stringify(inOrder(item.config), null, 2) : yamlOf(item.config)),
    staleTime: Infinity,
  })

/** The document of an item, read-only. */
export default function Document({ item }: TabProps) {
  const { format } = documentUrl.use()
  const text = useQuery(textOf(item, format))
  const name = nameOfConfig(item)
  if (item.config === null || item.config === undefined)
    return <p className={css.none}>This item has no document: its scraper brought in only what is beside it.</p>
  return (
    <div className={css.document}>
      <QueryState query={text} what="the document" as="part">
        {(shown) => (
          <Editor
            key={format}
            label={`Config of ${name}`}
            language={format}
            value={shown}
            isReadOnly
            height="large"
            fileName={name}
          />
        )}
      </QueryState>
    </div>
  )
}

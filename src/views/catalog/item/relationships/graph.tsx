import { configItemName } from '@/lib/catalog/config-name'
import { CollapsibleGraph } from '@/views/shared/graph/collapsible-graph'
import type { NodeTexts } from '@/views/shared/graph/graph-nodes'
import type { AlternativeViewProps } from '@/views/shared/list/list-page'
import { describeConfigItem as sentenceOfConfig } from '../../shared/columns'
import { configState } from '../../shared/config-health'
import { configRowTarget } from '../../shared/target'
import { describePath } from './columns'
import type { RelatedItem } from './reach'

export type RelationsGraphProps = AlternativeViewProps<RelatedItem> & {
  /** The item itself. */
  own: RelatedItem
  /** All related items. */
  rows: readonly RelatedItem[]
  /** The rows that match the search, in sorted order. */
  found: readonly RelatedItem[]
  isSearched: boolean
  onOpen(row: RelatedItem): void
}

const legend = [
  { look: 'plain', words: 'contains, or is required by' },
  { look: 'dashes', words: 'soft: inferred by a scraper' },
  { look: 'dots', words: 'through items not shown' },
] as const

/** The relationships of an item as a graph. */
export default function RelationsGraph(props: RelationsGraphProps) {
  return (
    <CollapsibleGraph<RelatedItem>
      {...props}
      label={`Relationships of ${configItemName(props.own)}, as a graph`}
      of="config"
      targetOf={configRowTarget}
      texts={drawing}
      asList="relations.layout"
      legend={legend}
    />
  )
}

const drawing: NodeTexts<RelatedItem> = {
  name: configItemName,
  iconHint: ({ config_class }) => config_class,
  describe: (row, isOwn) => (isOwn ? sentenceOfConfig(row) : `${sentenceOfConfig(row)}, ${describePath(row)}`),
  facts: (row, isOwn) => [
    row.type,
    configState(row),
    row.deleted_at ? 'deleted' : undefined,
    isOwn ? 'the item itself' : describePath(row),
  ],
  isDeleted: ({ deleted_at }) => Boolean(deleted_at),
  noun: 'item',
}

import { nameOfConfig } from '../../../../lib/config-name'
import { type Drawing, FoldedGraph } from '../../../shell/graph/folded-graph'
import type { ShownOtherwise } from '../../../shell/list/list-page'
import { sentenceOf as sentenceOfConfig } from '../../columns'
import { stateOf } from '../../config-health'
import { targetOf } from '../../target'
import { wayTo } from './columns'
import type { Related } from './reach'

export type GraphProps = ShownOtherwise<Related> & {
  /** The item itself. */
  own: Related
  /** All related items. */
  rows: readonly Related[]
  /** The rows that match the search, in sorted order. */
  found: readonly Related[]
  isSearched: boolean
  onOpen(row: Related): void
}

const legend = [
  { look: 'plain', words: 'contains, or is required by' },
  { look: 'dashes', words: 'soft: inferred by a scraper' },
  { look: 'dots', words: 'through items not shown' },
] as const

/** The relationships of an item as a graph. */
export default function RelationsGraph(props: GraphProps) {
  return (
    <FoldedGraph<Related>
      {...props}
      label={`Relationships of ${nameOfConfig(props.own)}, as a graph`}
      of="config"
      targetOf={targetOf}
      drawing={drawing}
      asList="relations.layout"
      legend={legend}
    />
  )
}

const drawing: Drawing<Related> = {
  nameOf: nameOfConfig,
  hintOf: ({ config_class }) => config_class,
  sentenceOf: (row, isOwn) => (isOwn ? sentenceOfConfig(row) : `${sentenceOfConfig(row)}, ${wayTo(row)}`),
  factsOf: (row, isOwn) => [
    row.type,
    stateOf(row),
    row.deleted_at ? 'deleted' : undefined,
    isOwn ? 'the item itself' : wayTo(row),
  ],
  isDeleted: ({ deleted_at }) => Boolean(deleted_at),
  noun: 'item',
}

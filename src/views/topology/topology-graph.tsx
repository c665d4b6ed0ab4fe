import { useMemo, useState } from 'react'
import type { Component } from '@/api/topology/topology'
import { componentHealthDot, needsAttention, readOwnStatus } from '@/lib/topology/component-health'
import type { PlaceData } from '../../commands/place'
import { CollapsibleGraph } from '../shared/graph/collapsible-graph'
import type { NodeTexts } from '../shared/graph/graph-nodes'
import { type GraphRow, type CollapseState, listUnhealthyGroups } from '../shared/graph/graph-groups'
import type { AlternativeViewProps } from '../shared/list/list-page'
import { healthReason, describeComponent, componentTitle } from './facts'
import type { Forest } from './forest'
import { toComponentTarget } from './target'

/** A component as a graph node. Its health is rolled up from its descendants. */
type GraphNode = GraphRow & { component: Component; below: readonly Component[] }

export type TopologyGraphProps = AlternativeViewProps<Component> & {
  forest: Forest
  /** Ids of the components to render, including their ancestors. */
  visible: ReadonlySet<string>
  /** The components that match the search. */
  found: readonly Component[]
  isSearched: boolean
  onOpen(component: Component): void
  handlers: NonNullable<PlaceData['handlers']>
}

/** The topology as a graph. Healthy branches are collapsed; unhealthy ones are expanded down to their cause. */
export default function TopologyGraph({ forest, visible, ends, onOpen, ...props }: TopologyGraphProps) {
  const rows = useMemo(() => rowsOf(forest, visible), [forest, visible])
  // The initial folding is kept. A component that becomes unhealthy later is marked at its collapsed ancestor.
  const [start] = useState(rows)
  return (
    <CollapsibleGraph<GraphNode>
      {...props}
      label="Topology graph"
      of="component"
      rows={rows}
      targetOf={({ component }) => toComponentTarget(component)}
      onOpen={({ component }) => onOpen(component)}
      ends={ends as unknown as AlternativeViewProps<GraphNode>['ends']}
      texts={drawing}
      initialGrouping={() => healthyFolded(start)}
      asList="topology.layout?layout=tree"
      legend={legend}
    />
  )
}

const legend = [
  { look: 'plain', words: 'contains' },
  { look: 'dashes', words: 'also contains, or depends on', isLoose: true },
] as const

const drawing: NodeTexts<GraphNode> = {
  name: ({ component }) => componentTitle(component),
  iconHint: ({ component }) => component.icon ?? '',
  describe: ({ component, below }) => describeComponent(component, { in: [], below }),
  facts: ({ component }) => [
    component.type ?? undefined,
    componentHealthDot(component),
    readOwnStatus(component),
    healthReason(component),
    component.hidden ? 'hidden' : undefined,
  ],
  noun: 'component',
}

function rowsOf(forest: Forest, visible: ReadonlySet<string>): readonly GraphNode[] {
  const rows: GraphNode[] = []
  const add = (component: Component, via: string | undefined) => {
    if (!visible.has(component.id)) return
    const below = forest.below(component.id)
    const related = forest.related(component.id)
    rows.push({
      id: component.id,
      type: component.type ?? '',
      health: componentHealthDot(component),
      via,
      related_ids: [...below, ...related].map(({ id }) => id),
      soft_ids: related.map(({ id }) => id),
      component,
      below,
    })
    for (const child of below) add(child, component.id)
  }
  for (const root of forest.roots) add(root, undefined)
  return rows
}

/** Collapses all components whose children are healthy. Unhealthy components get nodes of their own. */
const healthyFolded = (rows: readonly GraphNode[]): CollapseState => ({
  collapsedItems: new Set(
    rows.filter(({ below }) => below.length > 0 && !below.some(needsAttention)).map(({ id }) => id)
  ),
  expandedGroups: new Set(listUnhealthyGroups(rows)),
})

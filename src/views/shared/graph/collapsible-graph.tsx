import { type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { Kind, Target } from '@/commands/command'
import type { PlaceData } from '@/commands/place'
import { formatCount } from '@/shared/format'
import { type GraphHandle, GraphView } from '@/ui/graph/graph'
import type { EdgeLook } from '@/ui/graph/edge-look'
import { clearAndAnnounce, toggleAndAnnounce } from '@/ui/grid/use-row-selection'
import { countHiddenRows } from '@/ui/grid/selection'
import { prestartLayoutWorker } from '@/ui/graph/use-graph-layout'
import { Notice } from '@/ui/notice'
import { announce } from '@/ui/voice'
import { isOpenedEntry } from '../url-state/url-state'
import { CommandButton } from '../commands/command-button'
import { CommandMenu } from '../commands/command-menu'
import { Place } from '../commands/place'
import type { AlternativeViewProps } from '../list/list-page'
import { useSelection } from '../list/selection'
import { SelectionBar } from '../list/selection-bar'
import css from './folded-graph.module.css'
import {
  renderGraph,
  type GraphRow,
  collapseNode,
  type CollapseState,
  type GraphNode,
  isUnhealthyRow,
  initialCollapseState,
  type CollapseResult,
  revealItem,
  expandNode,
} from './graph-groups'
import { createNodeRenderer, groupTitle, Legend, type NodeTexts } from './graph-nodes'

// A page that loads this module shows a graph as soon as its rows have loaded.
prestartLayoutWorker()

/** The maximum number of nodes. The layout of more nodes takes too long, and the graph is not readable. */
const MOST_NODES = 1500
/** Pixels per key press when panning. */
const PAN = 80
const ZOOM = 1.25
type CollapsibleGraphProps<R extends GraphRow> = AlternativeViewProps<R> & {
  label: string
  of: Kind
  /** The resource that all others are related to; undefined for a graph with several roots. */
  own?: R
  rows: readonly R[]
  /** The rows that match the search, in their order. */
  found: readonly Pick<R, 'id'>[]
  isSearched: boolean
  targetOf(row: R): Target
  onOpen(row: R): void
  texts: NodeTexts<R>
  initialGrouping?: () => CollapseState
  /** The serialized call that shows the same rows as a list. */
  asList: string
  /** The meaning of each kind of line. */
  legend: readonly { look: EdgeLook; words: string; /** The lines do not affect the layout. */ isLoose?: boolean }[]
  handlers?: NonNullable<PlaceData['handlers']>
}

/** Resources and their relationships as a graph. Children of the same type are collapsed into a group node. */
export function CollapsibleGraph<R extends GraphRow>(props: CollapsibleGraphProps<R>) {
  const { label, of, own, rows, ends, onOpen, targetOf, texts, asList, legend } = props
  const graph = useRef<GraphHandle>(null)
  const { folding, setFolding, nodes, edges, nodeOf, byId, first, cursor, node } = useCollapsedNodes(props)
  const current = node?.is === 'item' ? node.row : undefined
  const { draw, sentenceOfNode, wordsOf } = useMemo(() => createNodeRenderer(texts, own?.id), [texts, own?.id])
  const isFound = useNodeSearch(props)
  const { selected, selection, settle, isSelected, toggle, toggleAll, clear } = useNodeSelection(props)
  const moveHandlers = useMoveHandlers(graph)
  const reveal = (row: R) => {
    setFolding((now) => (nodeOf.get(row.id) === row.id ? now : revealItem(now, row.id, own?.id, rows)))
    graph.current?.focus(row.id)
  }
  const refold = (to: CollapseResult | undefined, none: string) => {
    if (!to) return announce(none, { key: 'graph' })
    setFolding(to.folding)
    if (to.cursor !== undefined) graph.current?.focus(to.cursor)
  }
  const open = (one: GraphNode<R>) => {
    if (one.is === 'item') onOpen(one.row)
    else refold(expandNode(folding, one, nodes), '')
  }
  useListEnds(props, cursor, graph, reveal)
  useInitialReveal(props.cursor, rows, reveal)

  if (rows.length === 0)
    return (
      <Place scope="list" of={of} className={css.graph} {...(props.handlers && { handlers: props.handlers })}>
        {props.nothing}
      </Place>
    )
  if (nodes.length > MOST_NODES) return <TooManyNodes count={nodes.length} asList={asList} />
  const handlers: NonNullable<PlaceData['handlers']> = {
    ...props.handlers,
    ...moveHandlers,
    'list.enter': () => ends.current?.enter(),
    'list.first': () => graph.current?.focus(first),
    'list.open': () => node && open(node),
    'list.toggle': () => node && toggle(node),
    'list.all': toggleAll,
    // Without a selection, Escape is handled by the surrounding place.
    ...(selection.size > 0 && { 'list.clear': clear }),
    'list.nextProblem': (by) => ends.current?.stepProblem(by),
    'list.previousProblem': (by) => ends.current?.stepProblem(-by),
    'graph.unfold': () => node && refold(expandNode(folding, node, nodes), 'Nothing to expand here.'),
    'graph.fold': () => node && refold(collapseNode(folding, node), 'Nothing to collapse here.'),
  }
  return (
    <Place
      scope="list"
      of={of}
      className={css.graph}
      handlers={handlers}
      {...(current && { target: targetOf(current) })}
      selection={selected}
      settle={settle}
    >
      <Place scope="graph" className={css.drawn}>
        <GraphView
          ref={graph}
          label={label}
          nodes={nodes}
          edges={edges}
          nodeLabel={sentenceOfNode}
          renderNode={draw}
          isMatch={isFound}
          isProblem={nodeNeedsAttention}
          isSelected={isSelected}
          cursor={cursor}
          onCursor={props.onCursor}
          onOpen={open}
          onToggle={toggle}
          onToggleAll={toggleAll}
        />
      </Place>
      {selected.length > 0 && (
        <SelectionBar of={of} count={selected.length} outOfSight={countHiddenRows(selection, byId)} />
      )}
      <div className={css.below}>
        {node && (
          <p className={css.chosen}>
            <bdi>{node.is === 'item' ? texts.name(node.row) : groupTitle(node)}</bdi>
            <span className={css.quiet}>{wordsOf(node)}</span>
          </p>
        )}
        {current && <CommandMenu for={targetOf(current)} />}
        <CommandButton call="graph.unfold" label="Expand" tone="bare" />
        <CommandButton call="graph.fold" label="Collapse" tone="bare" />
        <CommandButton call="graph.zoomIn" label="Zoom in" tone="bare" />
        <CommandButton call="graph.zoomOut" label="Zoom out" tone="bare" />
        <CommandButton call="graph.fit" label="Fit" tone="bare" />
        <Legend lines={legend.filter(({ look }) => edges.some((edge) => edge.look === look))} />
      </div>
    </Place>
  )
}

/** The nodes of the current collapse state, and the node under the cursor. */
function useCollapsedNodes<R extends GraphRow>(props: CollapsibleGraphProps<R>) {
  const { own, rows, legend, initialGrouping } = props
  const [folding, setFolding] = useState(initialGrouping ?? initialCollapseState)
  const { nodes, edges, nodeOf } = useMemo(() => {
    const all = renderGraph(own, rows, folding)
    const isLoose = (look: EdgeLook) => legend.some((one) => one.look === look && one.isLoose === true)
    return { ...all, edges: all.edges.map((edge) => ({ ...edge, isLoose: isLoose(edge.look) })) }
  }, [own, rows, folding, legend])
  // A group node has the cursor by its own id, and a collapsed row by the id of its group node.
  const first = own?.id ?? nodes[0]?.id ?? ''
  const requested = props.cursor ?? first
  const byId = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes])
  const cursor = byId.has(requested) ? requested : (nodeOf.get(requested) ?? first)
  return { folding, setFolding, nodes, edges, nodeOf, byId, first, cursor, node: byId.get(cursor) }
}

/** Whether a node matches the search; undefined without a search. */
function useNodeSearch<R extends GraphRow>({ found, isSearched }: CollapsibleGraphProps<R>) {
  const matches = useMemo(() => new Set(found.map(({ id }) => id)), [found])
  return useMemo(
    () =>
      isSearched
        ? (one: GraphNode<R>) =>
            one.is === 'item' ? matches.has(one.id) : one.members.some(({ id }) => matches.has(id))
        : undefined,
    [isSearched, matches]
  )
}

/** The selected rows. A group node is selected if all of its members are. */
function useNodeSelection<R extends GraphRow>({
  own,
  rows,
  found,
  targetOf,
  texts,
  selectionState,
}: CollapsibleGraphProps<R>) {
  const find = (id: string) => {
    const row = own?.id === id ? own : rows.find((one) => one.id === id)
    return row && targetOf(row)
  }
  const { selected, selection, onSelect, settle } = useSelection(find, undefined, selectionState)
  const isSelected = useMemo(
    () => (one: GraphNode<R>) => nodeRows(one).every(({ id }) => selection.has(id)),
    [selection]
  )
  const toggleRows = (those: readonly Pick<R, 'id'>[], name: string | undefined) =>
    toggleAndAnnounce(
      { selection, onSelect },
      those.map(({ id }) => id),
      name
    )
  return {
    selected,
    selection,
    settle,
    isSelected,
    /** Selects all members of a group node, or clears them if all are selected. */
    toggle: (one: GraphNode<R>) => toggleRows(nodeRows(one), one.is === 'item' ? texts.name(one.row) : groupTitle(one)),
    /** Selects all matching rows, collapsed or not, without their unmatched neighbours. */
    toggleAll: () => toggleRows(found, undefined),
    clear: () => clearAndAnnounce({ onSelect }),
  }
}

/** Provides what the page of the list requires of the view of its rows. */
function useListEnds<R extends GraphRow>(
  { ends, rows, found, onOpen }: CollapsibleGraphProps<R>,
  cursor: string,
  graph: RefObject<GraphHandle | null>,
  reveal: (row: R) => void
) {
  useImperativeHandle(ends, () => ({
    enter: () => graph.current?.focus(cursor),
    enterFound(text) {
      const one = rows.find(({ id }) => id === found[0]?.id)
      if (!one) return false
      reveal(one)
      if (text !== undefined && found.length === 1) onOpen(one)
      return true
    },
    stepProblem(by) {
      const ill = rows.filter(isUnhealthyRow)
      const here = ill.findIndex(({ id }) => id === cursor)
      const next = ill[here === -1 && by < 0 ? -1 : here + by]
      if (next) reveal(next)
      else announce(by > 0 ? 'No further problem.' : 'No earlier problem.')
    },
  }))
}

/** The commands that move the cursor and the view. */
function useMoveHandlers(graph: RefObject<GraphHandle | null>): NonNullable<PlaceData['handlers']> {
  const pan = (x: number, y: number) => (count: number) =>
    graph.current?.pan({ x: x * PAN * count, y: y * PAN * count })
  const step = (way: 'left' | 'right' | 'up' | 'down') => (count: number) => graph.current?.step(way, count)
  return {
    'list.down': step('down'),
    'list.up': step('up'),
    'list.in': step('right'),
    'list.out': step('left'),
    'graph.fit': () => graph.current?.fit(),
    'graph.zoomIn': (count) => graph.current?.zoom(ZOOM ** count),
    'graph.zoomOut': (count) => graph.current?.zoom(ZOOM ** -count),
    'graph.panLeft': pan(1, 0),
    'graph.panRight': pan(-1, 0),
    'graph.panUp': pan(0, 1),
    'graph.panDown': pan(0, -1),
  }
}

const TooManyNodes = ({ count, asList }: { count: number; asList: string }) => (
  <Notice
    tone="empty"
    title="Too many nodes"
    actions={<CommandButton call={asList} label="Show as list" tone="primary" />}
  >
    The graph has {formatCount(count, 'node')} and can show up to {MOST_NODES.toLocaleString('en')}. Add filters, or
    reduce the number of steps.
  </Notice>
)

/** Reveals the row of a link and moves the cursor to it, once, as soon as there are rows. */
function useInitialReveal<R extends GraphRow>(id: string | undefined, rows: readonly R[], reveal: (row: R) => void) {
  const [arriving] = useState(id)
  const isDone = useRef(false)
  useEffect(() => {
    const row = rows.find((one) => one.id === arriving)
    if (isDone.current || !row) return
    isDone.current = true
    if (isOpenedEntry()) reveal(row)
  })
}

/** The row of a node, or the members of a group node. */
const nodeRows = <R extends GraphRow>(node: GraphNode<R>): readonly Pick<R, 'id'>[] =>
  node.is === 'fold' ? node.members : [node.row]

const nodeNeedsAttention = <R extends GraphRow>(node: GraphNode<R>) =>
  node.is === 'fold' ? node.isIll : isUnhealthyRow(node.row)

import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { Kind, Target } from '@/commands/command'
import type { PlaceData } from '@/commands/place'
import { capital, formatCount, shorten } from '@/shared/format'
import { toHealthDot } from '@/lib/catalog/health-status'
import { type GraphHandle, GraphView } from '@/ui/graph/graph'
import { NODE_SIZE } from '@/ui/graph/layout'
import type { EdgeLook } from '@/ui/graph/edge-look'
import { clearAndAnnounce, toggleAndAnnounce } from '@/ui/grid/use-row-selection'
import { countHiddenRows } from '@/ui/grid/selection'
import { prestartLayoutWorker } from '@/ui/graph/use-graph-layout'
import { Notice } from '@/ui/notice'
import { StatusShape } from '@/ui/status'
import { announce } from '@/ui/voice'
import { isOpenedEntry } from '../url-state/url-state'
import { CommandButton } from '../commands/command-button'
import { CommandMenu } from '../commands/command-menu'
import { Place } from '../commands/place'
import type { AlternativeViewProps } from '../list/list-page'
import { useSelection } from '../list/selection'
import { SelectionBar } from '../list/selection-bar'
import { TypeIcon } from '../type-icon'
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

// A page that loads this module shows a graph as soon as its rows have loaded.
prestartLayoutWorker()

/** The maximum number of nodes. The layout of more nodes takes too long, and the graph is not readable. */
const MOST_NODES = 1500
/** Pixels per key press when panning. */
const PAN = 80
const ZOOM = 1.25
/** The maximum length of a name, so that it fits in its box. */
const NAME_LENGTH = 19

/** The texts of a node. Must be a stable reference. `isOwn` is true for the resource that all others are related to. */
export type NodeTexts<R> = {
  name(row: R): string
  describe(row: R, isOwn: boolean): string
  /** A hint for the icon, in addition to the type. */
  iconHint(row: R): string
  /** The facts of the node under the cursor, shown below the graph: `Pod, Running, downstream, 2 steps`. */
  facts(row: R, isOwn: boolean): readonly (string | undefined)[]
  isDeleted?(row: R): boolean
  /** The noun for collapsed rows: `item`. */
  noun: string
}

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
export function CollapsibleGraph<R extends GraphRow>({
  label,
  of,
  own,
  rows,
  found,
  isSearched,
  ends,
  nothing,
  onOpen,
  targetOf,
  texts,
  initialGrouping,
  asList,
  legend,
  ...at
}: CollapsibleGraphProps<R>) {
  const [folding, setFolding] = useState(initialGrouping ?? initialCollapseState)
  const graph = useRef<GraphHandle>(null)
  const { nodes, edges, nodeOf } = useMemo(() => {
    const all = renderGraph(own, rows, folding)
    const isLoose = (look: EdgeLook) => legend.some((one) => one.look === look && one.isLoose === true)
    return { ...all, edges: all.edges.map((edge) => ({ ...edge, isLoose: isLoose(edge.look) })) }
  }, [own, rows, folding, legend])
  // A group node has the cursor by its own id, and a collapsed row by the id of its group node.
  const first = own?.id ?? nodes[0]?.id ?? ''
  const requested = at.cursor ?? first
  const byId = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes])
  const cursor = byId.has(requested) ? requested : (nodeOf.get(requested) ?? first)
  const node = byId.get(cursor)
  const current = node?.is === 'item' ? node.row : undefined
  const matches = useMemo(() => new Set(found.map(({ id }) => id)), [found])
  const isFound = useMemo(
    () =>
      isSearched
        ? (one: GraphNode<R>) =>
            one.is === 'item' ? matches.has(one.id) : one.members.some(({ id }) => matches.has(id))
        : undefined,
    [isSearched, matches]
  )
  const { draw, sentenceOfNode, wordsOf } = useMemo(() => createNodeRenderer(texts, own?.id), [texts, own?.id])
  const { ticked, selection, onSelect, settle } = useSelection(
    (id) => {
      const row = own?.id === id ? own : rows.find((one) => one.id === id)
      return row && targetOf(row)
    },
    undefined,
    at.ticks
  )
  const isTicked = useMemo(() => (one: GraphNode<R>) => nodeRows(one).every(({ id }) => selection.has(id)), [selection])
  /** Selects all members of a group node, or clears them if all are selected. */
  const toggle = (one: GraphNode<R>) =>
    toggleAndAnnounce(
      { selection, onSelect },
      nodeRows(one).map(({ id }) => id),
      one.is === 'item' ? texts.name(one.row) : groupTitle(one)
    )
  /** Selects all matching rows, collapsed or not, without their unmatched neighbours. */
  const toggleAll = () =>
    toggleAndAnnounce(
      { selection, onSelect },
      found.map(({ id }) => id),
      undefined
    )
  const reveal = (row: R) => {
    setFolding((now) => (nodeOf.get(row.id) === row.id ? now : revealItem(now, row.id, own?.id, rows)))
    graph.current?.focus(row.id)
  }
  const refold = (to: CollapseResult | undefined, none: string) => {
    if (!to) return announce(none, { key: 'graph' })
    setFolding(to.folding)
    if (to.cursor !== undefined) graph.current?.focus(to.cursor)
  }
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
  useInitialReveal(at.cursor, rows, reveal)
  const open = (one: GraphNode<R>) => {
    if (one.is === 'item') onOpen(one.row)
    else refold(expandNode(folding, one, nodes), '')
  }
  const pan = (x: number, y: number) => (count: number) =>
    graph.current?.pan({ x: x * PAN * count, y: y * PAN * count })
  const step = (way: 'left' | 'right' | 'up' | 'down') => (count: number) => graph.current?.step(way, count)

  if (rows.length === 0)
    return (
      <Place scope="list" of={of} className={css.graph} {...(at.handlers && { handlers: at.handlers })}>
        {nothing}
      </Place>
    )
  if (nodes.length > MOST_NODES)
    return (
      <Notice
        tone="empty"
        title="Too many nodes"
        actions={<CommandButton call={asList} label="Show as list" tone="primary" />}
      >
        The graph has {formatCount(nodes.length, 'node')} and can show up to {MOST_NODES.toLocaleString('en')}. Add
        filters, or reduce the number of steps.
      </Notice>
    )
  const handlers: NonNullable<PlaceData['handlers']> = {
    ...at.handlers,
    'list.enter': () => ends.current?.enter(),
    'list.down': step('down'),
    'list.up': step('up'),
    'list.in': step('right'),
    'list.out': step('left'),
    'list.first': () => graph.current?.focus(first),
    'list.open': () => node && open(node),
    'list.toggle': () => node && toggle(node),
    'list.all': toggleAll,
    // Without a selection, Escape is handled by the surrounding place.
    ...(selection.size > 0 && { 'list.clear': () => clearAndAnnounce({ onSelect }) }),
    'list.nextProblem': (by) => ends.current?.stepProblem(by),
    'list.previousProblem': (by) => ends.current?.stepProblem(-by),
    'graph.unfold': () => node && refold(expandNode(folding, node, nodes), 'Nothing to expand here.'),
    'graph.fold': () => node && refold(collapseNode(folding, node), 'Nothing to collapse here.'),
    'graph.fit': () => graph.current?.fit(),
    'graph.zoomIn': (count) => graph.current?.zoom(ZOOM ** count),
    'graph.zoomOut': (count) => graph.current?.zoom(ZOOM ** -count),
    'graph.panLeft': pan(1, 0),
    'graph.panRight': pan(-1, 0),
    'graph.panUp': pan(0, 1),
    'graph.panDown': pan(0, -1),
  }
  return (
    <Place
      scope="list"
      of={of}
      className={css.graph}
      handlers={handlers}
      {...(current && { target: targetOf(current) })}
      selection={ticked}
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
          isSelected={isTicked}
          cursor={cursor}
          onCursor={at.onCursor}
          onOpen={open}
          onToggle={toggle}
          onToggleAll={toggleAll}
        />
      </Place>
      {ticked.length > 0 && (
        <SelectionBar of={of} count={ticked.length} outOfSight={countHiddenRows(selection, byId)} />
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

const shortType = (type: string) => type.split('::').at(-1) || type

type Fold = { members: readonly unknown[]; type: string }

/** `12 Pods`. */
const groupTitle = ({ members, type }: Fold) => formatCount(members.length, shortType(type) || 'one')

const LEFT = -NODE_SIZE.width / 2
const RIGHT = NODE_SIZE.width / 2

const joined = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(', ')
const healthWarning = (node: { isIll: boolean }) => (node.isIll ? 'not healthy' : undefined)

function createNodeRenderer<R extends GraphRow>(drawing: NodeTexts<R>, own: string | undefined) {
  const { name: nameOf, describe, iconHint, facts: factsOf, isDeleted, noun } = drawing
  const countCollapsed = (hidden: number) => (hidden > 0 ? `${formatCount(hidden, noun)} collapsed` : undefined)
  return {
    wordsOf: (node: GraphNode<R>): string =>
      node.is === 'fold'
        ? joined([node.type, healthWarning(node), 'collapsed'])
        : joined([...factsOf(node.row, node.id === own), countCollapsed(node.hidden)]),

    sentenceOfNode: (node: GraphNode<R>): string =>
      node.is === 'fold'
        ? joined([groupTitle(node), healthWarning(node), 'collapsed'])
        : joined([describe(node.row, node.id === own), countCollapsed(node.hidden)]),

    /** The content of a box: icon, health and name, or the count of a group node. */
    draw(node: GraphNode<R>) {
      const isFold = node.is === 'fold'
      const isGone = !isFold && isDeleted?.(node.row) === true
      const [name, facts] = isFold
        ? [groupTitle(node), node.isIll ? 'not healthy' : node.type]
        : [nameOf(node.row), shortType(node.row.type)]
      const health = isFold
        ? node.isIll
          ? 'unhealthy'
          : undefined
        : node.row.health
          ? toHealthDot(node.row.health)
          : undefined
      const more = isFold ? '+' : node.hidden > 0 ? `+${node.hidden.toLocaleString('en')}` : ''
      return (
        <>
          {isFold && <path className={css.stack} d={`M${LEFT + 5} -25H${RIGHT - 5}M${LEFT + 10} -28H${RIGHT - 10}`} />}
          <g transform={`translate(${LEFT + 10} -8)`} className={css.nodeIcon}>
            <TypeIcon type={isFold ? node.type : node.row.type} hint={isFold ? '' : iconHint(node.row)} size={16} />
          </g>
          <text className={css.nodeName} x={LEFT + 34} y={-3} data-deleted={isGone || undefined}>
            {shorten(name, NAME_LENGTH)}
          </text>
          <text className={css.nodeFacts} x={LEFT + 34} y={13}>
            {shorten(isGone ? `${facts}, deleted` : facts, NAME_LENGTH + 8)}
          </text>
          {more !== '' && (
            <text className={css.nodeFacts} x={RIGHT - 10} y={14} textAnchor="end">
              {more}
            </text>
          )}
          {health && (
            <g transform={`translate(${RIGHT - 20} -14)`}>
              <StatusShape health={health} />
            </g>
          )}
        </>
      )
    },
  }
}

/** The meaning of shapes and lines. */
const Legend = ({ lines }: { lines: readonly { look: EdgeLook; words: string }[] }) => (
  <ul className={css.legend} aria-label="Legend">
    {(['healthy', 'warning', 'unhealthy', 'unknown'] as const).map((health) => (
      <li key={health}>
        <StatusShape health={health} /> {capital(health)}
      </li>
    ))}
    {lines.map(({ look, words }) => (
      <li key={look}>
        <Line look={look} /> {words}
      </li>
    ))}
  </ul>
)

const Line = ({ look }: { look: EdgeLook }) => (
  <svg width="26" height="8" viewBox="0 0 26 8" aria-hidden="true" className={css.line}>
    <path d="M0 4H20" data-look={look} />
    <path d="M26 4 18 0v8Z" />
  </svg>
)

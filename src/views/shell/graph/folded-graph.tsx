import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { Kind, Target } from '../../../commands/command'
import type { Place as PlaceData } from '../../../commands/place'
import { capital, formatCount, shorten } from '../../../lib/format'
import { dotOf } from '../../../lib/health-status'
import { type GraphHandle, Graph } from '../../../ui/graph/graph'
import { BOX } from '../../../ui/graph/layout'
import type { Look } from '../../../ui/graph/look'
import { clearAloud, toggleAloud } from '../../../ui/grid/selecting'
import { countHidden } from '../../../ui/grid/selection'
import { startLayoutAhead } from '../../../ui/graph/use-layout'
import { Notice } from '../../../ui/notice'
import { StatusShape } from '../../../ui/status'
import { announce } from '../../../ui/voice'
import { isOpened } from '../../url-state/url-state'
import { CommandButton } from '../commands/command-button'
import { CommandMenu } from '../commands/command-menu'
import { Place } from '../commands/place'
import type { ShownOtherwise } from '../list/list-page'
import { useTicked } from '../list/ticked'
import { TickedBar } from '../list/ticked-bar'
import { TypeIcon } from '../type-icon'
import css from './folded-graph.module.css'
import {
  drawn,
  type Foldable,
  folded,
  type Folding,
  type GraphNode,
  isIll,
  nothingFolded,
  type Refolded,
  revealed,
  unfolded,
} from './folds'

// Whoever loads this shows a graph as soon as its things are here.
startLayoutAhead()

/** More are neither laid out in time nor read by anybody. */
const MOST_NODES = 1500
/** Pixels that a key moves what is seen by. */
const PAN = 80
const ZOOM = 1.25
/** Of a name, so that it stays in its box. */
const NAME_LENGTH = 19

/** What is written of a thing. It has to stay the same. `isOwn`: it is what all the others are related to. */
export type Drawing<R> = {
  nameOf(row: R): string
  sentenceOf(row: R, isOwn: boolean): string
  /** Of what kind it is, besides its type. */
  hintOf(row: R): string
  /** Below the drawing, of what is under the cursor: `Pod, Running, downstream, 2 steps`. */
  factsOf(row: R, isOwn: boolean): readonly (string | undefined)[]
  isDeleted?(row: R): boolean
  /** What things are called that are folded: `item`. */
  noun: string
}

export type FoldedGraphProps<R extends Foldable> = ShownOtherwise<R> & {
  label: string
  of: Kind
  /** What all the others are related to; undefined: those at the top have nothing in common. */
  own?: R
  rows: readonly R[]
  /** Those that the search leaves, in their order. */
  found: readonly Pick<R, 'id'>[]
  isSearched: boolean
  targetOf(row: R): Target
  onOpen(row: R): void
  drawing: Drawing<R>
  startsFolded?: () => Folding
  /** The call that shows the same as a list. */
  asList: string
  /** What lines mean: of each look, in words. */
  legend: readonly { look: Look; words: string; /** They move no box. */ isLoose?: boolean }[]
  handlers?: NonNullable<PlaceData['handlers']>
}

/** Things and what leads to what, drawn; those of one type below the same are folded into one. */
export function FoldedGraph<R extends Foldable>({
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
  drawing,
  startsFolded,
  asList,
  legend,
  ...at
}: FoldedGraphProps<R>) {
  const [folding, setFolding] = useState(startsFolded ?? nothingFolded)
  const graph = useRef<GraphHandle>(null)
  const { nodes, edges, nodeOf } = useMemo(() => {
    const all = drawn(own, rows, folding)
    const isLoose = (look: Look) => legend.some((one) => one.look === look && one.isLoose === true)
    return { ...all, edges: all.edges.map((edge) => ({ ...edge, isLoose: isLoose(edge.look) })) }
  }, [own, rows, folding, legend])
  // A fold is under the cursor by its own id, a folded thing by that of its fold.
  const first = own?.id ?? nodes[0]?.id ?? ''
  const wanted = at.cursor ?? first
  const byId = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes])
  const cursor = byId.has(wanted) ? wanted : (nodeOf.get(wanted) ?? first)
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
  const { draw, sentenceOfNode, wordsOf } = useMemo(() => drawingOf(drawing, own?.id), [drawing, own?.id])
  const { ticked, selection, onSelect, settle } = useTicked(
    (id) => {
      const row = own?.id === id ? own : rows.find((one) => one.id === id)
      return row && targetOf(row)
    },
    undefined,
    at.ticks
  )
  const isTicked = useMemo(() => (one: GraphNode<R>) => rowsIn(one).every(({ id }) => selection.has(id)), [selection])
  /** All of a fold, where not all of them are ticked. */
  const toggle = (one: GraphNode<R>) =>
    toggleAloud(
      { selection, onSelect },
      rowsIn(one).map(({ id }) => id),
      one.is === 'item' ? drawing.nameOf(one.row) : titleOf(one)
    )
  /** What matches, folded or not, and not what stands around it. */
  const toggleAll = () =>
    toggleAloud(
      { selection, onSelect },
      found.map(({ id }) => id),
      undefined
    )
  const reveal = (row: R) => {
    setFolding((now) => (nodeOf.get(row.id) === row.id ? now : revealed(now, row.id, own?.id, rows)))
    graph.current?.focus(row.id)
  }
  const refold = (to: Refolded | undefined, none: string) => {
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
      const ill = rows.filter(isIll)
      const here = ill.findIndex(({ id }) => id === cursor)
      const next = ill[here === -1 && by < 0 ? -1 : here + by]
      if (next) reveal(next)
      else announce(by > 0 ? 'No further problem.' : 'No earlier problem.')
    },
  }))
  useArrival(at.cursor, rows, reveal)
  const open = (one: GraphNode<R>) => {
    if (one.is === 'item') onOpen(one.row)
    else refold(unfolded(folding, one, nodes), '')
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
        title="Too many to draw"
        actions={<CommandButton call={asList} label="Show as list" tone="primary" />}
      >
        {formatCount(nodes.length, 'node')} would be drawn, and {MOST_NODES.toLocaleString('en')} can be. Filters or
        fewer steps leave less.
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
    // With nothing ticked, Escape is for what is around it.
    ...(selection.size > 0 && { 'list.clear': () => clearAloud({ onSelect }) }),
    'list.nextProblem': (by) => ends.current?.stepProblem(by),
    'list.previousProblem': (by) => ends.current?.stepProblem(-by),
    'graph.unfold': () => node && refold(unfolded(folding, node, nodes), 'Nothing is folded here.'),
    'graph.fold': () => node && refold(folded(folding, node), 'There is nothing to fold here.'),
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
        <Graph
          ref={graph}
          label={label}
          nodes={nodes}
          edges={edges}
          nodeLabel={sentenceOfNode}
          draw={draw}
          isFound={isFound}
          isProblem={isIllNode}
          isTicked={isTicked}
          cursor={cursor}
          onCursor={at.onCursor}
          onOpen={open}
          onToggle={toggle}
          onToggleAll={toggleAll}
        />
      </Place>
      {ticked.length > 0 && <TickedBar of={of} count={ticked.length} outOfSight={countHidden(selection, byId)} />}
      <div className={css.below}>
        {node && (
          <p className={css.chosen}>
            <bdi>{node.is === 'item' ? drawing.nameOf(node.row) : titleOf(node)}</bdi>
            <span className={css.quiet}>{wordsOf(node)}</span>
          </p>
        )}
        {current && <CommandMenu for={targetOf(current)} />}
        <CommandButton call="graph.unfold" label="Unfold" tone="bare" />
        <CommandButton call="graph.fold" label="Fold" tone="bare" />
        <CommandButton call="graph.zoomIn" label="Enlarge" tone="bare" />
        <CommandButton call="graph.zoomOut" label="Shrink" tone="bare" />
        <CommandButton call="graph.fit" label="Show all" tone="bare" />
        <Legend lines={legend.filter(({ look }) => edges.some((edge) => edge.look === look))} />
      </div>
    </Place>
  )
}

/** A link leads to a row: it is drawn itself, and under the cursor. Once, and when there are rows. */
function useArrival<R extends Foldable>(id: string | undefined, rows: readonly R[], reveal: (row: R) => void) {
  const [arriving] = useState(id)
  const isDone = useRef(false)
  useEffect(() => {
    const row = rows.find((one) => one.id === arriving)
    if (isDone.current || !row) return
    isDone.current = true
    if (isOpened()) reveal(row)
  })
}

/** Itself, or what is folded into it. */
const rowsIn = <R extends Foldable>(node: GraphNode<R>): readonly Pick<R, 'id'>[] =>
  node.is === 'fold' ? node.members : [node.row]

const isIllNode = <R extends Foldable>(node: GraphNode<R>) => (node.is === 'fold' ? node.isIll : isIll(node.row))

const shortOf = (type: string) => type.split('::').at(-1) || type

type Fold = { members: readonly unknown[]; type: string }

/** `12 Pods`. */
const titleOf = ({ members, type }: Fold) => formatCount(members.length, shortOf(type) || 'one')

const LEFT = -BOX.width / 2
const RIGHT = BOX.width / 2

const joined = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(', ')
const illness = (node: { isIll: boolean }) => (node.isIll ? 'not healthy' : undefined)

function drawingOf<R extends Foldable>(drawing: Drawing<R>, own: string | undefined) {
  const { nameOf, sentenceOf, hintOf, factsOf, isDeleted, noun } = drawing
  const foldedInto = (hidden: number) => (hidden > 0 ? `${formatCount(hidden, noun)} folded` : undefined)
  return {
    wordsOf: (node: GraphNode<R>): string =>
      node.is === 'fold'
        ? joined([node.type, illness(node), 'folded'])
        : joined([...factsOf(node.row, node.id === own), foldedInto(node.hidden)]),

    sentenceOfNode: (node: GraphNode<R>): string =>
      node.is === 'fold'
        ? joined([titleOf(node), illness(node), 'folded'])
        : joined([sentenceOf(node.row, node.id === own), foldedInto(node.hidden)]),

    /** What stands in a box: what it is, how it does, and its name; of several, how many. */
    draw(node: GraphNode<R>) {
      const isFold = node.is === 'fold'
      const isGone = !isFold && isDeleted?.(node.row) === true
      const [name, facts] = isFold
        ? [titleOf(node), node.isIll ? 'not healthy' : node.type]
        : [nameOf(node.row), shortOf(node.row.type)]
      const health = isFold
        ? node.isIll
          ? 'unhealthy'
          : undefined
        : node.row.health
          ? dotOf(node.row.health)
          : undefined
      const more = isFold ? '+' : node.hidden > 0 ? `+${node.hidden.toLocaleString('en')}` : ''
      return (
        <>
          {isFold && <path className={css.stack} d={`M${LEFT + 5} -25H${RIGHT - 5}M${LEFT + 10} -28H${RIGHT - 10}`} />}
          <g transform={`translate(${LEFT + 10} -8)`} className={css.nodeIcon}>
            <TypeIcon type={isFold ? node.type : node.row.type} hint={isFold ? '' : hintOf(node.row)} size={16} />
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

/** What shapes and lines mean. */
const Legend = ({ lines }: { lines: readonly { look: Look; words: string }[] }) => (
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

const Line = ({ look }: { look: Look }) => (
  <svg width="26" height="8" viewBox="0 0 26 8" aria-hidden="true" className={css.line}>
    <path d="M0 4H20" data-look={look} />
    <path d="M26 4 18 0v8Z" />
  </svg>
)

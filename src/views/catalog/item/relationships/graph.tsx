import { type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { nameOfConfig } from '../../../../lib/config-name'
import type { Place as PlaceData } from '../../../../commands/place'
import { capital, formatCount, shorten } from '../../../../lib/format'
import { dotOf } from '../../../../lib/health-status'
import { type GraphHandle, Graph } from '../../../../ui/graph/graph'
import { BOX } from '../../../../ui/graph/layout'
import type { Look } from '../../../../ui/graph/look'
import { startLayoutAhead } from '../../../../ui/graph/use-layout'
import { Notice } from '../../../../ui/notice'
import { StatusShape } from '../../../../ui/status'
import { say } from '../../../../ui/voice'
import { CommandButton } from '../../../shell/commands/command-button'
import { CommandMenu } from '../../../shell/commands/command-menu'
import { Place } from '../../../shell/commands/place'
import type { ListEnds } from '../../../shell/list/list-page'
import { isOpened } from '../../../url-state/url-state'
import { sentenceOf as sentenceOfConfig } from '../../columns'
import { isTrouble, stateOf } from '../../config-health'
import { TypeIcon } from '../../../shell/type-icon'
import { targetOf } from '../../target'
import { wayTo } from './columns'
import { drawn, folded, type GraphNode, nothingFolded, type Refolded, revealed, unfolded } from './folds'
import type { Related } from './reach'
import css from './relationships.module.css'

// Whoever loads this shows a graph as soon as its items are here.
startLayoutAhead()

/** More are neither laid out in time nor read by anybody. */
const MOST_NODES = 1500
/** Pixels that a key moves what is seen by. */
const PAN = 80
const ZOOM = 1.25
/** Of a name, so that it stays in its box. */
const NAME_LENGTH = 19

export type GraphProps = {
  /** The item itself. */
  own: Related
  /** All that are related to it. */
  rows: readonly Related[]
  /** Those that the search leaves, in their order. */
  found: readonly Related[]
  isSearched: boolean
  cursor: string | undefined
  onCursor(id: string): void
  onOpen(row: Related): void
  ends: RefObject<ListEnds<Related> | null>
}

/** What an item is related to, drawn. */
export default function RelationsGraph({ own, rows, found, isSearched, ends, onOpen, ...at }: GraphProps) {
  const [folding, setFolding] = useState(nothingFolded)
  const graph = useRef<GraphHandle>(null)
  const { nodes, edges, nodeOf } = useMemo(() => drawn(own, rows, folding), [own, rows, folding])
  // A fold is under the cursor by its own id, a folded item by that of its fold.
  const wanted = at.cursor ?? own.id
  const byId = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes])
  const cursor = byId.has(wanted) ? wanted : (nodeOf.get(wanted) ?? own.id)
  const node = byId.get(cursor)
  const current = node?.is === 'item' ? node.row : undefined
  const matches = useMemo(() => new Set(found.map(({ id }) => id)), [found])
  const isFound = useMemo(
    () =>
      isSearched
        ? (one: GraphNode) => (one.is === 'item' ? matches.has(one.id) : one.members.some(({ id }) => matches.has(id)))
        : undefined,
    [isSearched, matches]
  )
  const reveal = (row: Related) => {
    setFolding((now) => (nodeOf.get(row.id) === row.id ? now : revealed(now, row.id, own.id, rows)))
    graph.current?.focus(row.id)
  }
  const refold = (to: Refolded | undefined, none: string) => {
    if (!to) return say(none, { key: 'graph' })
    setFolding(to.folding)
    if (to.cursor !== undefined) graph.current?.focus(to.cursor)
  }
  useImperativeHandle(ends, () => ({
    enter: () => graph.current?.focus(cursor),
    enterFound(text) {
      const [first] = found
      if (!first) return false
      reveal(first)
      if (text !== undefined && found.length === 1) onOpen(first)
      return true
    },
    stepProblem(by) {
      const ill = rows.filter(isTrouble)
      const here = ill.findIndex(({ id }) => id === cursor)
      const next = ill[here === -1 && by < 0 ? -1 : here + by]
      if (next) reveal(next)
      else say(by > 0 ? 'No further problem.' : 'No earlier problem.')
    },
  }))
  useArrival(at.cursor, rows, reveal)
  const open = (one: GraphNode) => {
    if (one.is === 'item') onOpen(one.row)
    else refold(unfolded(folding, one, nodes), '')
  }
  const pan = (x: number, y: number) => (count: number) =>
    graph.current?.pan({ x: x * PAN * count, y: y * PAN * count })
  const step = (way: 'left' | 'right' | 'up' | 'down') => (count: number) => graph.current?.step(way, count)

  if (nodes.length > MOST_NODES)
    return (
      <Notice
        tone="empty"
        title="Too many to draw"
        actions={<CommandButton call="relations.layout" label="Show as list" tone="primary" />}
      >
        {formatCount(nodes.length, 'node')} would be drawn, and {MOST_NODES.toLocaleString('en')} can be. Filters or
        fewer steps leave less.
      </Notice>
    )
  const handlers: NonNullable<PlaceData['handlers']> = {
    'list.enter': () => ends.current?.enter(),
    'list.down': step('down'),
    'list.up': step('up'),
    'list.in': step('right'),
    'list.out': step('left'),
    'list.first': () => graph.current?.focus(own.id),
    'list.open': () => node && open(node),
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
      of="config"
      className={css.graph}
      handlers={handlers}
      {...(current && { target: targetOf(current) })}
    >
      <Place scope="graph" className={css.graph}>
        <Graph
          ref={graph}
          label={`Relationships of ${nameOfConfig(own)}, as a graph`}
          nodes={nodes}
          edges={edges}
          nodeLabel={sentenceOfNode}
          draw={draw}
          isFound={isFound}
          isProblem={isIll}
          cursor={cursor}
          onCursor={at.onCursor}
          onOpen={open}
        />
      </Place>
      <div className={css.below}>
        {node && (
          <p className={css.chosen}>
            <bdi>{node.is === 'item' ? nameOfConfig(node.row) : titleOf(node)}</bdi>
            <span className={css.quiet}>{factsOf(node, own.id)}</span>
          </p>
        )}
        {current && <CommandMenu for={targetOf(current)} />}
        <CommandButton call="graph.unfold" label="Unfold" tone="bare" />
        <CommandButton call="graph.fold" label="Fold" tone="bare" />
        <CommandButton call="graph.zoomIn" label="Enlarge" tone="bare" />
        <CommandButton call="graph.zoomOut" label="Shrink" tone="bare" />
        <CommandButton call="graph.fit" label="Show all" tone="bare" />
        <Legend has={(look) => edges.some((edge) => edge.look === look)} />
      </div>
    </Place>
  )
}

/** A link leads to a row: it is drawn itself, and under the cursor. Once, and when there are rows. */
function useArrival(id: string | undefined, rows: readonly Related[], reveal: (row: Related) => void) {
  const [arriving] = useState(id)
  const isDone = useRef(false)
  useEffect(() => {
    const row = rows.find((one) => one.id === arriving)
    if (isDone.current || !row) return
    isDone.current = true
    if (isOpened()) reveal(row)
  })
}

const isIll = (node: GraphNode) => (node.is === 'fold' ? node.isIll : isTrouble(node.row))

const shortOf = (type: string) => type.split('::').at(-1) || type

/** `12 Pods`. */
const titleOf = ({ members, type }: GraphNode & { is: 'fold' }) => formatCount(members.length, shortOf(type))

const factsOf = (node: GraphNode, own: string): string =>
  node.is === 'fold'
    ? [node.type, node.isIll ? 'not healthy' : undefined, 'folded'].filter(Boolean).join(', ')
    : [
        node.row.type,
        stateOf(node.row),
        node.row.deleted_at ? 'deleted' : undefined,
        node.id === own ? 'the item itself' : wayTo(node.row),
        node.hidden > 0 ? `${formatCount(node.hidden, 'item')} folded` : undefined,
      ]
        .filter(Boolean)
        .join(', ')

function sentenceOfNode(node: GraphNode): string {
  if (node.is === 'fold') return `${titleOf(node)}, ${node.isIll ? 'not healthy, ' : ''}folded`
  const way =
    node.row.via === undefined && node.row.side === undefined && node.level === 1 ? '' : `, ${wayTo(node.row)}`
  return `${sentenceOfConfig(node.row)}${way}${node.hidden > 0 ? `, ${formatCount(node.hidden, 'item')} folded` : ''}`
}

const LEFT = -BOX.width / 2
const RIGHT = BOX.width / 2

/** What stands in a box: what it is, how it does, and its name; of several, how many. */
function draw(node: GraphNode) {
  const isFold = node.is === 'fold'
  const [name, facts] = isFold
    ? [titleOf(node), node.isIll ? 'not healthy' : node.type]
    : [nameOfConfig(node.row), shortOf(node.row.type)]
  const health = isFold ? (node.isIll ? 'unhealthy' : undefined) : node.row.health ? dotOf(node.row.health) : undefined
  const more = isFold ? '+' : node.hidden > 0 ? `+${node.hidden.toLocaleString('en')}` : ''
  return (
    <>
      {isFold && <path className={css.stack} d={`M${LEFT + 5} -25H${RIGHT - 5}M${LEFT + 10} -28H${RIGHT - 10}`} />}
      <g transform={`translate(${LEFT + 10} -8)`} className={css.nodeIcon}>
        <TypeIcon type={isFold ? node.type : node.row.type} hint={isFold ? '' : node.row.config_class} size={16} />
      </g>
      <text className={css.nodeName} x={LEFT + 34} y={-3} data-deleted={(!isFold && node.row.deleted_at) || undefined}>
        {shorten(name, NAME_LENGTH)}
      </text>
      <text className={css.nodeFacts} x={LEFT + 34} y={13}>
        {shorten(!isFold && node.row.deleted_at ? `${facts}, deleted` : facts, NAME_LENGTH + 8)}
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
}

/** What shapes and lines mean. */
const Legend = ({ has }: { has(look: Look): boolean }) => (
  <ul className={css.legend} aria-label="Legend">
    {(['healthy', 'warning', 'unhealthy', 'unknown'] as const).map((health) => (
      <li key={health}>
        <StatusShape health={health} /> {capital(health)}
      </li>
    ))}
    <li>
      <Line look="plain" /> leads to what is part of it, or depends on it
    </li>
    {has('dashes') && (
      <li>
        <Line look="dashes" /> soft: a scraper has concluded it
      </li>
    )}
    {has('dots') && (
      <li>
        <Line look="dots" /> through items not shown
      </li>
    )}
  </ul>
)

const Line = ({ look }: { look: Look }) => (
  <svg width="26" height="8" viewBox="0 0 26 8" aria-hidden="true" className={css.line}>
    <path d="M0 4H20" data-look={look} />
    <path d="M26 4 18 0v8Z" />
  </svg>
)

import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button } from '../button'
import { Notice } from '../notice'
import { Skeleton } from '../skeleton'
import { announce } from '../voice'
import css from './graph.module.css'
import { BOX, type Edge, type Layout, type Point, type Shape } from './layout'
import { type Look, looks } from './look'
import { Minimap } from './minimap'
import { stepFrom, type Way } from './step'
import { useLayout } from './use-layout'
import {
  anchored,
  areaOf,
  type Area,
  begun,
  fitted,
  isWithin,
  showing,
  type Size,
  tilesAround,
  type Window,
  zoomed,
} from './window'

export type Node = {
  id: string
  level: number
  position: number
  setSize: number
  parent: string | undefined
  isExpanded: boolean | undefined
}

export type GraphHandle = {
  /** Moves the real focus to a node, as soon as it is drawn. */
  focus(id: string): void
  /** In pixels of the screen. */
  pan(by: Point): void
  zoom(by: number): void
  fit(): void
  /** That many nodes on, in a direction. */
  step(way: Way, count: number): void
}

type Props<N extends Node> = {
  label: string
  nodes: readonly N[]
  edges: readonly (Edge & { look: Look })[]
  /** One sentence in reading order: what a screen reader says for a node. */
  nodeLabel(node: N): string
  /** What is in the box of a node, around its middle. Has to stay the same. */
  draw(node: N): ReactNode
  /** Whether a node is told apart from the others, as by a search; undefined: none is. */
  isFound?: ((node: N) => boolean) | undefined
  /** Whether it is among those that something is to be done with. Has to stay the same while it says the same. */
  isTicked(node: N): boolean
  /** Where it is drawn in trouble on the map. */
  isProblem(node: N): boolean
  /** The node that Tab reaches. */
  cursor: string
  onCursor(id: string): void
  /** Enter, or a double press. */
  onOpen(node: N): void
  /** Space. */
  onToggle(node: N): void
  /** Control+A. */
  onToggleAll(): void
  ref?: Ref<GraphHandle>
}

/** What of a layout is seen. `isFirst`: as it is first shown, and nobody has moved it; `room`: where that was worked out for. */
type Seen = { of: Layout; at: Window; room: Size; isFirst: boolean }

type Drawn<N> = Pick<Props<N & Node>, 'nodes' | 'edges'> & { layout: Layout }

const arrows: Readonly<Record<string, Way>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** A graph that is walked with arrow keys, drawn in columns along its arrows. To screen readers it is a tree. */
export function Graph<N extends Node>({ ref, ...props }: Props<N>) {
  const {
    label,
    nodes,
    edges,
    cursor,
    onCursor,
    onOpen,
    onToggle,
    onToggleAll,
    nodeLabel,
    draw,
    isFound,
    isTicked,
    isProblem,
  } = props
  const shape = useShape(nodes, edges)
  const { layout, isFailed, retry } = useLayout(shape)
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  // What was drawn stays until the next layout is there: what has the focus keeps it.
  const [last, setLast] = useState<Drawn<N>>()
  if (layout?.shape === shape && (last?.nodes !== nodes || last.layout !== layout)) setLast({ nodes, edges, layout })
  const [window, setWindow] = useState<Seen>()
  if (last && size && (window?.of !== last.layout || (window.isFirst && window.room !== size)))
    setWindow({ of: last.layout, room: size, ...nextWindow(window, last, size, cursor) })
  const view = window?.at
  const wanted = useRef<string>(undefined)

  const move = (change: (at: Window, view: Size) => Window) =>
    setWindow((now) => {
      const at = now && size ? change(now.at, size) : undefined
      // What was seen already is not moved: it is as it was first shown.
      return now && at && at !== now.at ? { ...now, at, isFirst: false } : now
    })
  const show = (id: string) => {
    const place = last?.layout.places[id]
    if (place) move((at, room) => showing(at, place, room))
  }
  const goTo = (id: string) => {
    onCursor(id)
    wanted.current = id
    show(id)
  }
  const handle: GraphHandle = {
    focus: goTo,
    pan: ({ x, y }) => move((at) => ({ ...at, x: at.x + x, y: at.y + y })),
    zoom: (by) => move((at, room) => zoomed(at, by, { x: room.width / 2, y: room.height / 2 })),
    fit: () => move((_at, room) => (last ? fitted(last.layout, room) : _at)),
    step(way, count) {
      const to = last && stepsFrom(cursor, way, count, last)
      if (to === undefined) announce(`Nothing further ${words[way]}.`, { key: 'graph' })
      else goTo(to)
    },
  }
  useImperativeHandle(ref, () => handle)
  useLayoutEffect(() => {
    const id = wanted.current
    const element = id === undefined ? undefined : elementOf(frame.current, id)
    if (!element) return
    wanted.current = undefined
    element.focus({ preventScroll: true })
  })
  useWheel(frame, move)
  // Moving what is seen draws no box again: what is done at one is looked up when it is done.
  const latest = useRef<Acts>({ onPress: goTo, onOpen: onOpen as (node: Node) => void })
  useLayoutEffect(() => {
    latest.current = { onPress: goTo, onOpen: onOpen as (node: Node) => void }
  })
  const [acts] = useState<Acts>(() => ({
    onPress: (id) => latest.current.onPress(id),
    onOpen: (node) => latest.current.onOpen(node),
  }))

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.altKey || event.shiftKey) return
    const isChord = event.ctrlKey || event.metaKey
    if (isChord && event.key !== 'a') return
    const way = arrows[event.key]
    const node = last?.nodes.find(({ id }) => id === cursor)
    if (isChord) onToggleAll()
    else if (way) handle.step(way, 1)
    else if (event.key === 'Home' && last?.nodes[0]) goTo(last.nodes[0].id)
    else if (event.key === 'End' && last?.nodes.at(-1)) goTo(last.nodes.at(-1)?.id ?? cursor)
    else if (event.key === 'Enter' && node) onOpen(node)
    else if (event.key === ' ' && node) onToggle(node)
    else return
    event.preventDefault()
  }

  const drag = useDrag(move)
  const tiles = view && size ? tilesAround(view, size) : ''
  const near = useMemo(() => areaOf(tiles), [tiles])
  const around = useMemo(
    () => last?.edges.flatMap(({ from, to }, at) => (from === cursor || to === cursor ? [at] : [])) ?? [],
    [last, cursor]
  )
  return (
    <div ref={frame} className={css.frame} data-empty={!last || undefined}>
      {isFailed && !last && (
        <Notice
          tone="bad"
          title="Could not lay the graph out"
          actions={
            <Button tone="primary" onPress={retry}>
              Try again
            </Button>
          }
        >
          The list has the same items.
        </Notice>
      )}
      {!isFailed && !last && <Skeleton label="Laying the graph out…" />}
      {last && view && (
        // Of its nodes one can always have focus.
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
        <div role="tree" aria-label={label} className={css.tree} onKeyDown={onKeyDown}>
          <svg className={css.canvas} role="presentation" width="100%" height="100%" {...drag}>
            <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
              <Edges edges={last.edges} layout={last.layout} />
              {/* Those at the node under the cursor, drawn over the others. */}
              <Edges edges={last.edges} layout={last.layout} which={around} />
              <Boxes
                drawn={last}
                cursor={cursor}
                nodeLabel={nodeLabel as (node: Node) => string}
                draw={draw as (node: Node) => ReactNode}
                near={near}
                isFound={isFound as ((node: Node) => boolean) | undefined}
                isTicked={isTicked as (node: Node) => boolean}
                acts={acts}
              />
            </g>
          </svg>
        </div>
      )}
      {last && view && size && (
        <Minimap
          layout={last.layout}
          window={view}
          size={size}
          isProblem={(id) => last.nodes.some((node) => node.id === id && isProblem(node))}
          onMove={(to) =>
            move((at, room) => ({ ...at, x: room.width / 2 - to.x * at.scale, y: room.height / 2 - to.y * at.scale }))
          }
        />
      )}
    </div>
  )
}

/** That many steps on, or as far as there are any. @returns undefined where there is not even one */
function stepsFrom(id: string, way: Way, count: number, { layout, edges }: Drawn<Node>): string | undefined {
  const next = stepFrom(id, way, layout, edges)
  return next === undefined || count <= 1
    ? next
    : (stepsFrom(next, way, count - 1, { layout, edges, nodes: [] }) ?? next)
}

const words: Readonly<Record<Way, string>> = { left: 'to the left', right: 'to the right', up: 'up', down: 'down' }

const elementOf = (frame: Element | null, id: string) =>
  frame?.querySelector<SVGGElement>(`[data-node="${CSS.escape(id)}"]`) ?? undefined

/** The same while the same nodes are joined by the same arrows: what is in them may change without another layout. */
function useShape(nodes: readonly Node[], edges: readonly Edge[]): Shape {
  const key = useMemo(
    () =>
      `${nodes.map(({ id }) => id).join(' ')}\n${edges.map(({ from, to, isLoose }) => `${from} ${to}${isLoose ? ' loose' : ''}`).join('\n')}`,
    [nodes, edges]
  )
  const [shape, setShape] = useState(() => ({ key, shape: shapeOf(nodes, edges) }))
  if (shape.key === key) return shape.shape
  const next = { key, shape: shapeOf(nodes, edges) }
  setShape(next)
  return next.shape
}

const shapeOf = (nodes: readonly Node[], edges: readonly Edge[]): Shape => ({
  ids: nodes.map(({ id }) => id),
  edges: edges.map(({ from, to, isLoose = false }) => ({ from, to, isLoose })),
})

function nextWindow<N extends Node>(
  before: Seen | undefined,
  { layout, nodes }: Drawn<N>,
  size: Size,
  cursor: string
): Pick<Seen, 'at' | 'isFirst'> {
  // The page around it may still be growing: until somebody moves it, it fits the room that there is.
  if (!before || (before.isFirst && before.of === layout)) return { at: begun(layout, size, cursor), isFirst: true }
  const parent = nodes.find(({ id }) => id === cursor)?.parent
  const same = [cursor, parent ?? '', nodes[0]?.id ?? ''].find((id) => before.of.places[id] && layout.places[id]) ?? ''
  const moved = anchored(before.at, before.of.places[same], layout.places[same])
  const place = layout.places[cursor]
  return { at: place ? showing(moved, place, size) : moved, isFirst: false }
}

function useSize(frame: { current: HTMLElement | null }): Size | undefined {
  const [size, setSize] = useState<Size>()
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return size
}

type Move = (change: (at: Window, view: Size) => Window) => void

/** A wheel moves what is seen; with Ctrl, or by two fingers moved apart, it enlarges it. */
function useWheel(frame: { current: HTMLElement | null }, move: Move) {
  const latest = useRef(move)
  useLayoutEffect(() => {
    latest.current = move
  })
  useEffect(() => {
    const element = frame.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const box = element?.getBoundingClientRect()
      const around = { x: event.clientX - (box?.x ?? 0), y: event.clientY - (box?.y ?? 0) }
      latest.current((at) =>
        event.ctrlKey || event.metaKey
          ? zoomed(at, Math.exp(-event.deltaY / 200), around)
          : { ...at, x: at.x - event.deltaX, y: at.y - event.deltaY }
      )
    }
    // React listens passively, so that the page would scroll, too.
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [frame])
}

/** What is beside the boxes is taken hold of, and moves all of it. */
function useDrag(move: Move) {
  const held = useRef<Point>(undefined)
  return {
    onPointerDown(event: PointerEvent<SVGSVGElement>) {
      if (event.button !== 0 || (event.target as Element).closest('[data-node]')) return
      held.current = { x: event.clientX, y: event.clientY }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<SVGSVGElement>) {
      const from = held.current
      if (!from) return
      const by = { x: event.clientX - from.x, y: event.clientY - from.y }
      held.current = { x: event.clientX, y: event.clientY }
      move((at) => ({ ...at, x: at.x + by.x, y: at.y + by.y }))
    },
    onPointerUp: () => (held.current = undefined),
    onPointerCancel: () => (held.current = undefined),
  }
}

/** A soft bend through the points between both ends. */
function wayOf(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  const bends = rest.slice(0, -1).map((point, at) => {
    const next = rest[at + 1] ?? point
    return `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`
  })
  const last = rest.at(-1) ?? first
  return `M${first.x} ${first.y}${bends.join('')}L${last.x} ${last.y}`
}

/** The head of an arrow at the last of its points. */
function headOf(points: readonly Point[]): string {
  const [from, to] = points.slice(-2)
  if (!from || !to) return ''
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const corner = (turn: number) => `${to.x - 9 * Math.cos(angle + turn)} ${to.y - 9 * Math.sin(angle + turn)}`
  return `M${to.x} ${to.y}L${corner(0.45)}L${corner(-0.45)}Z`
}

/** Of more, only those at the node under the cursor are drawn. */
const MOST_LOOSE = 40

type EdgesProps = Pick<Drawn<Node>, 'edges' | 'layout'> & {
  /** Which of them; absent: all. */
  which?: readonly number[]
}

/** One path for all arrows of a look: a path for each would be most of the elements. */
const Edges = memo(function Edges({ edges, layout, which }: EdgesProps) {
  const isCrowded = edges.filter(({ isLoose }) => isLoose).length > MOST_LOOSE
  const shown = which ?? edges.flatMap((edge, at) => (edge.isLoose && isCrowded ? [] : [at]))
  const waysOf = (look: Look) => shown.flatMap((at) => (edges[at]?.look === look ? [layout.ways[at] ?? []] : []))
  return (
    <g aria-hidden="true" className={which && css.around}>
      {looks.map((look) => {
        const ways = waysOf(look)
        return ways.length > 0 && <path key={look} className={css.edge} data-look={look} d={ways.map(wayOf).join('')} />
      })}
      <path className={css.head} d={shown.map((at) => headOf(layout.ways[at] ?? [])).join('')} />
    </g>
  )
})

type Acts = { onPress(id: string): void; onOpen(node: Node): void }

type BoxesProps = {
  drawn: Drawn<Node>
  cursor: string
  nodeLabel(node: Node): string
  draw(node: Node): ReactNode
  /** What is in boxes is drawn here only: out of sight it would be most of the elements. */
  near: Area
  isFound: ((node: Node) => boolean) | undefined
  isTicked(node: Node): boolean
  acts: Acts
}

const Boxes = memo(function Boxes({
  drawn: { nodes, layout },
  cursor,
  nodeLabel,
  draw,
  near,
  isFound,
  isTicked,
  acts,
}: BoxesProps) {
  return nodes.map((node) => {
    const place = layout.places[node.id]
    return (
      place && (
        <Box
          key={node.id}
          node={node}
          place={place}
          label={nodeLabel(node)}
          draw={draw}
          isNear={isWithin(place, near)}
          isCursor={node.id === cursor}
          isTicked={isTicked(node)}
          found={isFound && (isFound(node) ? 'yes' : 'no')}
          acts={acts}
        />
      )
    )
  })
})

type BoxProps = Pick<BoxesProps, 'draw' | 'acts'> & {
  node: Node
  place: Point
  label: string
  isNear: boolean
  isCursor: boolean
  isTicked: boolean
  found: 'yes' | 'no' | undefined
}

const Box = memo(function Box({ node, place, label, draw, isNear, isCursor, isTicked, found, acts }: BoxProps) {
  return (
    // Its keys are those of the tree around it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <g
      role="treeitem"
      className={css.node}
      data-node={node.id}
      data-found={found}
      transform={`translate(${place.x} ${place.y})`}
      tabIndex={isCursor ? 0 : -1}
      aria-label={label}
      aria-level={node.level}
      aria-posinset={node.position}
      aria-setsize={node.setSize}
      aria-expanded={node.isExpanded}
      aria-selected={isCursor}
      // Only where it is so: most are not, and every one would say so.
      aria-checked={isTicked || undefined}
      onClick={() => acts.onPress(node.id)}
      onDoubleClick={() => acts.onOpen(node)}
    >
      <rect className={css.box} x={-BOX.width / 2} y={-BOX.height / 2} width={BOX.width} height={BOX.height} rx={6} />
      {isNear && draw(node)}
      {isTicked && (
        <g className={css.tick} transform={`translate(${-BOX.width / 2} ${-BOX.height / 2})`}>
          <circle r="8" />
          <path d="M-3.5 .5-1 3l4.5-5.5" />
        </g>
      )}
    </g>
  )
})

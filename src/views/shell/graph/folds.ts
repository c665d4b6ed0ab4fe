import { dotOf } from '../../../lib/health-status'
import type { Edge } from '../../../ui/graph/layout'
import type { Look } from '../../../ui/graph/look'

/** What is drawn as a graph that folds: things of types, each reached from another, and what they lead to. */
export type Foldable = {
  id: string
  type: string
  health?: string | null | undefined
  /** What it stands below; undefined for what stands at the top. */
  via: string | undefined
  /** On which side of it, where there are two. */
  side?: 'downstream' | 'upstream' | undefined
  related_ids: readonly string[]
  /** Those of them that are drawn otherwise. */
  soft_ids?: readonly string[] | null | undefined
  /** Between `via` and this are things that are not shown. */
  isGap?: boolean
}

/** From so many of one type on, what stands below an item is one node at first. */
export const FOLDS_FROM = 5

/** What is drawn: an item, or several of one type below the same item. */
export type GraphNode<R> = {
  id: string
  /** From 1: how deep it stands below the item in the tree of shortest ways. */
  level: number
  /** From 1, among those that stand below the same. */
  position: number
  setSize: number
  /** What it stands below; undefined for the item itself, and for what no way leads to. */
  parent: string | undefined
  /** Whether what is below it is drawn; undefined: there is nothing below it. */
  isExpanded: boolean | undefined
} & (
  | { is: 'item'; row: R; /** How many items are folded into it. */ hidden: number; fold: string | undefined }
  | { is: 'fold'; members: readonly R[]; type: string; isIll: boolean }
)

export type Folding = {
  /** Items whose children are not drawn. */
  closed: ReadonlySet<string>
  /** Folds that are drawn as their members. */
  opened: ReadonlySet<string>
}
export const nothingFolded: Folding = { closed: new Set(), opened: new Set() }

export type Drawn<R> = {
  nodes: readonly GraphNode<R>[]
  edges: readonly (Edge & { look: Look })[]
  /** The node that stands for an item. */
  nodeOf: ReadonlyMap<string, string>
}

/**
 * What is drawn of a thing and those that are related to it.
 * @param own the thing itself, reached by no way; without one, what stands at the top is drawn each by itself
 */
export function drawn<R extends Foldable>(
  own: R | undefined,
  rows: readonly R[],
  { closed, opened }: Folding
): Drawn<R> {
  const below = childrenOf(rows)
  const nodes: GraphNode<R>[] = []
  const nodeOf = new Map<string, string>()
  const hide = (row: R, into: string): number => {
    nodeOf.set(row.id, into)
    return (below.get(row.id) ?? []).reduce((sum, child) => sum + hide(child, into), 1)
  }
  const add = (row: R, at: Pick<GraphNode<R>, 'level' | 'position' | 'setSize' | 'parent'>, fold?: string) => {
    const children = below.get(row.id) ?? []
    const isClosed = closed.has(row.id) && children.length > 0
    nodeOf.set(row.id, row.id)
    const hidden = isClosed ? children.reduce((sum, child) => sum + hide(child, row.id), 0) : 0
    const isExpanded = children.length === 0 ? undefined : !isClosed
    nodes.push({ ...at, id: row.id, is: 'item', row, hidden, fold, isExpanded })
    if (!isClosed) addBelow(row.id, children, at.level + 1)
  }
  const addBelow = (parent: string | undefined, children: readonly R[], level: number) => {
    const parts: readonly Part<R>[] =
      parent === undefined && own === undefined
        ? [{ id: undefined, members: children, type: '', isIll: false }]
        : foldsOf(parent ?? '', children)
    const lines = parts.flatMap((part): readonly (R | Part<R>)[] =>
      part.id === undefined || opened.has(part.id) ? part.members : [part]
    )
    const foldOf = new Map(parts.flatMap(({ id, members }) => members.map((one) => [one.id, id])))
    for (const [index, line] of lines.entries()) {
      const at = { level, position: index + 1, setSize: lines.length, parent }
      if (!('members' in line)) {
        add(line, at, foldOf.get(line.id))
        continue
      }
      const { id = '', members, type, isIll } = line
      for (const one of members) hide(one, id)
      nodes.push({ ...at, id, is: 'fold', members, type, isIll, isExpanded: false })
    }
  }
  const alone = rows.filter(({ via }) => via === undefined)
  if (own) add(own, { level: 1, position: 1, setSize: 1, parent: undefined })
  addBelow(undefined, alone, 1)
  return { nodes, edges: edgesOf(own ? [own, ...rows] : rows, rows, nodeOf), nodeOf }
}

type Part<R> = { id: string | undefined; members: readonly R[]; type: string; isIll: boolean }

/** Those below an item by type, on each side, what is ill apart; the few of a type without an id, because they are not folded. */
function foldsOf<R extends Foldable>(parent: string, children: readonly R[]): Part<R>[] {
  const parts = new Map<string, R[]>()
  for (const child of children) {
    const id = foldId(parent, child)
    const members = parts.get(id)
    if (members) members.push(child)
    else parts.set(id, [child])
  }
  return [...parts].flatMap(([id, members]) => {
    const [first] = members
    if (!first) return []
    return [{ id: members.length >= FOLDS_FROM ? id : undefined, members, type: first.type, isIll: isIll(first) }]
  })
}

/** The folds of those that somebody should look at, for a folding in which none of them is hidden. */
export const foldsOfIll = (rows: readonly Foldable[]): readonly string[] =>
  rows.filter(isIll).map((row) => foldId(row.via ?? '', row))

/** Whether somebody should look at it. */
export const isIll = ({ health }: Pick<Foldable, 'health'>) =>
  health ? dotOf(health) === 'unhealthy' || dotOf(health) === 'warning' : false

const foldId = (parent: string, row: Foldable) =>
  `fold:${parent}|${row.side ?? ''}|${isIll(row) ? 'ill' : ''}|${row.type}`

function childrenOf<R extends Foldable>(rows: readonly R[]): ReadonlyMap<string, readonly R[]> {
  const below = new Map<string, R[]>()
  for (const row of rows) {
    if (row.via === undefined) continue
    const siblings = below.get(row.via)
    if (siblings) siblings.push(row)
    else below.set(row.via, [row])
  }
  return below
}

/** What a line says, from what says most. Dashes: soft. Dots: between the two are items that are not shown. */
const mostFirst: readonly Look[] = ['plain', 'dashes', 'dots']

/** Between what is drawn; what is folded together has no edges among itself, and one to each other node. */
function edgesOf(all: readonly Foldable[], rows: readonly Foldable[], nodeOf: ReadonlyMap<string, string>) {
  const edges = new Map<string, Edge & { look: Look }>()
  const add = (a: string, b: string, look: Look) => {
    const [from, to] = [nodeOf.get(a), nodeOf.get(b)]
    if (from === undefined || to === undefined || from === to) return
    const key = `${from} ${to}`
    const known = edges.get(key)?.look
    edges.set(key, { from, to, look: mostFirst.find((one) => one === known || one === look) ?? look })
  }
  for (const row of all)
    for (const to of row.related_ids) add(row.id, to, row.soft_ids?.includes(to) ? 'dashes' : 'plain')
  for (const { id, via, side, isGap } of rows)
    if (isGap && via !== undefined) {
      if (side === 'downstream') add(via, id, 'dots')
      else add(id, via, 'dots')
    }
  return [...edges.values()]
}

/** What comes of folding or unfolding, and what is then under the cursor. */
export type Refolded = { folding: Folding; cursor: string | undefined }

/** The folding in which an item is drawn itself. */
export function revealed(folding: Folding, id: string, own: string | undefined, rows: readonly Foldable[]): Folding {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const closed = new Set(folding.closed)
  const opened = new Set(folding.opened)
  for (let at = byId.get(id), left = rows.length; at && left > 0; at = byId.get(at.via ?? own ?? ''), left--) {
    opened.add(foldId(at.via ?? '', at))
    if (at.via !== undefined) closed.delete(at.via)
  }
  return { closed, opened }
}

/** What unfolding a node does; undefined: nothing is folded there. */
export function unfolded<R extends Foldable>(
  folding: Folding,
  node: GraphNode<R>,
  nodes: readonly GraphNode<R>[]
): Refolded | undefined {
  if (node.is === 'fold')
    return { folding: { ...folding, opened: new Set([...folding.opened, node.id]) }, cursor: node.members[0]?.id }
  if (folding.closed.has(node.id)) {
    const closed = new Set(folding.closed)
    closed.delete(node.id)
    return { folding: { ...folding, closed }, cursor: node.id }
  }
  const folds = nodes.filter((one) => one.is === 'fold' && one.parent === node.id).map(({ id }) => id)
  if (folds.length === 0) return undefined
  return { folding: { ...folding, opened: new Set([...folding.opened, ...folds]) }, cursor: node.id }
}

/** What folding at a node does: what is below it, or where nothing is, those that it stands among; undefined: nothing. */
export function folded<R extends Foldable>(folding: Folding, node: GraphNode<R>): Refolded | undefined {
  if (node.is === 'item' && node.isExpanded)
    return { folding: { ...folding, closed: new Set([...folding.closed, node.id]) }, cursor: node.id }
  if (node.is === 'item' && node.fold !== undefined) {
    const opened = new Set(folding.opened)
    opened.delete(node.fold)
    return { folding: { ...folding, opened }, cursor: node.fold }
  }
  if (node.parent === undefined) return undefined
  return { folding: { ...folding, closed: new Set([...folding.closed, node.parent]) }, cursor: node.parent }
}

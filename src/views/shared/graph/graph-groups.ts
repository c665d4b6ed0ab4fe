import { toHealthDot } from '@/lib/catalog/health-status'
import type { GraphEdge } from '@/ui/graph/layout'
import type { EdgeLook } from '@/ui/graph/edge-look'

/** A row of a collapsible graph: a typed resource with a parent and relationships. */
export type GraphRow = {
  id: string
  type: string
  health?: string | null | undefined
  /** The parent in the graph; undefined for a root. */
  via: string | undefined
  /** The side of the parent, in a graph with two directions. */
  side?: 'downstream' | 'upstream' | undefined
  related_ids: readonly string[]
  /** The subset of `related_ids` that is shown with dashed lines. */
  soft_ids?: readonly string[] | null | undefined
  /** Whether there are hidden resources between `via` and this row. */
  isGap?: boolean
}

/** The minimum number of children of one type that are initially collapsed into a group node. */
const MIN_GROUP_SIZE = 5

/** A rendered node: an item, or a group of items of one type with the same parent. */
export type GraphNode<R> = {
  id: string
  /** The depth in the tree of shortest paths, starting at 1. */
  level: number
  /** The position among its siblings, starting at 1. */
  position: number
  setSize: number
  /** The parent node; undefined for the main item and for items without a path. */
  parent: string | undefined
  /** Whether the children are rendered; undefined for a node without children. */
  isExpanded: boolean | undefined
} & (
  | { is: 'item'; row: R; /** The number of collapsed descendants. */ hidden: number; fold: string | undefined }
  | { is: 'fold'; members: readonly R[]; type: string; isIll: boolean }
)

export type CollapseState = {
  /** Items whose children are not rendered. */
  collapsedItems: ReadonlySet<string>
  /** Groups that are rendered as their members. */
  expandedGroups: ReadonlySet<string>
}
export const initialCollapseState: CollapseState = { collapsedItems: new Set(), expandedGroups: new Set() }

type RenderedGraph<R> = {
  nodes: readonly GraphNode<R>[]
  edges: readonly (GraphEdge & { look: EdgeLook })[]
  /** The node id by item id: the item itself, or the node into which it is collapsed. */
  nodeOf: ReadonlyMap<string, string>
}

/**
 * The nodes and edges to render for a resource and its related resources.
 * @param own the resource itself, which has no parent; without it, the roots are not grouped
 */
export function renderGraph<R extends GraphRow>(
  own: R | undefined,
  rows: readonly R[],
  { collapsedItems, expandedGroups }: CollapseState
): RenderedGraph<R> {
  const below = groupByParent(rows)
  const nodes: GraphNode<R>[] = []
  const nodeOf = new Map<string, string>()
  const hide = (row: R, into: string): number => {
    nodeOf.set(row.id, into)
    return (below.get(row.id) ?? []).reduce((sum, child) => sum + hide(child, into), 1)
  }
  const add = (row: R, at: Pick<GraphNode<R>, 'level' | 'position' | 'setSize' | 'parent'>, fold?: string) => {
    const children = below.get(row.id) ?? []
    const isClosed = collapsedItems.has(row.id) && children.length > 0
    nodeOf.set(row.id, row.id)
    const hidden = isClosed ? children.reduce((sum, child) => sum + hide(child, row.id), 0) : 0
    const isExpanded = children.length === 0 ? undefined : !isClosed
    nodes.push({ ...at, id: row.id, is: 'item', row, hidden, fold, isExpanded })
    if (!isClosed) addBelow(row.id, children, at.level + 1)
  }
  const addBelow = (parent: string | undefined, children: readonly R[], level: number) => {
    const groups: readonly NodeGroup<R>[] =
      parent === undefined && own === undefined
        ? [{ id: undefined, members: children, type: '', isIll: false }]
        : groupChildren(parent ?? '', children)
    const entries = groups.flatMap((group): readonly (R | NodeGroup<R>)[] =>
      group.id === undefined || expandedGroups.has(group.id) ? group.members : [group]
    )
    const foldOf = new Map(groups.flatMap(({ id, members }) => members.map((one) => [one.id, id])))
    for (const [index, entry] of entries.entries()) {
      const at = { level, position: index + 1, setSize: entries.length, parent }
      if (!('members' in entry)) {
        add(entry, at, foldOf.get(entry.id))
        continue
      }
      const { id = '', members, type, isIll } = entry
      for (const one of members) hide(one, id)
      nodes.push({ ...at, id, is: 'fold', members, type, isIll, isExpanded: false })
    }
  }
  const alone = rows.filter(({ via }) => via === undefined)
  if (own) add(own, { level: 1, position: 1, setSize: 1, parent: undefined })
  addBelow(undefined, alone, 1)
  return { nodes, edges: listEdges(own ? [own, ...rows] : rows, rows, nodeOf), nodeOf }
}

type NodeGroup<R> = { id: string | undefined; members: readonly R[]; type: string; isIll: boolean }

/** Groups children by side, type and health. A group below the minimum size has no id, because it is not collapsed. */
function groupChildren<R extends GraphRow>(parent: string, children: readonly R[]): NodeGroup<R>[] {
  const groups = new Map<string, R[]>()
  for (const child of children) {
    const id = groupId(parent, child)
    const members = groups.get(id)
    if (members) members.push(child)
    else groups.set(id, [child])
  }
  return [...groups].flatMap(([id, members]) => {
    const [first] = members
    if (!first) return []
    return [
      {
        id: members.length >= MIN_GROUP_SIZE ? id : undefined,
        members,
        type: first.type,
        isIll: isUnhealthyRow(first),
      },
    ]
  })
}

/** The group ids of all unhealthy rows, to open these groups initially. */
export const listUnhealthyGroups = (rows: readonly GraphRow[]): readonly string[] =>
  rows.filter(isUnhealthyRow).map((row) => groupId(row.via ?? '', row))

/** Whether a row needs attention: it is unhealthy or has a warning. */
export const isUnhealthyRow = ({ health }: Pick<GraphRow, 'health'>) =>
  health ? toHealthDot(health) === 'unhealthy' || toHealthDot(health) === 'warning' : false

const groupId = (parent: string, row: GraphRow) =>
  `fold:${parent}|${row.side ?? ''}|${isUnhealthyRow(row) ? 'ill' : ''}|${row.type}`

function groupByParent<R extends GraphRow>(rows: readonly R[]): ReadonlyMap<string, readonly R[]> {
  const below = new Map<string, R[]>()
  for (const row of rows) {
    if (row.via === undefined) continue
    const siblings = below.get(row.via)
    if (siblings) siblings.push(row)
    else below.set(row.via, [row])
  }
  return below
}

/** The kinds of lines by precedence. Dashes are soft relationships; dots have hidden items in between. */
const mostFirst: readonly EdgeLook[] = ['plain', 'dashes', 'dots']

/** The edges between rendered nodes. A group has no edges within, and one edge to each other node. */
function listEdges(all: readonly GraphRow[], rows: readonly GraphRow[], nodeOf: ReadonlyMap<string, string>) {
  const edges = new Map<string, GraphEdge & { look: EdgeLook }>()
  const add = (a: string, b: string, look: EdgeLook) => {
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

/** The state after expanding or collapsing, and the new cursor. */
export type CollapseResult = { folding: CollapseState; cursor: string | undefined }

/** Expands all groups and parents of an item, so that the item is rendered. */
export function revealItem(
  folding: CollapseState,
  id: string,
  own: string | undefined,
  rows: readonly GraphRow[]
): CollapseState {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const closed = new Set(folding.collapsedItems)
  const opened = new Set(folding.expandedGroups)
  for (let at = byId.get(id), left = rows.length; at && left > 0; at = byId.get(at.via ?? own ?? ''), left--) {
    opened.add(groupId(at.via ?? '', at))
    if (at.via !== undefined) closed.delete(at.via)
  }
  return { collapsedItems: closed, expandedGroups: opened }
}

/** Expands a node; undefined if nothing is collapsed there. */
export function expandNode<R extends GraphRow>(
  folding: CollapseState,
  node: GraphNode<R>,
  nodes: readonly GraphNode<R>[]
): CollapseResult | undefined {
  if (node.is === 'fold')
    return {
      folding: { ...folding, expandedGroups: new Set([...folding.expandedGroups, node.id]) },
      cursor: node.members[0]?.id,
    }
  if (folding.collapsedItems.has(node.id)) {
    const closed = new Set(folding.collapsedItems)
    closed.delete(node.id)
    return { folding: { ...folding, collapsedItems: closed }, cursor: node.id }
  }
  const folds = nodes.filter((one) => one.is === 'fold' && one.parent === node.id).map(({ id }) => id)
  if (folds.length === 0) return undefined
  return { folding: { ...folding, expandedGroups: new Set([...folding.expandedGroups, ...folds]) }, cursor: node.id }
}

/** Collapses the children of a node, or without children its group or parent; undefined if that is not possible. */
export function collapseNode<R extends GraphRow>(
  folding: CollapseState,
  node: GraphNode<R>
): CollapseResult | undefined {
  if (node.is === 'item' && node.isExpanded)
    return { folding: { ...folding, collapsedItems: new Set([...folding.collapsedItems, node.id]) }, cursor: node.id }
  if (node.is === 'item' && node.fold !== undefined) {
    const opened = new Set(folding.expandedGroups)
    opened.delete(node.fold)
    return { folding: { ...folding, expandedGroups: opened }, cursor: node.fold }
  }
  if (node.parent === undefined) return undefined
  return {
    folding: { ...folding, collapsedItems: new Set([...folding.collapsedItems, node.parent]) },
    cursor: node.parent,
  }
}

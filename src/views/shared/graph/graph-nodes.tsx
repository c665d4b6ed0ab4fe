import { capital, formatCount, shorten } from '@/shared/format'
import { toHealthDot } from '@/lib/catalog/health-status'
import type { EdgeLook } from '@/ui/graph/edge-look'
import { NODE_SIZE } from '@/ui/graph/layout'
import { splitText } from '@/ui/grid/middle-text'
import { StatusShape } from '@/ui/status'
import { TypeIcon } from '../type-icon'
import css from './folded-graph.module.css'
import type { GraphNode, GraphRow } from './graph-groups'

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

/** Names of generated resources often differ only at their end. */
function shortenMiddle(name: string): string {
  if (name.length <= NAME_LENGTH) return name
  const [head, tail] = splitText(name, 6)
  return `${shorten(head, NAME_LENGTH - 6)}${tail}`
}

const shortType = (type: string) => type.split('::').at(-1) || type

type Fold = { members: readonly unknown[]; type: string }

/** `12 Pods`. */
export const groupTitle = ({ members, type }: Fold) => formatCount(members.length, shortType(type) || 'one')

const LEFT = -NODE_SIZE.width / 2
const RIGHT = NODE_SIZE.width / 2

const joined = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(', ')
const healthWarning = (node: { isIll: boolean }) => (node.isIll ? 'not healthy' : undefined)

export function createNodeRenderer<R extends GraphRow>(drawing: NodeTexts<R>, own: string | undefined) {
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
            {shortenMiddle(name)}
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
export const Legend = ({ lines }: { lines: readonly { look: EdgeLook; words: string }[] }) => (
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

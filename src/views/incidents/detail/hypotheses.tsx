import { useMemo } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '../../../api/http'
import type { Incident } from '../../../api/incident'
import { Notice } from '../../../ui/notice'
import { CommandButton } from '../../shell/commands/command-button'
import { lazyDetail } from '../../shell/list/detail/lazy-detail'
import { useDetail } from '../../shell/list/detail/use-detail'
import { ListPart } from '../../shell/list/list-page'
import { useWholeList } from '../../shell/list/whole-list'
import { sentenceOf, targetOf, textOf, type Tree, type TreeRow } from './rows'
import { treeColumns } from './tree-columns'
import { rowAddress } from './url'

const detail = lazyDetail<TreeRow>('the details', () => import('./row-detail'))

type Props = { tree: Tree; query: UseQueryResult<Incident | null, ApiError> }

const everyRow = (rows: readonly TreeRow[]): TreeRow[] => rows.flatMap((row) => [row, ...everyRow(row.below ?? [])])

/** The hypotheses of an incident as a tree, each with its evidence and comments. */
export function Hypotheses({ tree, query }: Props) {
  const all = useMemo(() => everyRow(tree.rows), [tree])
  const { data: _, ...rest } = query
  const source = useWholeList<TreeRow>({ ...rest, data: tree.rows }, textOfAll)
  const opened = useDetail<TreeRow>({
    address: rowAddress,
    detail,
    of: 'hypothesis',
    rows: all,
    targetOf,
    list: source.list,
  })
  const parents = useMemo(() => parentsIn(tree.rows), [tree])
  return (
    <ListPart<TreeRow>
      title="Hypotheses"
      of="hypothesis"
      source={{
        ...source,
        loaded: all,
        grid: { childrenOf: (row) => row.below, parentOf: (id) => parents.get(id), isSorted: true },
      }}
      detail={opened}
      columns={treeColumns}
      groups={groups}
      targetOf={targetOf}
      sentenceOf={sentenceOf}
      isProblem={isProblem}
      searchLabel="Search hypotheses, evidence and comments"
      actions={
        <>
          <CommandButton call="hypothesis.create" label="Add hypothesis" />
          <CommandButton call="comment.add" />
        </>
      }
      empty={
        <Notice
          tone="empty"
          title="No hypothesis yet"
          actions={<CommandButton call="hypothesis.create" tone="primary" />}
        >
          A hypothesis is a possible cause. Add evidence to it from the pages of checks, changes, components and log
          lines.
        </Notice>
      }
    />
  )
}

/** All hypotheses start expanded. */
const groups = { by: [], startsOpen: () => true }

const textOfAll = (row: TreeRow): string => [textOf(row), ...(row.below ?? []).map(textOfAll)].join(' ')

/** Rows that need a decision: a proposal, a contradiction, or an item that is not done. */
const isProblem = (row: TreeRow) =>
  row.is === 'hypothesis'
    ? row.proposal !== undefined || row.contradictions.length > 0
    : row.is === 'evidence' && row.evidence.definition_of_done === true && row.evidence.done !== true

function parentsIn(rows: readonly TreeRow[]): Map<string, string> {
  const found = new Map<string, string>()
  const visit = (row: TreeRow) => {
    for (const child of row.below ?? []) {
      found.set(child.id, row.id)
      visit(child)
    }
  }
  rows.forEach(visit)
  return found
}

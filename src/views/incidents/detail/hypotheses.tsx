import { useMemo } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '@/api/http'
import type { Incident } from '@/api/incidents/incident'
import { Notice } from '@/ui/notice'
import { CommandButton } from '../../shared/commands/command-button'
import { backToList, type DetailProps } from '../../shared/list/detail/detail-props'
import { lazyComponent } from '@/ui/lazy-component'
import { useDetail } from '../../shared/list/detail/use-detail'
import { ListSection } from '../../shared/list/list-page'
import { useWholeList } from '../../shared/list/whole-list'
import {
  describeTreeRow,
  toTreeRowTarget,
  treeRowText,
  type HypothesisTree,
  type HypothesisTreeRow,
} from './hypothesis-tree'
import { useRowPreviews } from './evidence/use-row-previews'
import { PREVIEW_HEIGHT, treeColumns } from './tree-columns'
import { treeRowAddress } from './url'

const detail = lazyComponent<DetailProps<HypothesisTreeRow>>({
  what: 'the details',
  load: () => import('./row-detail'),
  otherwise: backToList,
})

type Props = { incident: Incident; tree: HypothesisTree; query: UseQueryResult<Incident | null, ApiError> }

const everyRow = (rows: readonly HypothesisTreeRow[]): HypothesisTreeRow[] =>
  rows.flatMap((row) => [row, ...everyRow(row.below ?? [])])

/** The hypotheses of an incident as a tree, each with its evidence and comments. */
export function Hypotheses({ incident, tree, query }: Props) {
  const all = useMemo(() => everyRow(tree.rows), [tree])
  const { data: _, ...rest } = query
  const source = useWholeList<HypothesisTreeRow>({ ...rest, data: tree.rows }, textOfAll)
  const opened = useDetail<HypothesisTreeRow>({
    address: treeRowAddress,
    detail,
    of: 'hypothesis',
    rows: all,
    targetOf: toTreeRowTarget,
    list: source.list,
  })
  const previewOf = useRowPreviews(incident)
  const columns = useMemo(() => treeColumns(previewOf), [previewOf])
  const previewIn = (row: HypothesisTreeRow) => (row.is === 'evidence' ? previewOf(row.id) : undefined)
  const heightOf = (row: HypothesisTreeRow, usual: number) => (previewIn(row) ? usual + PREVIEW_HEIGHT : usual)
  const parents = useMemo(() => parentsIn(tree.rows), [tree])
  return (
    <ListSection<HypothesisTreeRow>
      title="Hypotheses"
      of="hypothesis"
      source={{
        ...source,
        loaded: all,
        grid: { childrenOf: (row) => row.below, parentOf: (id) => parents.get(id), isSorted: true, heightOf },
      }}
      detail={opened}
      columns={columns}
      groups={groups}
      targetOf={toTreeRowTarget}
      sentenceOf={(row) => [describeTreeRow(row), previewIn(row)?.text].filter(Boolean).join(', ')}
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

const textOfAll = (row: HypothesisTreeRow): string => [treeRowText(row), ...(row.below ?? []).map(textOfAll)].join(' ')

/** Rows that need a decision: a proposal, a contradiction, or an item that is not done. */
const isProblem = (row: HypothesisTreeRow) =>
  row.is === 'hypothesis'
    ? row.proposal !== undefined || row.contradictions.length > 0
    : row.is === 'evidence' && row.evidence.definition_of_done === true && row.evidence.done !== true

function parentsIn(rows: readonly HypothesisTreeRow[]): Map<string, string> {
  const found = new Map<string, string>()
  const visit = (row: HypothesisTreeRow) => {
    for (const child of row.below ?? []) {
      found.set(child.id, row.id)
      visit(child)
    }
  }
  rows.forEach(visit)
  return found
}

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { refetchWhenOpened } from '@/api/client'
import { type LoggedComponent, logs } from '@/api/logs/logs'
import { componentHealthDot, healthRanks, needsAttention, readOwnStatus } from '@/lib/topology/component-health'
import { capital } from '@/shared/format'
import { logsPath } from '@/shared/pages/logs'
import cell from '@/ui/grid/cell.module.css'
import type { GridColumn } from '@/ui/grid/column'
import { MiddleText } from '@/ui/grid/middle-text'
import { Notice } from '@/ui/notice'
import { StatusShape } from '@/ui/status'
import { Time } from '@/ui/time'
import { CommandButton } from '../shared/commands/command-button'
import { createActionsColumn } from '../shared/list/actions-column'
import { ListPage } from '../shared/list/list-page'
import { useWholeList } from '../shared/list/whole-list'
import { useLiveUpdates, useStore } from '../shared/stores'
import { TypeIcon } from '../shared/type-icon'
import { openedLogs } from './opened-logs'

const POLL_MS = 30_000

type Row = LoggedComponent & { openedAt: string | undefined }

const targetOf = ({ id, name }: Row) => ({ kind: 'component', id, label: name }) as const
const wordOf = (row: Row) => readOwnStatus(row) ?? capital(componentHealthDot(row))
const describe = (row: Row) => [row.name, row.type, wordOf(row), row.status_reason].filter(Boolean).join(', ')
const textOf = ({ name, type, status }: Row) => `${name} ${type ?? ''} ${status ?? ''}`

const columns: readonly GridColumn<Row>[] = [
  {
    id: 'name',
    title: 'Component',
    width: 'minmax(9rem, 2fr)',
    sortBy: ({ name }) => name,
    isName: true,
    cell: ({ name, type }) => (
      <span className={cell.line}>
        <span className={cell.icon}>
          <TypeIcon type={type ?? ''} />
        </span>
        <MiddleText text={name} className={cell.name} />
      </span>
    ),
  },
  {
    id: 'type',
    title: 'Type',
    width: 'minmax(5rem, 0.8fr)',
    priority: 1,
    sortBy: ({ type }) => type,
    cell: ({ type }) => <bdi className={cell.quiet}>{type}</bdi>,
  },
  {
    id: 'health',
    title: 'Health',
    width: 'minmax(6rem, 2fr)',
    below: true,
    sortBy: (row) => healthRanks[componentHealthDot(row)],
    cell: (row) => (
      <span className={cell.line}>
        <StatusShape health={componentHealthDot(row)} />
        <bdi>{wordOf(row)}</bdi>
        {row.status_reason && <bdi className={cell.quiet}>{row.status_reason}</bdi>}
      </span>
    ),
  },
  {
    id: 'opened',
    title: 'Last opened',
    width: '7rem',
    align: 'end',
    priority: 2,
    isTime: true,
    sortBy: ({ openedAt }) => openedAt,
    cell: ({ openedAt }) => openedAt && <Time at={openedAt} as="ago" />,
  },
  createActionsColumn(targetOf),
]

/** Unhealthy components first, then those whose logs this browser showed last, then the others by name. */
const compareRows = (a: Row, b: Row) =>
  rankOf(a) - rankOf(b) || (b.openedAt ?? '').localeCompare(a.openedAt ?? '') || a.name.localeCompare(b.name, 'en')
const rankOf = (row: Row) => (needsAttention(row) ? healthRanks[componentHealthDot(row)] : healthRanks.healthy)

/** The components with logs, to choose from. */
export function LoggedComponents() {
  const isLive = useLiveUpdates()
  const query = useQuery({
    ...logs.overview(),
    refetchInterval: isLive && POLL_MS,
    refetchOnMount: refetchWhenOpened,
  })
  const opened = useStore(openedLogs)
  const data = useMemo(
    () => query.data?.map((one): Row => ({ ...one, openedAt: opened[one.id] })).toSorted(compareRows),
    [query.data, opened]
  )
  return (
    <ListPage<Row>
      title="Logs"
      of="component"
      source={useWholeList({ ...query, data }, textOf)}
      columns={columns}
      targetOf={targetOf}
      sentenceOf={describe}
      label="Components with logs"
      what="the components with logs"
      isProblem={needsAttention}
      searchLabel="Search components with logs"
      opensByPress
      onOpen={({ id }) => navigate(logsPath(id))}
      switches={<CommandButton call="logs.component" label="Choose a component" />}
      empty={
        <Notice tone="empty" title="No component has logs">
          A component has logs if its topology has a log selector that matches a log backend.
        </Notice>
      }
    />
  )
}

import '@/commands/health/check.commands'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { ComponentScope } from '@/api/topology/component'
import { type ComponentCheck, componentSections } from '@/api/topology/component-sections'
import { capital } from '@/shared/format'
import { toHealthDot } from '@/lib/catalog/health-status'
import { checkPath } from '@/shared/pages/health'
import cell from '@/ui/grid/cell.module.css'
import type { GridColumn } from '@/ui/grid/column'
import { MiddleText } from '@/ui/grid/middle-text'
import { Notice } from '@/ui/notice'
import { SeverityBadge } from '@/ui/severity-badge'
import { Status } from '@/ui/status'
import { Time } from '@/ui/time'
import { createActionsColumn } from '../../shared/list/actions-column'
import { ListSection } from '../../shared/list/list-page'
import { useWholeList } from '../../shared/list/whole-list'
import { healthRanks } from '@/lib/topology/component-health'
import { componentTitle } from '../facts'
import type { ComponentPanelProps } from './component-tabs'
import { scopeColumns, WithScope, formatComponentNames } from './scope'

/** The checks of a component and its descendants, worst first. */
export default function ComponentChecks({ component }: ComponentPanelProps) {
  return (
    <WithScope component={component}>{(scope) => <List scope={scope} name={componentTitle(component)} />}</WithScope>
  )
}

const healthOf = ({ status }: ComponentCheck) => toHealthDot(status || 'unknown')
const asTarget = ({ id, name }: ComponentCheck) => ({ kind: 'check', id, label: name }) as const
const isFailing = (row: ComponentCheck) => healthOf(row) === 'unhealthy' || healthOf(row) === 'warning'
const textOf = (row: ComponentCheck) =>
  [row.name, row.type, row.severity, formatComponentNames(row.components)].join(' ')
const sentenceOf = (row: ComponentCheck) =>
  [row.name, capital(row.status || 'unknown'), row.type, row.severity, `of ${formatComponentNames(row.components)}`]
    .filter(Boolean)
    .join(', ')

const columnsIn = (scope: ComponentScope): readonly GridColumn<ComponentCheck>[] => [
  {
    id: 'name',
    title: 'Check',
    width: 'minmax(7rem, 1.6fr)',
    sortBy: ({ name }) => name,
    isName: true,
    cell: ({ name }) => <MiddleText text={name} className={cell.name} />,
  },
  {
    id: 'status',
    title: 'Health',
    width: 'minmax(5.5rem, 0.7fr)',
    below: true,
    sortBy: (row) => healthRanks[healthOf(row)],
    cell: (row) => <Status health={healthOf(row)} />,
  },
  ...scopeColumns<ComponentCheck>(scope),
  {
    id: 'type',
    title: 'Type',
    width: 'minmax(4.5rem, 0.7fr)',
    priority: 1,
    sortBy: ({ type }) => type,
    cell: ({ type }) => <span className={cell.quiet}>{type}</span>,
  },
  {
    id: 'severity',
    title: 'Severity',
    width: '4.75rem',
    priority: 0,
    sortBy: ({ severity }) => severity,
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    id: 'since',
    title: 'Since',
    width: 'var(--moment-width, 5.25rem)',
    align: 'end',
    isTime: true,
    priority: 3,
    sortBy: ({ last_transition_time: at }) => at,
    cell: ({ last_transition_time: at }) => at && <Time at={at} as="ago" />,
  },
  {
    id: 'last_runtime',
    title: 'Last run',
    width: 'var(--moment-width, 5.25rem)',
    align: 'end',
    isTime: true,
    priority: 0,
    sortBy: ({ last_runtime: at }) => at,
    cell: ({ last_runtime: at }) => (at ? <Time at={at} as="ago" /> : <span className={cell.quiet}>never</span>),
  },
  { ...createActionsColumn(asTarget), priority: 3 },
]

function List({ scope, name }: { scope: ComponentScope; name: string }) {
  const [, navigate] = useLocation()
  const query = useQuery(componentSections.checks(scope))
  const { data } = query
  const rows = useMemo(() => data && worstFirst(data), [data])
  const source = useWholeList<ComponentCheck>({ ...query, data: rows }, textOf)
  const columns = useMemo(() => columnsIn(scope), [scope])
  return (
    <ListSection<ComponentCheck>
      title={`Checks of ${name}`}
      of="check"
      source={source}
      columns={columns}
      targetOf={asTarget}
      sentenceOf={sentenceOf}
      isProblem={isFailing}
      searchLabel="Search names, types and components"
      opensByPress
      onOpen={({ id }) => navigate(checkPath(id))}
      empty={
        <Notice tone="empty" title="No checks">
          No check watches {name} or its descendants.
        </Notice>
      }
    />
  )
}

const worstFirst = (list: readonly ComponentCheck[]) =>
  list.toSorted((a, b) => healthRanks[healthOf(a)] - healthRanks[healthOf(b)] || a.name.localeCompare(b.name))

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { type ComponentCheck, componentParts, type Scope } from '../../../api/component'
import { capital } from '../../../lib/format'
import { dotOf } from '../../../lib/health-status'
import { paths } from '../../../lib/paths'
import cell from '../../../ui/grid/cell.module.css'
import type { Column } from '../../../ui/grid/column'
import { Notice } from '../../../ui/notice'
import { SeverityBadge } from '../../../ui/severity-badge'
import { Status } from '../../../ui/status'
import { Time } from '../../../ui/time'
import { actionsColumn } from '../../shell/list/actions-column'
import { ListPart } from '../../shell/list/list-page'
import { useWholeList } from '../../shell/list/whole-list'
import { healthRanks } from '../../../lib/component-health'
import { titleOf } from '../facts'
import type { PanelProps } from './component-tabs'
import { columnsOfScope, InScope, namesOf } from './in-scope'

/** The checks of a component and its descendants, worst first. */
export default function Checks({ component }: PanelProps) {
  return <InScope component={component}>{(scope) => <List scope={scope} name={titleOf(component)} />}</InScope>
}

const healthOf = ({ status }: ComponentCheck) => dotOf(status || 'unknown')
const asTarget = ({ id, name }: ComponentCheck) => ({ kind: 'check', id, label: name }) as const
const isFailing = (row: ComponentCheck) => healthOf(row) === 'unhealthy' || healthOf(row) === 'warning'
const textOf = (row: ComponentCheck) => [row.name, row.type, row.severity, namesOf(row.components)].join(' ')
const sentenceOf = (row: ComponentCheck) =>
  [row.name, capital(row.status || 'unknown'), row.type, row.severity, `of ${namesOf(row.components)}`]
    .filter(Boolean)
    .join(', ')

const columnsIn = (scope: Scope): readonly Column<ComponentCheck>[] => [
  {
    id: 'name',
    title: 'Check',
    width: 'minmax(7rem, 1.6fr)',
    sortBy: ({ name }) => name,
    cell: ({ name }) => <bdi className={cell.name}>{name}</bdi>,
  },
  {
    id: 'status',
    title: 'Health',
    width: 'minmax(5.5rem, 0.7fr)',
    below: true,
    sortBy: (row) => healthRanks[healthOf(row)],
    cell: (row) => <Status health={healthOf(row)} />,
  },
  ...columnsOfScope<ComponentCheck>(scope),
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
  { ...actionsColumn(asTarget), priority: 3 },
]

function List({ scope, name }: { scope: Scope; name: string }) {
  const [, navigate] = useLocation()
  const query = useQuery(componentParts.checks(scope))
  const { data } = query
  const rows = useMemo(() => data && worstFirst(data), [data])
  const source = useWholeList<ComponentCheck>({ ...query, data: rows }, textOf)
  const columns = useMemo(() => columnsIn(scope), [scope])
  return (
    <ListPart<ComponentCheck>
      title={`Checks of ${name}`}
      of="check"
      source={source}
      columns={columns}
      targetOf={asTarget}
      sentenceOf={sentenceOf}
      isProblem={isFailing}
      searchLabel="Search names, types and components"
      opensByPress
      onOpen={({ id }) => navigate(paths.check(id))}
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

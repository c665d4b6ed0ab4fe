import '@/commands/settings/integrations.commands'
import '@/commands/settings/resources.commands'
import '@/commands/settings/scrapers.commands'
import '@/commands/settings/topologies.commands'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { refetchWhenOpened } from '@/api/client'
import { type Integration, integrations } from '@/api/settings/integrations'
import { isAllowed } from '@/shared/access/access'
import { resourcePath } from '@/shared/routing/registry'
import { integrationPath } from '@/shared/pages/settings'
import { failedFirst, readJobFailure, jobStatusLabel } from '@/lib/settings/job-status'
import type { Target } from '@/lib/kinds'
import { rowSourceLabel } from '@/lib/settings/origin'
import { lastJobColumn, lastRunColumn } from '@/resources/job-columns'
import type { ResourceColumn } from '@/resources/resource'
import { Notice } from '@/ui/notice'
import { resourceColumns } from '../columns'
import { CommandButton } from '@/views/shared/commands/command-button'
import { useConsole } from '@/views/shared/console'
import { ListPage } from '@/views/shared/list/list-page'
import { useWholeList } from '@/views/shared/list/whole-list'
import { OPENED_STATE } from '@/views/shared/url-state/url-state'
import { integrationLabel, toIntegrationTarget } from './types'

/** Log backends have no jobs. */
const jobOf = (row: Integration) => (row.integration_type === 'logging_backends' ? undefined : jobStatusLabel(row))

const described: readonly ResourceColumn<Integration>[] = [
  { id: 'name', title: 'Name', width: 'minmax(6rem, 1.4fr)', as: 'name', value: ({ name }) => name },
  { id: 'type', title: 'Type', width: 'minmax(6rem, 0.7fr)', value: integrationLabel, isGroupable: true },
  { ...lastJobColumn, width: 'minmax(8rem, 1.8fr)', value: jobOf },
  {
    id: 'from',
    title: 'From',
    width: 'minmax(8rem, 0.8fr)',
    priority: 2,
    as: 'badge',
    value: rowSourceLabel,
    isGroupable: true,
  },
  {
    id: 'created_by',
    title: 'Created by',
    width: 'minmax(8rem, 0.8fr)',
    priority: 1,
    as: 'quiet',
    value: ({ creator_name }) => creator_name ?? undefined,
  },
  { ...lastRunColumn, priority: 3 },
  {
    id: 'updated_at',
    title: 'Updated',
    width: '4.5rem',
    align: 'end',
    priority: 1,
    as: 'moment',
    value: (row) => row.updated_at ?? row.created_at ?? undefined,
  },
]
const columns = resourceColumns(toIntegrationTarget, described)

const textOf = (row: Integration) =>
  [row.name, row.description, integrationLabel(row), jobOf(row), rowSourceLabel(row), row.creator_name].join(' ')

const sentenceOf = (row: Integration) =>
  [
    row.name,
    integrationLabel(row),
    jobOf(row)?.toLowerCase(),
    readJobFailure(row),
    `from ${rowSourceLabel(row).toLowerCase()}`,
  ]
    .filter(Boolean)
    .join(', ')

const isProblem = ({ job_status }: Integration) => job_status === 'FAILED' || job_status === 'WARNING'

/** All integrations of any kind, failed ones first. */
export default function IntegrationsView() {
  const { environment } = useConsole()
  const query = useQuery({
    ...integrations.list(),
    select: failedFirst<Integration>,
    refetchOnMount: refetchWhenOpened,
  })
  const source = useWholeList(query, textOf)
  const isWriter = isAllowed(environment, 'integrations', 'write')
  const add = isWriter && <CommandButton call="integration.add" tone="primary" />
  const [, navigate] = useLocation()
  // Users without permission to change integrations open the read-only page of the resource.
  const open = ({ kind, id }: Target) => {
    const path = isWriter ? integrationPath(kind, id) : resourcePath(kind, id)
    if (path !== undefined) navigate(path, { state: OPENED_STATE })
  }
  return (
    <ListPage
      title="Integrations"
      of="integration"
      source={source}
      columns={columns}
      targetOf={toIntegrationTarget}
      sentenceOf={sentenceOf}
      searchLabel="Search by name, type, status or origin"
      isProblem={isProblem}
      opensByPress
      place={{
        handlers: {
          'integration.open': (_count, { integration }) => {
            const [one] = integration as readonly Target[]
            if (one) open(one)
          },
        },
      }}
      onOpen={(row) => open(toIntegrationTarget(row))}
      actions={add}
      empty={
        <Notice tone="empty" title="No integrations" actions={add}>
          Scrapers, topologies and log backends connect other systems. They appear here once added.
        </Notice>
      }
    />
  )
}

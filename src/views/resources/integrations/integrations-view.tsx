import '../../../commands/pages/integrations'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { whenOpened } from '../../../api/client'
import { type Integration, integrations } from '../../../api/integrations'
import { may } from '../../../lib/access'
import { pathOfIntegration } from '../../../lib/integration-pages'
import { failedFirst, failureOfJob, statusOfJob } from '../../../lib/job-status'
import type { Target } from '../../../lib/kinds'
import { placeOf } from '../../../lib/origin'
import { pathOf } from '../../../lib/paths'
import { lastJobColumn, ranColumn } from '../../../resources/job-columns'
import type { ColumnOf } from '../../../resources/resource'
import { Notice } from '../../../ui/notice'
import { columnsOf } from '../columns'
import { CommandButton } from '../../shell/commands/command-button'
import { useConsole } from '../../shell/console'
import { ListPage } from '../../shell/list/list-page'
import { useWholeList } from '../../shell/list/whole-list'
import { OPENED } from '../../url-state/url-state'
import { labelOf, targetOf } from './types'

/** Log backends have no jobs. */
const jobOf = (row: Integration) => (row.integration_type === 'logging_backends' ? undefined : statusOfJob(row))

const described: readonly ColumnOf<Integration>[] = [
  { id: 'name', title: 'Name', width: 'minmax(6rem, 1.4fr)', as: 'name', value: ({ name }) => name },
  { id: 'type', title: 'Type', width: 'minmax(6rem, 0.7fr)', value: labelOf, isGroupable: true },
  { ...lastJobColumn, width: 'minmax(8rem, 1.8fr)', value: jobOf },
  {
    id: 'from',
    title: 'From',
    width: 'minmax(8rem, 0.8fr)',
    priority: 2,
    as: 'badge',
    value: placeOf,
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
  { ...ranColumn, priority: 3 },
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
const columns = columnsOf(targetOf, described)

const textOf = (row: Integration) =>
  [row.name, row.description, labelOf(row), jobOf(row), placeOf(row), row.creator_name].join(' ')

const sentenceOf = (row: Integration) =>
  [row.name, labelOf(row), jobOf(row)?.toLowerCase(), failureOfJob(row), `from ${placeOf(row).toLowerCase()}`]
    .filter(Boolean)
    .join(', ')

const isProblem = ({ job_status }: Integration) => job_status === 'FAILED' || job_status === 'WARNING'

/** All integrations of any kind, failed ones first. */
export default function IntegrationsView() {
  const { environment } = useConsole()
  const query = useQuery({
    ...integrations.list(),
    select: failedFirst<Integration>,
    refetchOnMount: whenOpened,
  })
  const source = useWholeList(query, textOf)
  const isWriter = may(environment, 'integrations', 'write')
  const add = isWriter && <CommandButton call="integration.add" tone="primary" />
  const [, navigate] = useLocation()
  // Users without permission to change integrations open the read-only page of the resource.
  const open = ({ kind, id }: Target) => {
    const path = isWriter ? pathOfIntegration(kind, id) : pathOf(kind, id)
    if (path !== undefined) navigate(path, { state: OPENED })
  }
  return (
    <ListPage
      title="Integrations"
      of="integration"
      source={source}
      columns={columns}
      targetOf={targetOf}
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
      onOpen={(row) => open(targetOf(row))}
      actions={add}
      empty={
        <Notice tone="empty" title="No integrations" actions={add}>
          Scrapers, topologies and log backends connect other systems. They appear here once added.
        </Notice>
      }
    />
  )
}

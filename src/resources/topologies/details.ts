import { z } from 'zod/mini'
import { topologies, type Topology, type WholeTopology } from '@/api/topology/topologies'
import { capital, formatCount } from '@/shared/format'
import { failedFirst, readJobFailure, describeJobFailure, jobStatusLabel } from '@/lib/settings/job-status'
import { readRowOrigin, rowSourceLabel } from '@/lib/settings/origin'
import { integrationsPage } from '@/shared/pages/settings'
import { dashboardPage } from '@/shared/pages/topology'
import { writeMembers } from '@/lib/tags'
import { lastJobColumn, lastRunColumn } from '../job-columns'
import { specManifest } from '../manifest-kind'
import { labelsColumn, nameColumn, namespaceColumn, createRowReader, specColumn } from '../read-row'
import { defineDetails, defineItemPage, defineWholeRows } from '../resource'

const loadEditor = () => import('./document')

const integrations = { path: integrationsPage.path, feature: 'settings.integrations', area: 'integrations' } as const

type Made = Pick<Topology, 'job_details' | 'job_success_count'>

/** The number of components that the newest run created or left unchanged; undefined if the run does not report it. */
function componentsOf({ job_details, job_success_count }: Made): number | undefined {
  const { added, updated, unchanged } = job_details?.summary ?? {}
  const counts = [added, updated, unchanged].filter((count) => typeof count === 'number')
  return counts.length > 0 ? counts.reduce((sum, count) => sum + count, 0) : (job_success_count ?? undefined)
}
const scheduleOf = (schedule: unknown, ofRow: Topology['schedule']) =>
  typeof schedule === 'string' && schedule !== '' ? schedule : ofRow || undefined

const columns = z.strictObject(
  {
    name: nameColumn,
    namespace: namespaceColumn,
    labels: labelsColumn,
    // The components of a topology without a spec are managed manually.
    spec: z._default(z.nullable(specColumn), null),
  },
  'Only name, namespace, labels and spec are allowed'
)

export default defineDetails<Topology, WholeTopology>({
  rows: defineWholeRows(
    () => ({ ...topologies.list(), select: failedFirst<Topology> }),
    (row) => [row.name, row.namespace, ...writeMembers(row.labels), jobStatusLabel(row), rowSourceLabel(row)].join(' ')
  ),
  identify: ({ id, name }) => ({ id, label: name }),
  describe(row) {
    const made = componentsOf(row)
    return [
      row.name,
      row.namespace,
      jobStatusLabel(row).toLowerCase(),
      readJobFailure(row),
      made === undefined ? '' : formatCount(made, 'component'),
      scheduleOf(row.spec_schedule, row.schedule),
      `from ${rowSourceLabel(row).toLowerCase()}`,
    ]
      .filter(Boolean)
      .join(', ')
  },
  searchLabel: 'Search by name, namespace, label, status or origin',
  columns: [
    { id: 'name', title: 'Name', width: 'minmax(6rem, 1.4fr)', as: 'name', value: ({ name }) => name },
    {
      id: 'namespace',
      title: 'Namespace',
      width: 'minmax(4rem, 0.9fr)',
      priority: 2,
      value: ({ namespace }) => namespace ?? undefined,
      isGroupable: true,
    },
    lastJobColumn,
    {
      id: 'components',
      title: 'Components',
      width: '6.5rem',
      align: 'end',
      priority: 2,
      value: (row) => componentsOf(row)?.toLocaleString('en'),
    },
    {
      id: 'schedule',
      title: 'Schedule',
      width: 'minmax(4rem, 0.8fr)',
      priority: 1,
      as: 'code',
      value: (row) => scheduleOf(row.spec_schedule, row.schedule),
    },
    lastRunColumn,
  ],
  opens: { command: 'resource.open', slot: 'resource' },
  actions: {
    needs: ['topologies'],
    all: [
      { call: 'resource.import', label: 'Import' },
      { call: 'resource.create?type=topology', isPrimary: true },
    ],
  },
  empty: {
    title: 'No resources found',
    text: 'A topology defines components, their hierarchy, and the sources of their health.',
  },
  hint: ({ namespace }) => namespace ?? '',
  editing: {
    toValues: ({ name, namespace, labels, spec }) => ({
      name,
      ...(namespace ? { namespace } : {}),
      ...(labels ? { labels } : {}),
      ...(spec ? { spec } : {}),
    }),
    toRow: createRowReader(columns),
    lockedAt: (row) => readRowOrigin(row).name || undefined,
    manifest: specManifest('canaries.flanksource.com/v1', 'Topology', { hasLabels: true }),
    table: topologies,
    page: defineItemPage({
      one: topologies.one,
      editor: loadEditor,
      origin: readRowOrigin,
      facts: (row) => [
        { name: 'Source', value: capital(rowSourceLabel(row)) },
        { name: 'Last job', value: jobStatusLabel(row) },
        { name: 'Last run', value: row.job_time_start ?? undefined, as: 'moment' },
        { name: 'Components', value: componentsOf(row)?.toLocaleString('en') },
        { name: 'Schedule', value: scheduleOf(row.spec?.['schedule'], row.schedule) },
        { name: 'Created by', value: row.created_by?.name ?? undefined },
        { name: 'Created', value: row.created_at ?? undefined, as: 'moment' },
        { name: 'Updated', value: row.updated_at ?? undefined, as: 'moment' },
      ],
      failure: describeJobFailure,
      actions: [{ call: 'topology.run', label: 'Run now' }],
      destinations: {
        added: { path: dashboardPage.path, feature: 'topology', area: 'topologies' },
        changed: integrations,
        deleted: integrations,
      },
    }),
  },
})

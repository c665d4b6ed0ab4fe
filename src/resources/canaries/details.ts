import { z } from 'zod/mini'
import { type Canary, canaries, type WholeCanary } from '@/api/health/canaries'
import { capital, formatCount } from '@/shared/format'
import { readRowOrigin, rowSourceLabel } from '@/lib/settings/origin'
import { writeMembers } from '@/lib/tags'
import { CUSTOM_CHECK, checkTypeLabel, checkTypesIn } from './types'
import { specManifest } from '../manifest-kind'
import { labelsColumn, nameColumn, namespaceColumn, createRowReader, specColumn } from '../read-row'
import { defineDetails, defineItemPage, defineWholeRows } from '../resource'

const loadEditor = () => import('./document')

/** Summarises the health of the checks: `1 unhealthy`, `4 healthy`. */
function summariseChecks({ checks = [] }: Canary): { text: string; word: 'unhealthy' | 'healthy' | 'unknown' } {
  const all = checks.length
  const unhealthy = checks.filter(({ status }) => status === 'unhealthy').length
  const healthy = checks.filter(({ status }) => status === 'healthy').length
  if (all === 0) return { text: 'No checks', word: 'unknown' }
  const [count, word] =
    unhealthy > 0
      ? ([unhealthy, 'unhealthy'] as const)
      : healthy === all
        ? ([all, 'healthy'] as const)
        : ([all - healthy, 'unknown'] as const)
  return { text: `${count} ${word}`, word }
}
/** A canary has either a schedule or an interval in seconds. */
const formatCanarySchedule = ({ schedule, interval }: { schedule?: unknown; interval?: unknown }) =>
  typeof schedule === 'string' && schedule !== ''
    ? schedule
    : typeof interval === 'string' || typeof interval === 'number'
      ? `@every ${interval}s`
      : undefined

const columns = z.strictObject(
  { name: nameColumn, namespace: namespaceColumn, labels: labelsColumn, spec: specColumn },
  'Only name, namespace, labels and spec are allowed'
)

export default defineDetails<Canary, WholeCanary>({
  rows: defineWholeRows(canaries.list, (row) =>
    [row.name, row.namespace, ...writeMembers(row.labels), summariseChecks(row).text, rowSourceLabel(row)].join(' ')
  ),
  identify: ({ id, name }) => ({ id, label: name }),
  describe: (row) =>
    [
      row.name,
      row.namespace,
      summariseChecks(row).text.toLowerCase(),
      formatCanarySchedule(row),
      `from ${rowSourceLabel(row).toLowerCase()}`,
    ]
      .filter(Boolean)
      .join(', '),
  searchLabel: 'Search by name, namespace, label, state or origin',
  columns: [
    { id: 'name', title: 'Name', width: 'minmax(6rem, 1.6fr)', as: 'name', value: ({ name }) => name },
    {
      id: 'namespace',
      title: 'Namespace',
      width: 'minmax(4.5rem, 1fr)',
      priority: 3,
      value: ({ namespace }) => namespace ?? undefined,
      isGroupable: true,
    },
    {
      id: 'checks',
      title: 'Checks',
      width: 'minmax(5rem, 0.8fr)',
      as: 'status',
      look: (row) => summariseChecks(row).word,
      value: (row) => summariseChecks(row).text,
    },
    {
      id: 'schedule',
      title: 'Schedule',
      width: 'minmax(4.5rem, 0.9fr)',
      priority: 2,
      as: 'code',
      value: formatCanarySchedule,
    },
    {
      id: 'origin',
      title: 'From',
      width: 'minmax(5rem, 0.8fr)',
      priority: 2,
      as: 'badge',
      value: rowSourceLabel,
      isGroupable: true,
    },
    {
      id: 'ran',
      title: 'Last run',
      width: '4.75rem',
      align: 'end',
      priority: 1,
      as: 'moment',
      value: (row) => row.last_runtime ?? undefined,
    },
  ],
  opens: { command: 'resource.open', slot: 'resource' },
  actions: {
    needs: ['canaries'],
    all: [
      { call: 'resource.import', label: 'Import' },
      { call: 'resource.create?type=canary', isPrimary: true },
    ],
  },
  empty: {
    title: 'No resources found',
    text: 'A canary defines checks and their schedule: addresses, ports, names, queries, folders and more.',
  },
  hint: ({ namespace }) => namespace ?? '',
  editing: {
    toValues: ({ name, namespace, labels, spec }) => ({
      name,
      ...(namespace ? { namespace } : {}),
      ...(labels ? { labels } : {}),
      spec,
    }),
    toRow: createRowReader(columns),
    lockedAt: (row) => readRowOrigin(row).name || undefined,
    manifest: specManifest('canaries.flanksource.com/v1', 'Canary', { hasLabels: true }),
    table: canaries,
    async consequences({ id }, load) {
      const { checks = [] } = (await load(canaries.list())).find((row) => row.id === id) ?? {}
      return checks.length === 0
        ? []
        : [`Its ${formatCount(checks.length, 'check')} ${checks.length === 1 ? 'is' : 'are'} deleted as well.`]
    },
    page: defineItemPage({
      one: canaries.one,
      editor: loadEditor,
      origin: readRowOrigin,
      facts: (row) => [
        { name: 'Type', value: checkTypesIn(row.spec).map(checkTypeLabel).join(', ') || checkTypeLabel(CUSTOM_CHECK) },
        { name: 'Source', value: capital(rowSourceLabel(row)) },
        { name: 'Schedule', value: formatCanarySchedule(row.spec) },
        { name: 'Created by', value: row.created_by?.name ?? undefined },
        { name: 'Created', value: row.created_at ?? undefined, as: 'moment' },
        { name: 'Updated', value: row.updated_at ?? undefined, as: 'moment' },
      ],
      actions: [],
    }),
  },
})

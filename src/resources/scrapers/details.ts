import { z } from 'zod/mini'
import { itemsFound, type Scraper, scrapers } from '@/api/settings/scrapers'
import { capital, formatCount } from '@/shared/format'
import { failedFirst, readJobFailure, describeJobFailure, jobStatusLabel } from '@/lib/settings/job-status'
import { readRowOrigin, rowSourceLabel } from '@/lib/settings/origin'
import { catalogPage } from '@/shared/pages/catalog'
import { lastJobColumn, lastRunColumn } from '../job-columns'
import { specManifest } from '../manifest-kind'
import { nameColumn, createRowReader, specColumn } from '../read-row'
import { defineDetails, defineItemPage, defineWholeRows } from '../resource'
import { scraperTypeLabel, scraperTypeIn } from '@/shared/specs/scraper-types'

const loadEditor = () => import('./document')

const scheduleOf = ({ spec }: Scraper) => (typeof spec['schedule'] === 'string' ? spec['schedule'] : undefined)
const typeOf = ({ spec }: Scraper) => scraperTypeLabel(scraperTypeIn(spec))

const columns = z.strictObject(
  {
    name: nameColumn,
    namespace: z._default(z.nullable(z.string()), null),
    description: z._default(z.nullable(z.string()), null),
    spec: specColumn,
  },
  'Only name, namespace, description and spec are allowed'
)

export default defineDetails<Scraper>({
  rows: defineWholeRows(
    () => ({ ...scrapers.list(), select: failedFirst<Scraper> }),
    (row) => [row.name, row.namespace, row.description, typeOf(row), jobStatusLabel(row), rowSourceLabel(row)].join(' ')
  ),
  identify: ({ id, name }) => ({ id, label: name }),
  describe(row) {
    const found = itemsFound(row)
    return [
      row.name,
      typeOf(row),
      jobStatusLabel(row).toLowerCase(),
      readJobFailure(row) ?? '',
      found === undefined ? '' : formatCount(found, 'item'),
      scheduleOf(row),
      `from ${rowSourceLabel(row).toLowerCase()}`,
    ]
      .filter(Boolean)
      .join(', ')
  },
  searchLabel: 'Search by name, type, status or origin',
  columns: [
    { id: 'name', title: 'Name', width: 'minmax(6rem, 1.6fr)', as: 'name', value: ({ name }) => name },
    {
      id: 'type',
      title: 'Type',
      width: 'minmax(4.5rem, 1fr)',
      priority: 3,
      value: typeOf,
      isGroupable: true,
    },
    lastJobColumn,
    {
      id: 'items',
      title: 'Items',
      width: '4.5rem',
      align: 'end',
      priority: 2,
      value: (row) => itemsFound(row)?.toLocaleString('en'),
    },
    { id: 'schedule', title: 'Schedule', width: 'minmax(4.5rem, 0.9fr)', priority: 1, as: 'code', value: scheduleOf },
    lastRunColumn,
  ],
  opens: { command: 'resource.open', slot: 'resource' },
  actions: {
    needs: ['config_scrapers'],
    all: [
      { call: 'resource.import', label: 'Import' },
      { call: 'resource.create?type=scraper', isPrimary: true },
    ],
  },
  empty: {
    title: 'No resources found',
    text: 'A scraper reads config items from a source: a cluster, a cloud, files, a web service or a database.',
  },
  hint: typeOf,
  editing: {
    toValues: ({ name, namespace, description, spec }) => ({
      name,
      ...(namespace ? { namespace } : {}),
      ...(description ? { description } : {}),
      spec,
    }),
    toRow: createRowReader(columns),
    lockedAt: (row) => readRowOrigin(row).name || undefined,
    manifest: specManifest('configs.flanksource.com/v1', 'ScrapeConfig'),
    table: scrapers,
    page: defineItemPage({
      one: scrapers.one,
      editor: loadEditor,
      origin: readRowOrigin,
      facts: (row) => [
        { name: 'Source', value: capital(rowSourceLabel(row)) },
        { name: 'Last job', value: jobStatusLabel(row) },
        { name: 'Last run', value: row.job_time_start ?? undefined, as: 'moment' },
        { name: 'Items found', value: itemsFound(row)?.toLocaleString('en') },
        { name: 'Schedule', value: scheduleOf(row) },
        { name: 'Created', value: row.created_at ?? undefined, as: 'moment' },
        { name: 'Updated', value: row.updated_at ?? undefined, as: 'moment' },
      ],
      failure: describeJobFailure,
      actions: [{ call: 'scraper.run', label: 'Run now' }],
      destinations: { added: { path: catalogPage.path, feature: 'config', area: 'database' } },
    }),
  },
})

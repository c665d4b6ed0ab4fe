import { z } from 'zod/mini'
import { type IncidentRule, incidentRules, MOST_COUNTED } from '@/api/incidents/incident-rules'
import { capital } from '@/shared/format'
import { isOver, normaliseSeverity } from '@/lib/incidents/incidents'
import { failedFirst, readJobFailure, describeJobFailure, jobStatusLabel } from '@/lib/settings/job-status'
import { readRowOrigin, rowSourceLabel } from '@/lib/settings/origin'
import { describeWatched } from './words'
import { lastJobColumn, lastRunColumn } from '../job-columns'
import { specManifest } from '../manifest-kind'
import { nameColumn, createRowReader, specColumn } from '../read-row'
import { defineDetails, defineItemList, defineItemPage, defineWholeRows } from '../resource'

const loadEditor = () => import('./document')

const columns = z.strictObject({ name: nameColumn, spec: specColumn }, 'Only name and spec are allowed')

/** For example `1,204`, or `500+` if the count may have been cut off. */
const counted = (count: number) => `${count.toLocaleString('en')}${count >= MOST_COUNTED ? '+' : ''}`

/** The number of incidents that the rule has opened, and how many of them are still open: `12 (1 open)`. */
function openedBy({ incidents = [] }: IncidentRule): string {
  const open = incidents.filter((one) => !isOver(one)).length
  return open === 0 ? counted(incidents.length) : `${counted(incidents.length)} (${counted(open)} open)`
}

/** A rule without runs is new, or its backend does not record runs. */
function evaluated(row: IncidentRule) {
  if (row.missing) return 'Not available'
  return row.job_status ? jobStatusLabel(row) : 'No runs'
}

export default defineDetails<IncidentRule>({
  rows: defineWholeRows(
    () => ({ ...incidentRules.list(), select: failedFirst<IncidentRule> }),
    (row) => [row.name, describeWatched(row.spec), evaluated(row), row.created_by?.name, rowSourceLabel(row)].join(' ')
  ),
  identify: ({ id, name }) => ({ id, label: name }),
  describe: (row) =>
    [
      row.name,
      describeWatched(row.spec),
      evaluated(row).toLowerCase(),
      readJobFailure(row),
      `incidents: ${openedBy(row)}`,
      `from ${rowSourceLabel(row).toLowerCase()}`,
    ]
      .filter(Boolean)
      .join(', '),
  searchLabel: 'Search by name, watched resource, status or author',
  columns: [
    { id: 'name', title: 'Name', width: 'minmax(6rem, 1.4fr)', as: 'name', value: ({ name }) => name },
    {
      id: 'watches',
      title: 'Watches',
      width: 'minmax(6rem, 2.4fr)',
      priority: 2,
      value: ({ spec }) => capital(describeWatched(spec)),
    },
    { ...lastJobColumn, title: 'Status', width: 'minmax(5rem, 1.2fr)', value: evaluated },
    { id: 'incidents', title: 'Incidents', width: '6rem', align: 'end', priority: 2, value: openedBy },
    {
      id: 'created_by',
      title: 'Created by',
      width: 'minmax(4.5rem, 0.8fr)',
      priority: 0,
      as: 'quiet',
      value: ({ created_by }) => created_by?.name ?? undefined,
      isGroupable: true,
    },
    lastRunColumn,
    {
      id: 'updated_at',
      title: 'Updated',
      width: '4.5rem',
      align: 'end',
      priority: 0,
      as: 'moment',
      value: (row) => row.updated_at ?? row.created_at ?? undefined,
    },
  ],
  opens: { command: 'resource.open', slot: 'resource' },
  actions: {
    needs: ['incident'],
    all: [
      { call: 'resource.import', label: 'Import' },
      { call: 'resource.create?type=incidentrule', isPrimary: true },
    ],
  },
  empty: {
    title: 'No resources found',
    text: 'An incident rule opens incidents automatically when the components or checks that it selects become unhealthy.',
  },
  hint: ({ spec }) => describeWatched(spec),
  editing: {
    toValues: ({ name, spec }) => ({ name, spec: spec ?? {} }),
    toRow: createRowReader(columns),
    lockedAt: (row) => readRowOrigin(row).name || undefined,
    manifest: specManifest('mission-control.flanksource.com/v1', 'IncidentRule', { hasNamespace: false }),
    table: incidentRules,
    page: defineItemPage({
      one: incidentRules.one,
      editor: loadEditor,
      origin: readRowOrigin,
      facts: (row) => [
        { name: 'Watches', value: capital(describeWatched(row.spec)) },
        { name: 'Source', value: capital(rowSourceLabel(row)) },
        { name: 'Status', value: evaluated(row) },
        { name: 'Last run', value: row.job_time_start ?? undefined, as: 'moment' },
        { name: 'Created by', value: row.created_by?.name ?? undefined },
        { name: 'Created', value: row.created_at ?? undefined, as: 'moment' },
        { name: 'Updated', value: row.updated_at ?? undefined, as: 'moment' },
      ],
      failure: describeJobFailure,
      actions: [],
      lists: [
        defineItemList({
          tab: 'incidents',
          label: 'Incidents',
          query: incidentRules.opened,
          toEntry: ({ id, title, severity, status, incident_id: number, created_at: at }) => ({
            target: { kind: 'incident', id, label: title },
            severity: normaliseSeverity(severity),
            status: capital(status),
            isStatusWord: true,
            isOver: isOver({ status }),
            note: number,
            at,
          }),
          emptyText: (label) => `${label} has not opened any incident.`,
        }),
      ],
    }),
  },
})

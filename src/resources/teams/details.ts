import { z } from 'zod/mini'
import { type Team, teams } from '@/api/settings/teams'
import { describeJobFailure, jobStatusLabel } from '@/lib/settings/job-status'
import { readRowOrigin, rowSourceLabel } from '@/lib/settings/origin'
import { capital } from '@/shared/format'
import { lastJobColumn, lastRunColumn } from '../job-columns'
import { createRowReader, nameColumn, specColumn } from '../read-row'
import { defineDetails, defineItemPage, defineWholeRows } from '../resource'

const loadEditor = () => import('./document')

const columns = z.strictObject(
  {
    name: nameColumn,
    // Specification, "Editable resource fields by type".
    icon: z._default(z.string('Icon must be a string'), 'group'),
    spec: z._default(z.nullable(specColumn), null),
  },
  'Only name, icon and spec are allowed'
)

export default defineDetails<Team>({
  rows: defineWholeRows(teams.list, (row) =>
    [row.name, jobStatusLabel(row), rowSourceLabel(row), row.created_by?.name].filter(Boolean).join(' ')
  ),
  identify: ({ id, name }) => ({ id, label: name }),
  describe: (row) =>
    [row.name, jobStatusLabel(row).toLowerCase(), `from ${rowSourceLabel(row).toLowerCase()}`].join(', '),
  searchLabel: 'Search by name, status or origin',
  columns: [
    { id: 'name', title: 'Name', width: 'minmax(6rem, 1.4fr)', as: 'name', value: ({ name }) => name },
    lastJobColumn,
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
      id: 'created_by',
      title: 'Created by',
      width: 'minmax(4.5rem, 0.8fr)',
      priority: 0,
      as: 'quiet',
      value: ({ created_by }) => created_by?.name ?? undefined,
    },
    lastRunColumn,
  ],
  opens: { command: 'resource.open', slot: 'resource' },
  actions: { needs: ['database'], all: [{ call: 'resource.create?type=team', isPrimary: true }] },
  empty: {
    title: 'No resources found',
    text: 'A team is a group of people that owns components, responds to incidents and receives notifications.',
  },
  hint: () => '',
  editing: {
    toValues: ({ name, icon, spec }) => ({ name, icon: icon || 'group', ...(spec ? { spec } : {}) }),
    toRow: createRowReader(columns),
    lockedAt: (row) => readRowOrigin(row).name || undefined,
    table: teams,
    page: defineItemPage({
      one: teams.one,
      editor: loadEditor,
      origin: readRowOrigin,
      facts: (row) => [
        { name: 'Source', value: capital(rowSourceLabel(row)) },
        { name: 'Last job', value: jobStatusLabel(row) },
        { name: 'Last run', value: row.job_time_start ?? undefined, as: 'moment' },
        { name: 'Created by', value: row.created_by?.name ?? undefined },
        { name: 'Created', value: row.created_at ?? undefined, as: 'moment' },
        { name: 'Updated', value: row.updated_at ?? undefined, as: 'moment' },
      ],
      failure: describeJobFailure,
      actions: [{ call: 'team.addMembers', label: 'Add Members' }],
      tabs: [{ tab: 'members', label: 'Members' }],
    }),
  },
})

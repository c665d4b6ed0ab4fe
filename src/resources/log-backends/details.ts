import { z } from 'zod/mini'
import { integrations } from '@/api/settings/integrations'
import { personEmbed, settingsTable } from '@/api/settings/settings-table'
import { formatNames } from '@/shared/format'
import { isFromConsole, sourceName, sourceLabel } from '@/lib/settings/origin'
import { writeMembers } from '@/lib/tags'
import { defineDetails, defineWholeRows } from '../resource'

const logBackend = z.object({
  id: z.guid(),
  name: z.string(),
  labels: z.nullish(z.record(z.string(), z.string())),
  /** Read by the service that searches the logs. */
  spec: z.record(z.string(), z.unknown()),
  source: z.nullish(z.string()),
  created_by: personEmbed,
  created_at: z.nullish(z.iso.datetime({ offset: true })),
  updated_at: z.nullish(z.iso.datetime({ offset: true })),
})
export type LogBackend = z.infer<typeof logBackend>

const table = settingsTable('logbackend', {
  table: 'logging_backends',
  columns: ['id', 'name', 'labels', 'spec', 'source', 'created_at', 'updated_at'],
  row: logBackend,
  changes: [integrations.all],
})

/** The types of a backend: `elasticSearch` for `{ elasticSearch: { url: … } }`. */
const typesOf = ({ spec }: LogBackend) => Object.keys(spec)

export default defineDetails<LogBackend>({
  rows: defineWholeRows(table.list, (row) =>
    [row.name, ...typesOf(row), ...writeMembers(row.labels), sourceLabel(row.source)].join(' ')
  ),
  identify: ({ id, name }) => ({ id, label: name }),
  describe: (row) =>
    [row.name, formatNames(typesOf(row)), ...writeMembers(row.labels), `from ${sourceLabel(row.source).toLowerCase()}`]
      .filter(Boolean)
      .join(', '),
  searchLabel: 'Search by name, type, label or origin',
  columns: [
    { id: 'name', title: 'Name', width: 'minmax(6rem, 1.4fr)', as: 'name', value: ({ name }) => name },
    {
      id: 'type',
      title: 'Type',
      width: 'minmax(4.5rem, 1fr)',
      value: (row) => formatNames(typesOf(row)),
      isGroupable: true,
    },
    {
      id: 'labels',
      title: 'Labels',
      width: 'minmax(4rem, 1.2fr)',
      priority: 1,
      as: 'badge',
      value: ({ labels }) => writeMembers(labels),
    },
    {
      id: 'origin',
      title: 'From',
      width: '6rem',
      priority: 3,
      as: 'badge',
      value: ({ source }) => sourceLabel(source),
      isGroupable: true,
    },
    {
      id: 'created_by',
      title: 'Created by',
      width: 'minmax(4.5rem, 0.8fr)',
      priority: 1,
      as: 'quiet',
      value: ({ created_by }) => created_by?.name ?? undefined,
    },
    {
      id: 'updated_at',
      title: 'Updated',
      width: '5rem',
      align: 'end',
      priority: 2,
      as: 'moment',
      value: (row) => row.updated_at ?? row.created_at ?? undefined,
    },
  ],
  opens: { command: 'resource.edit', slot: 'resource' },
  actions: {
    needs: ['logging_backends'],
    all: [{ call: 'resource.create?type=logbackend', isPrimary: true }],
  },
  empty: {
    title: 'No resources found',
    text: 'A log backend defines a service to search logs in and how to connect to it, as a YAML spec.',
  },
  editing: {
    fields: [
      { type: 'text', name: 'name', label: 'Name', isRequired: true },
      { type: 'labels', name: 'labels', label: 'Labels' },
      {
        type: 'code',
        name: 'spec',
        label: 'Spec',
        language: 'yaml',
        isParsed: true,
        isRequired: true,
        height: 'medium',
      },
    ],
    toValues: ({ name, labels, spec }) => ({ name, labels: labels ?? {}, spec }),
    toRow: ({ name, labels, spec }) => ({ name, labels, spec }),
    lockedAt: ({ source }) => (source && !isFromConsole(source) ? sourceName(source) : undefined),
    table,
  },
})

import { connectionUses } from '@/api/settings/connection-uses'
import { type Connection, connections, type WholeConnection } from '@/api/settings/connections'
import { connectionPermissions } from '@/api/settings/resource-permissions'
import { readRowOrigin, rowSourceLabel } from '@/lib/settings/origin'
import { toPermissionEntry } from '../permission-entry'
import { defineDetails, defineItemList, defineItemPage, defineWholeRows } from '../resource'
import { canReceiveNotifications, connectionTypeLabel, connectionTypes } from './types'
import { listConnectionEffects, toUseEntry } from './uses'
import { replacesSecret, toRow, toValues } from './values'

const loadForm = () => import('./form')
const loadManifest = () => import('./manifest')

export default defineDetails<Connection, WholeConnection>({
  rows: defineWholeRows(
    connections.list,
    (row) => [row.name, row.namespace, row.type, connectionTypeLabel(row.type), rowSourceLabel(row)].join(' '),
    [
      {
        field: 'type',
        label: 'Type',
        values: connectionTypes.map(({ id, label }) => ({ value: id, label })),
        of: (row) => (row as Connection).type,
      },
    ]
  ),
  identify: ({ id, name }) => ({ id, label: name }),
  describe: (row) =>
    [row.name, row.namespace, connectionTypeLabel(row.type), `from ${rowSourceLabel(row).toLowerCase()}`]
      .filter(Boolean)
      .join(', '),
  searchLabel: 'Search by name, namespace, type or origin',
  columns: [
    { id: 'name', title: 'Name', width: 'minmax(6rem, 1.4fr)', as: 'name', value: ({ name }) => name },
    {
      id: 'namespace',
      title: 'Namespace',
      width: 'minmax(4.5rem, 1fr)',
      priority: 2,
      value: ({ namespace }) => namespace ?? undefined,
      isGroupable: true,
    },
    {
      id: 'type',
      title: 'Type',
      width: 'minmax(5rem, 1fr)',
      value: ({ type }) => connectionTypeLabel(type),
      isGroupable: true,
    },
    {
      id: 'origin',
      title: 'From',
      width: 'minmax(7rem, 0.8fr)',
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
    {
      id: 'created_at',
      title: 'Created',
      startsHidden: true,
      width: '4.5rem',
      align: 'end',
      priority: 0,
      as: 'moment',
      value: ({ created_at }) => created_at ?? undefined,
    },
    {
      id: 'updated_at',
      title: 'Updated',
      width: '4.5rem',
      align: 'end',
      priority: 1,
      as: 'moment',
      value: (row) => row.updated_at ?? row.created_at ?? undefined,
    },
  ],
  opens: { command: 'resource.open', slot: 'resource' },
  actions: { needs: ['connections'], all: [{ call: 'resource.create?type=connection', isPrimary: true }] },
  empty: {
    title: 'No resources found',
    text: 'A connection stores the address and credentials of another system, for checks, scrapers, playbooks and notifications.',
  },
  hint: ({ type }) => connectionTypeLabel(type),
  editing: {
    toValues,
    toRow,
    lockedAt: (row) => readRowOrigin(row).name || undefined,
    noUndo: (values) =>
      replacesSecret(values) ? 'This cannot be undone, because the previous secrets are not available.' : undefined,
    consequences: listConnectionEffects,
    manifest: {
      apiVersion: 'mission-control.flanksource.com/v1',
      kind: 'Connection',
      load: loadManifest,
    },
    table: connections,
    page: defineItemPage({
      one: connections.one,
      form: loadForm,
      origin: readRowOrigin,
      facts: (row) => [
        { name: 'Type', value: connectionTypeLabel(row.type) },
        { name: 'Namespace', value: row.namespace ?? undefined },
        { name: 'Notifications', value: canReceiveNotifications(row.type) ? 'Can be sent to it' : undefined },
        { name: 'Source', value: rowSourceLabel(row) },
        { name: 'Created by', value: row.created_by?.name ?? undefined },
        { name: 'Created', value: row.created_at ?? undefined, as: 'moment' },
        { name: 'Updated', value: row.updated_at ?? undefined, as: 'moment' },
      ],
      actions: [],
      lists: [
        defineItemList({
          tab: 'uses',
          label: 'Used by',
          isOffered: (deployment) => deployment?.backend === 'embedded',
          query: connectionUses,
          toEntry: toUseEntry,
          emptyText: (label) => `Nothing that you may read uses ${label}.`,
          note: 'These resources refer to this connection and need it to work.',
        }),
        defineItemList({
          tab: 'permissions',
          label: 'Permissions',
          area: 'permissions',
          query: connectionPermissions,
          toEntry: toPermissionEntry('this connection', 'connections'),
          emptyText: (label) => `No permission names ${label}. Roles determine who can read and change connections.`,
        }),
      ],
    }),
  },
})

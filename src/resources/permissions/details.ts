import { type FullPermission, type Permission, permissions } from '@/api/settings/permissions'
import {
  describeActions,
  describeResources,
  describeSubject,
  permissionLabel,
  permissionLock,
  permissionObjects,
  resourceTargets,
  subjectTarget,
} from '@/lib/settings/permission-words'
import type { Choice } from '@/shared/forms/choice'
import { defineDetails, definePagedRows } from '../resource'

const loadEditing = () => import('./editing')

/** Milliseconds between refreshes. */
const EVERY_MS = 60_000

const toChoices = (labels: Readonly<Record<string, string>>): readonly Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const same = (values: readonly string[]): readonly Choice[] => values.map((value) => ({ value, label: value }))

/** When the permission ends, as part of a sentence. */
const describeEnd = ({ until }: Permission) =>
  until ? `${new Date(until) <= new Date() ? 'ended' : 'until'} ${until.slice(0, 10)}` : ''

/** Rights that are granted or denied beyond those of roles. */
export default defineDetails<Permission, FullPermission>({
  rows: definePagedRows({
    paging: 'pages',
    filters: [
      {
        field: 'subject',
        label: 'Subject',
        values: toChoices({
          person: 'Person',
          team: 'Team',
          group: 'Role or group',
          role: 'Role',
          notification: 'Notification',
          playbook: 'Playbook',
          canary: 'Canary',
          scraper: 'Scraper',
          topology: 'Topology',
        }),
      },
      {
        field: 'resource',
        label: 'Resource',
        values: toChoices({
          config: 'Catalog',
          component: 'Component',
          connection: 'Connection',
          playbook: 'Playbook',
          canary: 'Canary',
          selector: 'Selector',
          global: 'Global',
        }),
      },
      { field: 'object', label: 'Area', values: same(permissionObjects) },
      {
        field: 'action',
        label: 'Action',
        values: [
          ...same(['read', 'update', 'create', 'delete', 'playbook:run', 'playbook:approve']),
          { value: '*', label: 'all (*)' },
        ],
      },
      { field: 'deny', label: 'Effect', values: toChoices({ true: 'Deny', false: 'Allow' }) },
      {
        field: 'source',
        label: 'Source',
        values: toChoices({ UI: 'Console', KubernetesCRD: 'KubernetesCRD', ConfigFile: 'ConfigFile' }),
      },
    ],
    page: permissions.page,
    matching: permissions.matching,
    everyMs: EVERY_MS,
  }),
  identify: (row) => ({ id: row.id, label: permissionLabel(row) }),
  describe: (row) =>
    [
      permissionLabel(row),
      describeEnd(row),
      row.description,
      permissionLock(row) && `from ${permissionLock(row)}`,
      row.error && `no effect: ${row.error}`,
      row.author && `created by ${row.author}`,
    ]
      .filter(Boolean)
      .join(', '),
  searchLabel: 'Search by subject, resource, action or description',
  columns: [
    {
      id: 'subject',
      title: 'Subject',
      width: 'minmax(4rem, 1.2fr)',
      as: 'name',
      value: describeSubject,
      link: subjectTarget,
    },
    {
      id: 'resource',
      title: 'Resource',
      width: 'minmax(3rem, 1.6fr)',
      below: true,
      value: describeResources,
      link(row) {
        const [target, another] = resourceTargets(row)
        return another ? undefined : target
      },
    },
    {
      id: 'action',
      title: 'Action',
      width: 'minmax(2.5rem, 0.9fr)',
      value: describeActions,
      mark: ({ deny }) => (deny ? { icon: 'denied', label: 'Deny' } : undefined),
    },
    {
      id: 'description',
      title: 'Description',
      width: 'minmax(5rem, 1.4fr)',
      priority: 1,
      as: 'quiet',
      value: ({ description }) => description ?? undefined,
    },
    {
      id: 'updated_at',
      title: 'Updated',
      width: '4.5rem',
      align: 'end',
      priority: 1,
      as: 'moment',
      value: ({ updated_at: at }) => at ?? undefined,
    },
    {
      id: 'created_at',
      title: 'Created',
      width: '4.5rem',
      align: 'end',
      priority: 0,
      as: 'moment',
      value: ({ created_at: at }) => at ?? undefined,
    },
    {
      id: 'created_by',
      title: 'Created By',
      width: 'minmax(4.5rem, 0.8fr)',
      priority: 0,
      as: 'quiet',
      isUnsorted: true,
      value: ({ author }) => author,
    },
  ],
  opens: { command: 'resource.edit', slot: 'resource' },
  opensByPress: true,
  isOpenedByLink: true,
  actions: {
    needs: ['permissions'],
    all: [{ call: 'resource.create?type=permission', label: 'Add Permission', isPrimary: true }],
  },
  empty: {
    title: 'No permissions',
    text: 'Roles decide what people may do. A permission adds a right for a subject, or denies one.',
  },
  loadEditing,
})

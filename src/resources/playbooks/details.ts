import { z } from 'zod/mini'
import { readRunFailure } from '@/api/playbooks/failed-step'
import { type PlaybookRow, playbookTable, playbookTitle, type WholePlaybook } from '@/api/playbooks/playbook-list'
import { playbookPermissions } from '@/api/settings/resource-permissions'
import { configItemName } from '@/lib/catalog/config-name'
import { capital, formatCount, formatNames } from '@/shared/format'
import { readRowOrigin, rowSourceLabel } from '@/lib/settings/origin'
import { isRunOver, formatRunStatus } from '@/lib/playbooks/run-status'
import { createRowReader, specColumn } from '../read-row'
import { toPermissionEntry } from '../permission-entry'
import { defineDetails, defineItemList, defineItemPage, defineWholeRows } from '../resource'

const loadEditor = () => import('./document')

const kinds = [
  ['checks', 'checks'],
  ['components', 'components'],
  ['configs', 'config items'],
] as const

/** The resources that the playbook applies to, by its selectors: `checks and components`. */
function runsFor(row: Pick<PlaybookRow, 'checks' | 'components' | 'configs'>): string {
  const found = kinds.filter(([member]) => (row[member]?.length ?? 0) > 0).map(([, words]) => words)
  return found.length === 0 ? 'No resource' : capital(formatNames(found))
}

/** Whether runs require approval. */
const isApproved = ({ approvers }: PlaybookRow) =>
  Object.values(approvers ?? {}).some((list) => Array.isArray(list) && list.length > 0)

const lastRun = ({ playbook_runs: [newest] = [] }: PlaybookRow) => newest

/** Why the last run failed; undefined if it did not fail. */
function whyLast(row: PlaybookRow): string | undefined {
  const run = lastRun(row)
  return run && readRunFailure(run)
}
const NEVER = 'Not run yet'
const howLast = (row: PlaybookRow) => {
  const run = lastRun(row)
  return run ? capital(formatRunStatus(run.status)) : NEVER
}

const optional = (what: string) => z.nullish(z.string(`${what} must be a string`))
const columns = z.pipe(
  z.looseObject(
    {
      title: z.string('Title is required').check(z.trim(), z.minLength(1, 'Title is required')),
      category: optional('Category'),
      description: optional('Description'),
      icon: optional('Icon'),
      actions: z
        .array(z.looseObject({ name: z.string('Each action must have a name') }), 'Actions are required')
        .check(z.minLength(1, 'At least one action is required')),
    },
    'A playbook must be an object with a title and actions'
  ),
  z.transform((spec) => ({
    title: spec.title,
    category: spec.category ?? '',
    description: spec.description ?? null,
    icon: spec.icon ?? null,
    spec: specColumn.parse(spec),
  }))
)

/** Sorted by category, then by title. Playbooks without a category come last. */
const inOrder = (rows: readonly PlaybookRow[]): readonly PlaybookRow[] =>
  rows.toSorted(
    (a, b) =>
      Number(!a.category) - Number(!b.category) ||
      (a.category ?? '').localeCompare(b.category ?? '', 'en') ||
      playbookTitle(a).localeCompare(playbookTitle(b), 'en')
  )

export default defineDetails<PlaybookRow, WholePlaybook>({
  rows: defineWholeRows(
    () => ({ ...playbookTable.list(), select: inOrder }),
    (row) =>
      [
        playbookTitle(row),
        row.name,
        row.category,
        row.description,
        runsFor(row),
        howLast(row),
        rowSourceLabel(row),
      ].join(' ')
  ),
  identify: (row) => ({ id: row.id, label: playbookTitle(row) }),
  describe: (row) =>
    [
      playbookTitle(row),
      row.description,
      row.category,
      `for ${runsFor(row).toLowerCase()}`,
      isApproved(row) ? 'requires approval' : '',
      row.parameters?.length ? formatCount(row.parameters.length, 'parameter') : '',
      lastRun(row) ? `last run: ${howLast(row).toLowerCase()}` : NEVER.toLowerCase(),
      whyLast(row),
    ]
      .filter(Boolean)
      .join(', '),
  searchLabel: 'Search by title, category or description',
  groupedBy: 'category',
  columns: [
    { id: 'title', title: 'Playbook', width: 'minmax(6rem, 2fr)', as: 'name', value: playbookTitle },
    {
      id: 'description',
      title: 'Description',
      width: 'minmax(6rem, 2.4fr)',
      priority: 0,
      as: 'quiet',
      value: ({ description }) => description ?? undefined,
    },
    {
      id: 'category',
      title: 'Category',
      width: 'minmax(4rem, 0.9fr)',
      priority: 0,
      value: ({ category }) => category || undefined,
      none: 'Other',
      isGroupable: true,
    },
    { id: 'for', title: 'Applies to', width: 'minmax(5rem, 1.2fr)', priority: 2, value: runsFor, isGroupable: true },
    {
      id: 'approval',
      title: 'Approval',
      width: '5.5rem',
      priority: 1,
      as: 'badge',
      value: (row) => (isApproved(row) ? 'Required' : undefined),
    },
    {
      id: 'status',
      title: 'Status',
      // Wide enough for the longest status, except in narrow windows.
      width: 'minmax(5rem, 1.6fr)',
      below: true,
      as: 'status',
      value: howLast,
      note: whyLast,
      isGroupable: true,
    },
    {
      id: 'ran',
      title: 'Last run',
      width: '4.5rem',
      align: 'end',
      priority: 1,
      as: 'moment',
      value: (row) => lastRun(row)?.created_at,
    },
  ],
  opens: { command: 'resource.open', slot: 'resource' },
  actions: {
    needs: ['playbooks'],
    all: [
      { call: 'resource.import', label: 'Import' },
      { call: 'resource.create?type=playbook', isPrimary: true },
    ],
  },
  empty: {
    title: 'No playbooks yet',
    text: 'A playbook is a list of actions for a check, a component or a config item. Users or events start it.',
  },
  hint: ({ category }) => category ?? '',
  editing: {
    // The title may be missing from the spec and stored in its column only.
    toValues: (row) => ({ title: playbookTitle(row), ...row.spec }),
    toRow: createRowReader(columns),
    lockedAt: (row) => readRowOrigin(row).name || undefined,
    manifest: {
      apiVersion: 'mission-control.flanksource.com/v1',
      kind: 'Playbook',
      toValues: ({ name, spec }) => ({ title: name, ...spec }),
      // The document has no name: it is derived from the title.
      toColumns: ({ name, namespace }) => ({ name, ...(namespace !== undefined && { namespace }) }),
      toManifest: (values, { name, namespace }) => ({
        name: String(name),
        ...(typeof namespace === 'string' && namespace !== '' && { namespace }),
        spec: values,
      }),
    },
    table: playbookTable,
    page: defineItemPage({
      one: playbookTable.one,
      editor: loadEditor,
      origin: readRowOrigin,
      facts: (row) => [
        { name: 'Name', value: row.name },
        { name: 'Namespace', value: row.namespace ?? undefined },
        { name: 'Category', value: row.category || 'Other' },
        { name: 'Source', value: capital(rowSourceLabel(row)) },
        { name: 'Created by', value: row.created_by?.name ?? undefined },
        { name: 'Created', value: row.created_at ?? undefined, as: 'moment' },
        { name: 'Updated', value: row.updated_at ?? undefined, as: 'moment' },
      ],
      actions: [{ call: 'playbook.run', label: 'Run' }, { call: 'playbook.history' }],
      lists: [
        defineItemList({
          tab: 'runs',
          label: 'Runs',
          query: playbookTable.runs,
          toEntry: ({ id, status, created_at: at, error, failed, check, component, config, created_by: by }) => ({
            target: {
              kind: 'run',
              id,
              label: check?.name ?? component?.name ?? (config ? configItemName(config) : 'No resource'),
            },
            status: capital(formatRunStatus(status)),
            isStatusWord: true,
            isOver: isRunOver({ status }),
            note: [readRunFailure({ status, error, failed }), by?.name && `by ${by.name}`].filter(Boolean).join(', '),
            at,
          }),
          emptyText: (label) => `${label} has not run yet.`,
        }),
        defineItemList({
          tab: 'permissions',
          label: 'Permissions',
          area: 'permissions',
          query: playbookPermissions,
          toEntry: toPermissionEntry('this playbook', 'playbooks'),
          emptyText: (label) =>
            `No permission applies to ${label}. Roles determine who can read, change, run and approve it.`,
        }),
      ],
    }),
  },
})

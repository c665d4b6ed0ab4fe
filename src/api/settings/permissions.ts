import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { FilterValues } from '@/shared/filter-values'
import type { ListQuery } from '@/lib/list-query'
import { permissionLabel } from '@/lib/settings/permission-words'
import { callAll } from '../call-all'
import { callChange } from '../call-change'
import { call, type QueryParams, type ResultPage } from '../http'
import { filterConditions } from '../list-conditions'
import { callListPage } from '../list-page'
import { rowNames } from '../names'
import { readPart } from '../parts'
import { eq, ilike, inList, isNotNull, isNull, limit, matches, not, offset, or, order, select } from '../postgrest'
import { timestamp } from '../time'
import type { RowValues } from './settings-table'

const text = z.nullish(z.string())
const id = z.nullish(z.guid())
const named = z.nullish(z.object({ id: text, name: text }))
const typed = z.nullish(z.object({ id: text, name: text, type: text }))
const record = z.nullish(z.record(z.string(), z.unknown()))

/** The types of subjects, with the columns of their resolved rows. Rows of the last three are made by clusters. */
const subjectTypes = ['person', 'team', 'notification', 'playbook', 'canary', 'scraper', 'topology'] as const

const shared = {
  id: z.guid(),
  name: text,
  namespace: text,
  description: text,
  action: z.string(),
  deny: z.nullish(z.boolean()),
  /** A global area, such as `catalog`. */
  object: text,
  object_selector: record,
  subject: text,
  subject_type: z.string(),
  until: z.nullish(timestamp),
  agents: z.nullish(z.array(z.string())),
  tags: record,
  source: text,
  /** Why the permission has no effect. */
  error: text,
  created_at: z.nullish(timestamp),
  updated_at: z.nullish(timestamp),
}

const listed = z.object({
  ...shared,
  created_by: id,
  person: named,
  team: named,
  /** A permission group. Its members are null if the subject is a role. */
  group: named,
  notification: named,
  playbook: named,
  canary: named,
  scraper: named,
  topology: named,
  config_object: typed,
  component_object: named,
  connection_object: typed,
  playbook_object: named,
  canary_object: named,
  /** The name of the author, and names of agents by id. Added after the response. */
  author: z.optional(z.string()),
  agentNames: z.optional(z.record(z.string(), z.string())),
})
/** A permission with its subject and its resource by name. */
export type Permission = z.infer<typeof listed>

const idColumns = {
  config_id: id,
  component_id: id,
  canary_id: id,
  playbook_id: id,
  connection_id: id,
  person_id: id,
  team_id: id,
  notification_id: id,
}

const stored = z.object({ id: z.guid(), ...idColumns })

/** A permission with the ids that its row stores. */
export type FullPermission = Permission & z.infer<typeof stored>

const TABLE = '/api/db/permissions'
const SUMMARY = '/api/db/permissions_summary'
const all = ['permissions'] as const
const columns = select('*')
/** Maximum number of rows in a response of the server. */
const MOST = 2000

/**
 * The resources that a permission can name, by the value of the filter, with the columns that are filled then. The
 * summary has the resolved rows, but not their ids.
 */
const resourceColumns: Readonly<Record<string, string>> = {
  config: 'config_object',
  component: 'component_object',
  connection: 'connection_object',
  playbook: 'playbook_object',
  canary: 'canary_object',
  selector: 'object_selector',
  global: 'object',
}

/** Any of the included resources, and none of the excluded ones. */
function resourceConditions(values: FilterValues = {}): QueryParams {
  const of = (mode: FilterValues[string]) =>
    Object.entries(resourceColumns).flatMap(([value, column]) => (values[value] === mode ? [column] : []))
  const included = of('include').map(isNotNull)
  return [...(included.length > 1 ? [or(...included)] : included), ...of('exclude').map(isNull)]
}

/** An action is stored as one of several, separated by commas. */
const hasAction = (action: string): QueryParams => [
  eq('action', action),
  matches('action', { text: `${action},`, anyBefore: false, anyAfter: true }),
  matches('action', { text: `,${action}`, anyBefore: true, anyAfter: false }),
  ilike('action', `,${action},`),
]

function actionConditions(values: FilterValues = {}): QueryParams {
  const of = (mode: FilterValues[string]) =>
    Object.keys(values)
      .filter((value) => values[value] === mode)
      .flatMap(hasAction)
  const included = of('include')
  return [...(included.length > 0 ? [or(...included)] : []), ...of('exclude').map(not)]
}

/** The resolved names, as paths into the columns of the summary. */
const subjectNames = subjectTypes.map((type) => `${type}->>name` as const)
const resourceNames = (['config', 'component', 'connection', 'playbook', 'canary'] as const).map(
  (kind) => `${kind}_object->>name` as const
)

/** Columns of the summary with the text that the search covers. */
const searched = ['description', 'action', 'object', 'subject', 'name', ...subjectNames, ...resourceNames]

function conditionsOf({ search, filters }: ListQuery): QueryParams {
  const words = search.trim()
  return [
    isNull('deleted_at'),
    ...(words === '' ? [] : [or(...searched.map((column) => ilike(column, words)))]),
    ...filterConditions('subject_type', filters['subject']),
    ...resourceConditions(filters['resource']),
    ...filterConditions('object', filters['object']),
    ...actionConditions(filters['action']),
    ...filterConditions('deny', filters['deny']),
    ...filterConditions('source', filters['source']),
  ]
}

/** The columns that the list can be sorted by, with those of the server. */
const orders: Readonly<Record<string, readonly string[]>> = {
  subject: ['subject_type', ...subjectNames, 'subject'],
  resource: [...resourceNames, 'object'],
  action: ['action', 'deny'],
  description: ['description'],
  updated_at: ['updated_at'],
  created_at: ['created_at'],
}

/** Rows with equal values are ordered by id, so that no row is on two pages. */
function orderOf({ sort }: ListQuery): QueryParams[number] {
  const columnsOfSort = sort && orders[sort.column]
  if (!columnsOfSort) return order('created_at.desc', 'id.asc')
  const direction = sort.isDescending ? 'desc' : 'asc'
  return order(...columnsOfSort.map((column) => `${column}.${direction}.nullslast` as const), 'id.asc')
}

/** Names by id; empty without ids. */
async function readNames(
  table: 'agents' | 'people' | 'teams' | 'notifications',
  ids: readonly string[],
  signal?: AbortSignal
): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  const rows = await call({
    path: `/api/db/${table}`,
    query: [inList('id', [...new Set(ids)]), select('id', 'name')],
    schema: z.array(z.object({ id: z.guid(), name: text })),
    ...(signal && { signal }),
  })
  return Object.fromEntries(rows.flatMap((row) => (row.name ? [[row.id, row.name]] : [])))
}

const storedSubjects = [
  { type: 'person', column: 'person_id', table: 'people' },
  { type: 'team', column: 'team_id', table: 'teams' },
  { type: 'notification', column: 'notification_id', table: 'notifications' },
] as const
const subjectIds = z.object({ id: z.guid(), person_id: id, team_id: id, notification_id: id })

/** The subject of a row as the summary shows it. */
type Subject = Pick<Permission, 'subject' | 'subject_type' | 'person' | 'team' | 'notification'>

/**
 * The subjects of rows that store only their id, by the id of the row. The summary does not have them. Other consoles
 * create such rows.
 */
async function readStoredSubjects(signal?: AbortSignal): Promise<ReadonlyMap<string, Subject>> {
  const rows = await call({
    path: TABLE,
    query: [isNull('subject'), isNull('deleted_at'), select(...Object.keys(subjectIds.shape)), limit(MOST)],
    schema: z.array(subjectIds),
    ...(signal && { signal }),
  })
  const found = await Promise.all(
    storedSubjects.map(async ({ type, column, table }) => {
      const ids = rows.flatMap((row) => row[column] ?? [])
      const names = await readNames(table, ids, signal)
      return rows.flatMap((row): [string, Subject][] => {
        const subject = row[column]
        return subject ? [[row.id, { subject_type: type, subject, [type]: { id: subject, name: names[subject] } }]] : []
      })
    })
  )
  return new Map(found.flat())
}

const isId = (value: string) => z.guid().safeParse(value).success

/**
 * Adds what the summary lacks: subjects that are stored as an id only, and the names of authors and agents.
 * @returns the rows, and why parts are missing, as sentences
 */
async function completeRows<R extends Permission>(
  rows: readonly R[],
  signal?: AbortSignal
): Promise<{ rows: R[]; missing: string[] }> {
  const missing: string[] = []
  const agentIds = rows.flatMap(({ agents }) => agents ?? []).filter(isId)
  const authorIds = rows.flatMap(({ created_by: author }) => author ?? [])
  const [subjects, authors = {}, agentNames = {}] = await Promise.all([
    rows.every(({ subject }) => subject) ? undefined : readPart('Some subjects', readStoredSubjects(signal), missing),
    readPart('The authors', readNames('people', authorIds, signal), missing),
    readPart('The names of agents', readNames('agents', agentIds, signal), missing),
  ])
  const complete = (row: R): R => {
    const author = row.created_by ? authors[row.created_by] : undefined
    return {
      ...row,
      ...(author !== undefined && { author }),
      ...(!row.subject && subjects?.get(row.id)),
      ...(row.agents && { agentNames }),
    }
  }
  return { rows: rows.map(complete), missing }
}

const meta = { invalidates: [all, ['playbooks', 'permissions'], ['connections', 'permissions']] }
const changedRow = z.looseObject({ id: z.guid() })

/** Inserts a row, and returns its id. */
const insert = async (body: RowValues): Promise<string> => {
  const [added] = await call({
    method: 'post',
    path: TABLE,
    body,
    schema: z.array(changedRow).check(z.minLength(1)),
  })
  return added?.id ?? ''
}

const MISSING = 'This permission no longer exists.'

export const permissions = {
  all,

  /** A page of permissions, the newest first, and their total number. */
  page: (query: ListQuery, page: { index: number; size: number }) =>
    queryOptions({
      queryKey: [...all, 'page', { ...query, time: query.time?.range }, page],
      meta: { names: rowNames<Permission, ResultPage<Permission>>('permission', permissionLabel, ({ rows }) => rows) },
      async queryFn({ signal }): Promise<ResultPage<Permission>> {
        const found = await callListPage({
          path: SUMMARY,
          query: [columns, ...conditionsOf(query), orderOf(query), limit(page.size), offset(page.index * page.size)],
          schema: listed,
          signal,
        })
        const { rows, missing } = await completeRows(found.rows, signal)
        const omitted = [found.omitted, ...missing].filter(Boolean).join(' ')
        return { ...found, rows, ...(omitted !== '' && { omitted }) }
      },
    }),

  /** All permissions that match the query. */
  async matching(query: ListQuery): Promise<readonly Permission[]> {
    const list = { path: SUMMARY, query: [columns, ...conditionsOf(query), orderOf(query)], schema: listed }
    return (await completeRows(await callAll(list, MOST))).rows
  },

  /** One permission with the ids of its row; null if it does not exist. */
  one: (one: string) =>
    queryOptions({
      queryKey: [...all, 'one', one],
      meta: {
        names: rowNames<FullPermission, FullPermission | null>('permission', permissionLabel, (found) =>
          found ? [found] : []
        ),
      },
      async queryFn({ signal }): Promise<FullPermission | null> {
        const [[row], [summary]] = await Promise.all([
          call({
            path: TABLE,
            query: [eq('id', one), isNull('deleted_at'), select(...Object.keys(stored.shape))],
            schema: z.array(stored),
            signal,
          }),
          call({ path: SUMMARY, query: [eq('id', one), columns], schema: z.array(listed), signal }),
        ])
        if (!row || !summary) return null
        const [complete = summary] = (await completeRows([summary], signal)).rows
        return { ...complete, ...row }
      },
    }),

  /** @returns the id of the new row. */
  create: () =>
    mutationOptions({
      mutationFn: ({ values, personId }: { values: RowValues; personId: string }) =>
        insert({ source: 'UI', ...values, created_by: personId }),
      meta,
    }),

  /** Values that are not given stay unchanged. */
  update: () =>
    mutationOptions({
      mutationFn: ({ id: one, values }: { id: string; values: RowValues }) =>
        callChange({
          method: 'patch',
          path: TABLE,
          query: [eq('id', one)],
          body: { id: one, ...values },
          schema: changedRow,
          missing: MISSING,
        }),
      meta,
    }),

  /** Deletes the row itself. @returns the deleted row with all of its columns */
  remove: () =>
    mutationOptions({
      mutationFn: (one: string): Promise<readonly RowValues[]> =>
        callChange({ method: 'delete', path: TABLE, query: [eq('id', one)], schema: changedRow, missing: MISSING }),
      meta,
    }),

  /** Inserts a deleted row again, with its id. */
  reinsert: () => mutationOptions({ mutationFn: (row: RowValues) => insert(row), meta }),
}

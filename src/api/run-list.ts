import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { Choice } from '../lib/choice'
import { nameOfConfig } from '../lib/config-name'
import type { Target } from '../lib/kinds'
import type { ListQuery } from '../lib/list-query'
import { activeStatuses, failedStatuses } from '../lib/run-status'
import { failedStep } from './failed-step'
import { call, callAll, callPage, type Page, type Query } from './http'
import { chosenIn } from './list-conditions'
import { eq, ilike, inList, isNotNull, isNull, limit, lt, offset, or, order, select } from './postgrest'
import { playbooks } from './playbooks'
import { rowNames } from './row-names'
import { moment } from './time'

const text = z.nullish(z.string())
const thing = z.nullish(z.object({ id: z.guid(), name: text, icon: text }))

/** What a run is of, for what, and by whom: the same of a list and of one run. */
export const runShape = {
  id: z.guid(),
  status: z.string(),
  created_at: moment,
  start_time: z.nullish(moment),
  scheduled_time: z.nullish(moment),
  end_time: z.nullish(moment),
  error: text,
  playbook_id: z.guid(),
  playbooks: z.nullish(z.object({ id: z.guid(), name: z.string(), title: text, icon: text })),
  created_by: z.nullish(z.object({ id: z.guid(), name: text, avatar: text })),
  /** Of its spec, who has to approve it. */
  approval: z.optional(z.unknown()),
  component: thing,
  check: thing,
  config: z.nullish(z.object({ id: z.guid(), name: text, type: text, config_class: text })),
}
const row = z.object({ ...runShape, failed: failedStep.shape })
export type RunRow = z.infer<typeof row>

/** The columns of these, with what they name. */
export const runColumns = [
  'id,status,created_at,start_time,scheduled_time,end_time,error,playbook_id',
  'playbooks(id,name,title,icon)',
  'created_by(id,name,avatar)',
  'approval:spec->approval',
  'component:components(id,name,icon)',
  'check:checks(id,name,icon)',
  'config:config_items(id,name,type,config_class)',
].join(',')

/** What is run: its playbook, which may have been deleted since. */
export const titleOfRun = ({ playbooks: of }: Pick<RunRow, 'playbooks'>): string =>
  of?.title || of?.name || 'A playbook that is gone'

/** What a run is for; undefined where it is for nothing, or for what may not be seen. */
export function subjectOfRun({
  config,
  component,
  check,
}: Pick<RunRow, 'config' | 'component' | 'check'>): Target<'config' | 'component' | 'check'> | undefined {
  if (config) return { kind: 'config', id: config.id, label: nameOfConfig(config) }
  if (component) return { kind: 'component', id: component.id, label: component.name ?? 'A component' }
  return check ? { kind: 'check', id: check.id, label: check.name ?? 'A check' } : undefined
}

/** `Restart deployment for checkout`. */
export function nameOfRow(run: Pick<RunRow, 'playbooks' | 'config' | 'component' | 'check'>): string {
  const subject = subjectOfRun(run)
  return subject ? `${titleOfRun(run)} for ${subject.label}` : titleOfRun(run)
}

const PATH = '/api/db/playbook_runs'
const runs = [...playbooks.all, 'runs'] as const
/** As many as the server gives at once. */
const MOST = 2000
/** Of the latest runs, those whose things are offered in filters. */
const LOOKED_AT = 1000

const orders = ['status', 'created_at', 'start_time', 'end_time'] as const

/** Playbooks have names of their own, which a search means, too. */
async function searched(words: string, signal?: AbortSignal): Promise<Query> {
  if (words === '') return []
  const found = await call({
    path: '/api/db/playbooks',
    query: [or(ilike('title', words), ilike('name', words)), select('id'), limit(MOST)],
    schema: z.array(z.object({ id: z.guid() })),
    signal,
  })
  const ids = found.map(({ id }) => id)
  return [or(ilike('error', words), ...(ids.length > 0 ? [inList('playbook_id', ids)] : []))]
}

async function conditionsOf(
  { search, filters, time }: ListQuery,
  signal?: AbortSignal,
  without?: 'status'
): Promise<Query> {
  const { from, to } = time?.span() ?? {}
  return [
    // Those that a run has begun are listed on its page.
    isNull('parent_id'),
    ...(await searched(search.trim(), signal)),
    ...(without ? [] : chosenIn('status', filters['status'])),
    ...chosenIn('playbook_id', filters['playbook']),
    ...chosenIn('created_by', filters['by']),
    ...chosenIn('config_id', filters['config']),
    ...chosenIn('component_id', filters['component']),
    ...chosenIn('check_id', filters['check']),
    ...within(from, to),
  ]
}

/** Asked for, or begun, in that time. */
function within(from: Date | undefined, to: Date | undefined): Query {
  const tests = [...(from ? [`gte.${from.toISOString()}`] : []), ...(to ? [`lte.${to.toISOString()}`] : [])]
  if (tests.length === 0) return []
  const both = (column: string) => `and(${tests.map((test) => `${column}.${test}`).join(',')})`
  return [['or', `(${both('start_time')},${both('created_at')})`]]
}

/** The same row never stands on two pages: what is equal is ordered by id. */
function orderOf({ sort }: ListQuery): Query[number] {
  const column = orders.find((one) => one === sort?.column)
  if (column === undefined) return order('created_at.desc', 'id.asc')
  return order(`${column}.${sort?.isDescending ? 'desc' : 'asc'}.nullslast`, 'id.asc')
}

/** How many runs want a person, go on, or ended badly: of those that a list is otherwise limited to. */
export type RunTally = { waiting: number; active: number; failed: number }

const tallied = {
  waiting: [eq('status', 'pending_approval')],
  active: [inList('status', activeStatuses)],
  failed: [inList('status', failedStatuses)],
} satisfies Record<keyof RunTally, Query>

/** What runs were for, as values of a filter. */
const things = (kind: 'config' | 'component' | 'check') =>
  queryOptions({
    queryKey: [...runs, 'things', kind] as readonly string[],
    queryFn: async ({ signal }): Promise<Choice[]> => {
      const embed = kind === 'config' ? 'thing:config_items(id,name)' : `thing:${kind}s(id,name)`
      const rows = await call({
        path: PATH,
        query: [isNotNull(`${kind}_id`), order('created_at.desc'), limit(LOOKED_AT), select(embed)],
        schema: z.array(z.object({ thing: z.nullish(z.object({ id: z.guid(), name: text })) })),
        signal,
      })
      const named = new Map(rows.flatMap(({ thing: one }) => (one ? [[one.id, nameOfConfig(one)] as const] : [])))
      return [...named].map(([value, label]) => ({ value, label }))
    },
  })

export const runList = {
  all: runs,

  /** A page of the runs, and how many there are; without those that other runs have begun. */
  page: (query: ListQuery, page: { index: number; size: number }) =>
    queryOptions({
      queryKey: [...runs, 'page', { ...query, time: query.time?.range }, page],
      meta: { names: rowNames<RunRow, Page<RunRow>>('run', nameOfRow, ({ rows }) => rows) },
      queryFn: async ({ signal }): Promise<Page<RunRow>> =>
        callPage({
          path: PATH,
          query: [
            select(runColumns, failedStep.column),
            ...failedStep.filters(),
            ...(await conditionsOf(query, signal)),
            orderOf(query),
            limit(page.size),
            offset(page.index * page.size),
          ],
          schema: row,
          signal,
        }),
    }),

  /** All runs that are asked for. */
  matching: async (query: ListQuery): Promise<RunRow[]> =>
    callAll(
      { path: PATH, query: [select(runColumns), ...(await conditionsOf(query)), orderOf(query)], schema: row },
      MOST
    ),

  /** How many of them want a person, go on, or ended badly, whichever status is chosen. */
  tally: (query: ListQuery) =>
    queryOptions({
      queryKey: [...runs, 'tally', { ...query, sort: undefined, time: query.time?.range, status: undefined }],
      queryFn: async ({ signal }): Promise<RunTally> => {
        const conditions = await conditionsOf(query, signal, 'status')
        const countOf = async (which: Query) =>
          (
            await callPage({
              path: PATH,
              query: [select('id'), ...conditions, ...which, limit(1)],
              schema: z.object({ id: z.guid() }),
              signal,
            })
          ).total
        const [waiting, active, failed] = await Promise.all([
          countOf(tallied.waiting),
          countOf(tallied.active),
          countOf(tallied.failed),
        ])
        return { waiting, active, failed }
      },
    }),

  /** All playbooks, also those that were deleted, as values of a filter. */
  playbooks: () =>
    queryOptions({
      queryKey: [...runs, 'playbooks'] as readonly string[],
      queryFn: async ({ signal }): Promise<Choice[]> => {
        const rows = await call({
          path: '/api/db/playbooks',
          query: [select('id', 'name', 'title', 'deleted_at'), order('title.asc'), limit(MOST)],
          schema: z.array(z.object({ id: z.guid(), name: z.string(), title: text, deleted_at: z.nullish(moment) })),
          signal,
        })
        return rows.map(({ id, name, title, deleted_at: deleted }) => ({
          value: id,
          label: title || name,
          ...(deleted && { hint: 'deleted' }),
        }))
      },
    }),

  things,

  /**
   * The newest run; asked anew each time. Null where there is none.
   * @param of only of a playbook, or for a thing
   * @param before only those that were asked for before a moment
   */
  latest: ({ of, before, isFailed = false }: { of?: Target | undefined; before?: string; isFailed?: boolean }) =>
    queryOptions({
      queryKey: [...runs, 'latest', of?.id, before, isFailed],
      staleTime: 0,
      gcTime: 0,
      queryFn: async ({ signal }): Promise<RunRow | null> => {
        const [found] = await call({
          path: PATH,
          query: [
            select(runColumns),
            isNull('parent_id'),
            ...(of ? [eq(`${of.kind}_id`, of.id)] : []),
            ...(before === undefined ? [] : [lt('created_at', before)]),
            ...(isFailed ? tallied.failed : []),
            order('created_at.desc'),
            limit(1),
          ],
          schema: z.array(row),
          signal,
        })
        return found ?? null
      },
    }),
}

/** Those that somebody may look for by name. */
const MOST_NAMED = 100

/** The latest runs. */
export const readLatestRuns = (signal: AbortSignal): Promise<RunRow[]> =>
  call({
    path: PATH,
    query: [select(runColumns), isNull('parent_id'), order('created_at.desc'), limit(MOST_NAMED)],
    schema: z.array(row),
    signal,
  })

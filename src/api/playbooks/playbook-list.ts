import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { failedStep } from './failed-step'
import { call, callPage } from '../http'
import { foundShape, intersectById, type resourceShape } from '../find-resources'
import { eq, isNull, limit, order, select } from '../postgrest'
import { type RowValues, personEmbed, settingsTable } from '../settings/settings-table'
import { timestamp } from '../time'

const anyList = z.catch(z.nullish(z.array(z.unknown())), null)

/** Status and error of a run. */
const standing = {
  id: z.guid(),
  status: z.string(),
  created_at: timestamp,
  error: z.nullish(z.string()),
  failed: failedStep.shape,
}
const newestRun = z.object(standing)

const own = {
  id: z.guid(),
  name: z.string(),
  namespace: z.nullish(z.string()),
  title: z.nullish(z.string()),
  icon: z.nullish(z.string()),
  category: z.nullish(z.string()),
  description: z.nullish(z.string()),
  source: z.nullish(z.string()),
  created_by: personEmbed,
  created_at: z.nullish(timestamp),
  updated_at: z.nullish(timestamp),
}

/** A row of the playbook list, with only the listed members of the spec. */
const listed = z.object({
  ...own,
  checks: anyList,
  components: anyList,
  configs: anyList,
  parameters: anyList,
  approvers: z.catch(z.nullish(z.record(z.string(), z.unknown())), null),
  /** The newest run; empty if there is none or it is inaccessible. */
  playbook_runs: z.optional(z.array(newestRun)),
})
export type PlaybookRow = z.infer<typeof listed>

const whole = z.object({ ...own, spec: z.nullish(z.record(z.string(), z.unknown())) })
export type WholePlaybook = z.infer<typeof whole>

/** The title of a playbook. */
export const playbookTitle = ({ title, name }: { title?: string | null | undefined; name: string }): string =>
  title || name

const columns = Object.keys(own).filter((name) => name !== 'created_by')

const table = settingsTable<PlaybookRow, WholePlaybook>('playbook', {
  table: 'playbooks',
  // The name is the first title and never changes: other resources refer to it.
  made: ({ title }) => ({ source: 'UI', name: title }),
  nameOf: playbookTitle,
  columns: [
    ...columns,
    ...['checks', 'components', 'configs', 'parameters'].map((name) => `${name}:spec->${name}`),
    'approvers:spec->approval->approvers',
    `playbook_runs(id,status,created_at,error,${failedStep.column})`,
  ],
  filters: [
    ['playbook_runs.order', 'created_at.desc'],
    ['playbook_runs.limit', '1'],
    ...failedStep.filters('playbook_runs.'),
  ],
  row: listed,
  whole: { columns: [...columns, 'spec'], row: whole },
})

const runOf = z.object({
  ...standing,
  component: z.nullish(z.object({ name: z.string() })),
  check: z.nullish(z.object({ name: z.string() })),
  config: z.nullish(z.object({ id: z.guid(), name: z.nullish(z.string()) })),
  created_by: personEmbed,
})

/** Maximum number of runs to show with a playbook, the newest first. */
const MOST_RUNS = 50

export const playbookTable = {
  ...table,

  /** The newest runs of a playbook, without runs started by other runs, and their total number. */
  runs: (id: string) =>
    queryOptions({
      queryKey: [...table.all, 'runs', id],
      queryFn: ({ signal }) =>
        callPage({
          path: '/api/db/playbook_runs',
          query: [
            select(
              'id',
              'status',
              'created_at',
              'error',
              'component:components(name)',
              'check:checks(name)',
              'config:config_items(id,name)',
              'created_by(id,name)',
              failedStep.column
            ),
            ...failedStep.filters(),
            eq('playbook_id', id),
            isNull('parent_id'),
            order('created_at.desc'),
            limit(MOST_RUNS),
          ],
          schema: runOf,
          signal,
        }),
      staleTime: 0,
    }),
}

export type SelectedResource = z.infer<typeof resourceShape>

/** Maximum number of resources to read per selector. */
export const MOST_SELECTED = 500

/** The resources that a playbook applies to, by the selectors of one kind: those that all selectors select. */
export const selectedResources = (of: 'checks' | 'components' | 'configs', selectors: readonly RowValues[]) =>
  queryOptions({
    queryKey: [...table.all, 'selected', of, selectors],
    async queryFn({ signal }): Promise<{ all: readonly SelectedResource[]; isCut: boolean }> {
      const lists = await Promise.all(
        selectors.map(async (one) => {
          const found = await call({
            method: 'post',
            path: '/api/resources/search',
            body: { limit: MOST_SELECTED, [of]: [one] },
            schema: foundShape,
            signal,
          })
          return found[of] ?? []
        })
      )
      return {
        all: intersectById(lists).toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
        isCut: lists.some((found) => found.length >= MOST_SELECTED),
      }
    },
    staleTime: 0,
    gcTime: 0,
  })

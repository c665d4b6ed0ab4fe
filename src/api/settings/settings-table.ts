import { mutationOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type Kind, kindNoun } from '@/lib/kinds'
import { callChange } from '../call-change'
import { callAll } from '../call-all'
import { call, type QueryParams } from '../http'
import { eq, isNull, order, select } from '../postgrest'
import { rowNames } from '../names'
import { timestamp } from '../time'

/** Values of a row, keyed by column. */
export type RowValues = Readonly<Record<string, unknown>>

/** The author; null if unknown. */
export const personEmbed = z.nullish(z.object({ id: z.guid(), name: z.nullish(z.string()) }))

/** Columns of resources that have a namespace and a source. */
export const sourcedRow = z.object({
  id: z.guid(),
  name: z.string(),
  namespace: z.nullish(z.string()),
  source: z.nullish(z.string()),
  agent: z.nullish(z.object({ id: z.guid(), name: z.nullish(z.string()) })),
  created_at: z.nullish(timestamp),
})

/** The newest job run of a row; null before the first run. */
export const newestJobShape = {
  job_status: z.nullish(z.string()),
  job_success_count: z.nullish(z.number()),
  job_time_start: z.nullish(timestamp),
}

/**
 * The parts of a row that could not be read, each with its reason, as sentences. Added when a row is completed; not part
 * of a response.
 */
export const missingShape = { missing: z.optional(z.array(z.string())) }

/** Specification, "Business constants". */
const PAGE_ROWS = 100

const changedRow = z.object({ id: z.guid() })

type Definition<R, W> = {
  table: string
  /** View to read instead of the table, with additional columns. */
  view?: string
  /** Default values of a new row. They may depend on its other values. */
  made?: RowValues | ((values: RowValues) => RowValues)
  /** Defaults to the name. */
  nameOf?(row: R | W): string
  /** Columns to select; `created_by` is added. */
  columns: readonly string[]
  row: z.ZodMiniType<R>
  /** Filters of rows embedded in the list. */
  filters?: QueryParams
  /** How to read a single row, if its page shows more than the list. */
  whole?: { view?: string; columns: readonly string[]; row: z.ZodMiniType<W> }
  /** Adds data from elsewhere to the rows: to a single row with this id, or to all listed rows. */
  complete?<T extends R | W>(rows: readonly T[], request: { id?: string; signal: AbortSignal }): Promise<readonly T[]>
  /** Further queries to invalidate when a row changes. */
  changes?: readonly QueryKey[]
}

const asked = (columns: readonly string[]) => [select(...columns, 'created_by(id,name)'), isNull('deleted_at')]

/**
 * A table of settings whose rows are created, changed and deleted in the same way. Deleted rows stay in the table,
 * marked with the time. The queries return the rows that are not deleted, the newest first.
 */
export function settingsTable<R extends { id: string; name: string }, W extends R = R>(
  kind: Kind,
  {
    table,
    view = table,
    made = {},
    nameOf = ({ name }) => name,
    columns,
    row,
    whole,
    filters = [],
    complete,
    changes = [],
  }: Definition<R, W>
) {
  const all = [table] as const
  const invalidates = [all, ...changes]
  const path = `/api/db/${table}`

  /** Changes one row. */
  const change = (id: string, body: RowValues) =>
    callChange({
      method: 'patch',
      path,
      query: [eq('id', id)],
      body,
      schema: changedRow,
      missing: `This ${kindNoun(kind)} no longer exists.`,
    })

  return {
    all,

    list: () =>
      queryOptions({
        queryKey: [...all, 'list'],
        meta: { names: rowNames<R>(kind, nameOf) },
        async queryFn({ signal }): Promise<readonly R[]> {
          const query = [...asked(columns), ...filters, order('created_at.desc')]
          const rows = await callAll({ path: `/api/db/${view}`, query, schema: row, signal }, PAGE_ROWS)
          return complete ? complete(rows, { signal }) : rows
        },
      }),

    /** Null if the row does not exist. */
    one: (id: string) =>
      queryOptions({
        queryKey: [...all, 'one', id],
        meta: { names: rowNames<W, W | null>(kind, nameOf, (found) => (found ? [found] : [])) },
        async queryFn({ signal }): Promise<W | null> {
          const rows = await call({
            path: `/api/db/${whole ? (whole.view ?? table) : view}`,
            query: [...asked((whole ?? { columns }).columns), eq('id', id)],
            schema: z.array((whole?.row ?? row) as z.ZodMiniType<W>),
            signal,
          })
          const [found] = complete ? await complete(rows, { id, signal }) : rows
          return found ?? null
        },
      }),

    /** @returns the id of the new row. */
    create: () =>
      mutationOptions({
        async mutationFn({ values, personId }: { values: RowValues; personId: string }): Promise<string> {
          const defaults = typeof made === 'function' ? made(values) : made
          const body = { ...defaults, ...values, created_by: personId }
          const [added] = await call({ method: 'post', path, body, schema: z.array(changedRow).check(z.minLength(1)) })
          return added?.id ?? ''
        },
        meta: { invalidates },
      }),

    /** Values that are not given stay unchanged. */
    update: () =>
      mutationOptions({
        mutationFn: ({ id, values }: { id: string; values: RowValues }) => change(id, { id, ...values }),
        meta: { invalidates },
      }),

    remove: () =>
      mutationOptions({
        mutationFn: (id: string) => change(id, { deleted_at: 'now()' }),
        meta: { invalidates },
      }),

    restore: () =>
      mutationOptions({
        mutationFn: (id: string) => change(id, { deleted_at: null }),
        meta: { invalidates },
      }),
  }
}

export type SettingsTable<R extends { id: string; name: string }> = ReturnType<typeof settingsTable<R>>

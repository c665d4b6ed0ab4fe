import { mutationOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call, callAll, type Query } from './http'
import { eq, isNull, order, select } from './postgrest'
import { rowNames } from './row-names'
import { moment } from './time'

/** What a form says of a row, by the names of its columns. */
export type RowValues = Readonly<Record<string, unknown>>

/** Who did something; null where nobody is known. */
export const personEmbed = z.nullish(z.object({ id: z.guid(), name: z.nullish(z.string()) }))

/** What rows say that are written in a namespace, here or elsewhere. */
export const writtenRow = z.object({
  id: z.guid(),
  name: z.string(),
  namespace: z.nullish(z.string()),
  source: z.nullish(z.string()),
  agent: z.nullish(z.object({ id: z.guid(), name: z.nullish(z.string()) })),
  created_at: z.nullish(moment),
})

/** Of the newest run of the jobs of a row; null before the first. */
export const newestJob = {
  job_status: z.nullish(z.string()),
  job_success_count: z.nullish(z.number()),
  job_time_start: z.nullish(moment),
}

/** Specification, "Business constants". */
const PAGE_ROWS = 100

/** What a change answers: without a row there was nothing to change. */
const changedRows = z.array(z.object({ id: z.guid() })).check(z.minLength(1, 'It is not there any more'))

type Definition<R, W> = {
  table: string
  /** Read in place of the table: its rows with what is known about them. */
  view?: string
  /** What every new row says besides; it may depend on what it says. */
  made?: RowValues | ((values: RowValues) => RowValues)
  /** Otherwise by its name. */
  nameOf?(row: R | W): string
  /** Of what is asked for; `created_by` is filled in with the person. */
  columns: readonly string[]
  row: z.ZodMiniType<R>
  /** Of what is embedded in the rows of the list. */
  filters?: Query
  /** One row by itself, of the table or of a view, where its page shows more than the list does. */
  whole?: { view?: string; columns: readonly string[]; row: z.ZodMiniType<W> }
  /** Adds to rows what is known of them elsewhere: of one alone, by its id, or of all that are listed. */
  complete?<T extends R | W>(rows: readonly T[], asked: { id?: string; signal: AbortSignal }): Promise<readonly T[]>
  /** What else is asked anew when a row has changed. */
  changes?: readonly QueryKey[]
}

const asked = (columns: readonly string[]) => [select(...columns, 'created_by(id,name)'), isNull('deleted_at')]

/**
 * A table of settings whose rows are made, changed and deleted in the same way; deleted ones stay, marked with the time. Its
 * queries give the rows that are not deleted, the newest first.
 */
export function settingsTable<R extends { id: string; name: string }, W extends R = R>(
  kind: string,
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
    call({ method: 'patch', path, query: [eq('id', id)], body, schema: changedRows })

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

    /** Null: there is no such row. */
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
          const besides = typeof made === 'function' ? made(values) : made
          const body = { ...besides, ...values, created_by: personId }
          const [added] = await call({ method: 'post', path, body, schema: changedRows })
          return added?.id ?? ''
        },
        meta: { invalidates },
      }),

    /** What the values do not name stays as it is. */
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

import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call, callAll } from './http'
import { eq, isNull, order, select } from './postgrest'
import { rowNames } from './row-names'

/** What a form says of a row, by the names of its columns. */
export type RowValues = Readonly<Record<string, unknown>>

/** Who did something; null where nobody is known. */
export const personEmbed = z.nullish(z.object({ id: z.guid(), name: z.nullish(z.string()) }))

/** Specification, "Business constants". */
const PAGE_ROWS = 100

/** What a change answers: without a row there was nothing to change. */
const changedRows = z.array(z.object({ id: z.guid() })).check(z.minLength(1, 'It is not there any more'))

type Definition<R> = {
  table: string
  /** Read in place of the table: its rows with what is known about them. */
  view?: string
  /** What every new row says besides. */
  made?: RowValues
  /** Of what is asked for; `created_by` is filled in with the person. */
  columns: readonly string[]
  row: z.ZodMiniType<R>
}

/**
 * A table of settings whose rows are made, changed and deleted in the same way; deleted ones stay, marked with the time. Its
 * queries give the rows that are not deleted, the newest first.
 */
export function settingsTable<R extends { id: string; name: string }>(
  kind: string,
  { table, view = table, made = {}, columns, row }: Definition<R>
) {
  const all = [table] as const
  const path = `/api/db/${table}`
  const query = [select(...columns, 'created_by(id,name)'), isNull('deleted_at'), order('created_at.desc')]

  /** Changes one row. */
  const change = (id: string, body: RowValues) =>
    call({ method: 'patch', path, query: [eq('id', id)], body, schema: changedRows })

  return {
    all,

    list: () =>
      queryOptions({
        queryKey: [...all, 'list'],
        meta: { names: rowNames<R>(kind, ({ name }) => name) },
        queryFn: ({ signal }): Promise<readonly R[]> =>
          callAll({ path: `/api/db/${view}`, query, schema: row, signal }, PAGE_ROWS),
      }),

    /** @returns the id of the new row. */
    create: () =>
      mutationOptions({
        async mutationFn({ values, personId }: { values: RowValues; personId: string }): Promise<string> {
          const body = { ...made, ...values, created_by: personId }
          const [added] = await call({ method: 'post', path, body, schema: changedRows })
          return added?.id ?? ''
        },
        meta: { invalidates: [all] },
      }),

    /** What the values do not name stays as it is. */
    update: () =>
      mutationOptions({
        mutationFn: ({ id, values }: { id: string; values: RowValues }) => change(id, { id, ...values }),
        meta: { invalidates: [all] },
      }),

    remove: () =>
      mutationOptions({
        mutationFn: (id: string) => change(id, { deleted_at: 'now()' }),
        meta: { invalidates: [all] },
      }),

    restore: () =>
      mutationOptions({
        mutationFn: (id: string) => change(id, { deleted_at: null }),
        meta: { invalidates: [all] },
      }),
  }
}

export type SettingsTable<R extends { id: string; name: string }> = ReturnType<typeof settingsTable<R>>

import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type silencedKinds, uniqueName } from '@/lib/notifications/silence'
import { call } from '../http'
import { eq, isNull, limit, order, select } from '../postgrest'
import { missingShape, personEmbed, type RowValues, settingsTable } from '../settings/settings-table'
import { timestamp } from '../time'

export type SilencedResource = { kind: (typeof silencedKinds)[number]; id: string }

type NewSilence = {
  /** Identifies the silence, because the response does not contain its id. */
  name: string
  of: SilencedResource
  /** ISO times; `until` is null for a silence without an end. */
  from: string
  until: string | null
  /** The server ends the silence when the resource is healthy again. */
  until_recovery?: true
  description: string
}

const PATH = '/api/db/notification_silences'
const all = ['silences'] as const

/** The resource of a silence; null if there is none, or if the user may not read it. */
const silenced = z.nullish(z.object({ id: z.guid(), name: z.nullish(z.string()), type: z.nullish(z.string()) }))

/** The figures of a silence. Only the embedded backend has them, in a response of their own (`silence-figures.ts`). */
const figuresShape = {
  heldBack: z.optional(z.int()),
  incidents: z.optional(z.int()),
  endsOnRecovery: z.optional(z.boolean()),
  ...missingShape,
}
const silenceRow = z.object({
  id: z.guid(),
  name: z.string(),
  description: z.nullish(z.string()),
  filter: z.nullish(z.string()),
  selectors: z.nullish(z.unknown()),
  /** Why the silence has no effect. */
  error: z.nullish(z.string()),
  from: z.nullish(timestamp),
  /** Null for a silence without an end. */
  until: z.nullish(timestamp),
  recursive: z.nullish(z.boolean()),
  check_id: z.nullish(z.guid()),
  config_id: z.nullish(z.guid()),
  component_id: z.nullish(z.guid()),
  canary_id: z.nullish(z.guid()),
  checks: silenced,
  catalog: silenced,
  component: silenced,
  canary: silenced,
  source: z.nullish(z.string()),
  created_by: personEmbed,
  created_at: z.nullish(timestamp),
  ...figuresShape,
})
export type SilenceRow = z.infer<typeof silenceRow>

const table = settingsTable<SilenceRow>('silence', {
  table: 'notification_silences',
  columns: [
    'id,name,description,filter,selectors,error,from,until,recursive,source,created_at',
    'check_id,config_id,component_id,canary_id',
    'checks:check_id(id,name,type)',
    'catalog:config_id(id,name,type)',
    'component:component_id(id,name,type)',
    'canary:canary_id(id,name)',
  ],
  row: silenceRow,
  changes: [all],
})
const meta = { invalidates: [all, table.all] }

/** The response to a new silence does not contain its id, so the id is read by the name. */
async function findSilenceId(name: string): Promise<string | undefined> {
  const [found] = await call({
    path: PATH,
    query: [eq('name', name), isNull('deleted_at'), select('id'), order('created_at.desc'), limit(1)],
    schema: z.array(z.object({ id: z.guid() })),
  })
  return found?.id
}

/** The list, and changes of its rows. Silences are created by a call of their own. */
export const silenceTable = {
  ...table,

  /** @returns the id of the new silence. A silence without a name gets a unique one. */
  create: () =>
    mutationOptions({
      meta,
      async mutationFn({ values }: { values: RowValues; personId: string }): Promise<string> {
        const given = values['name']
        const name = typeof given === 'string' && given !== '' ? given : uniqueName('silence')
        const body = Object.fromEntries(Object.entries({ ...values, name }).filter(([, value]) => value !== null))
        await call({ method: 'post', path: '/api/notification/silence', body, schema: z.unknown() })
        const id = await findSilenceId(name)
        if (id === undefined) throw new Error('The new silence was not found.')
        return id
      },
    }),
}

export const silences = {
  all,

  /** Silences notifications about a resource for a time. */
  create: () =>
    mutationOptions({
      meta,
      mutationFn: ({ of: { kind, id }, ...silence }: NewSilence) =>
        call({
          method: 'post',
          path: '/api/notification/silence',
          body: { ...silence, [`${kind}_id`]: id, recursive: false },
          // The response has no body.
          schema: z.unknown(),
        }),
    }),

  /** The id of the silence with this name; null if there is none. */
  idByName: (name: string) =>
    queryOptions({
      queryKey: [...all, 'id', name],
      queryFn: async () => (await findSilenceId(name)) ?? null,
    }),

  /** Ends a silence as the protocol requires: by marking it as deleted. @returns whether it existed */
  remove: () =>
    mutationOptions({
      meta,
      async mutationFn(name: string): Promise<boolean> {
        const removed = await call({
          method: 'patch',
          path: PATH,
          query: [eq('name', name), isNull('deleted_at'), select('id')],
          body: { deleted_at: new Date().toISOString() },
          schema: z.array(z.object({ id: z.guid() })),
        })
        return removed.length > 0
      },
    }),
}

import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from '../http'
import { rowNames } from '../names'
import { whoami } from '../sign-in/whoami'
import { timestamp } from '../time'

const row = z.object({
  id: z.guid(),
  name: z.string(),
  created_at: timestamp,
  expires_at: z.nullish(timestamp),
  last_used_at: z.nullish(timestamp),
  /** The roles that the token is limited to; null if it has all roles of its person. */
  roles: z.nullish(z.array(z.string())),
})
/** An access token for programs, without its text. */
export type AccessToken = z.infer<typeof row>

const created = z.object({ id: z.guid(), access_token: z.string().check(z.minLength(1)) })

const pathOf = (personId: string) => `/api/auth/${encodeURIComponent(personId)}/tokens`
const all = ['tokens'] as const
const meta = { invalidates: [all] }

/** The access tokens of the user, which only the embedded backend has. */
export const tokens = {
  all,

  /** The newest first. */
  list: () =>
    queryOptions({
      queryKey: [...all, 'list'],
      meta: { names: rowNames<AccessToken>('token', ({ name }) => name) },
      queryFn: async ({ signal, client }) => {
        const { payload } = await client.fetchQuery(whoami())
        return call({ path: pathOf(payload.user.id), schema: z.array(row), signal })
      },
    }),

  /** @returns the text of the token, which the server returns once. */
  create: () =>
    mutationOptions({
      mutationFn: ({ personId, ...body }: NewToken & { personId: string }) =>
        call({ method: 'post', path: pathOf(personId), body, schema: created }),
      meta,
    }),

  /** Ends a token at once. */
  revoke: () =>
    mutationOptions({
      mutationFn: ({ personId, id }: { personId: string; id: string }) =>
        call({ method: 'delete', path: `${pathOf(personId)}/${id}`, schema: z.undefined() }),
      meta,
    }),
}

/** `expires_at` is an ISO time. Without `roles`, the token has all roles of its person. */
export type NewToken = { name: string; expires_at: string; roles?: readonly string[] }

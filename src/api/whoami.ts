import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from './http'

const answer = z.object({
  payload: z.object({
    user: z.object({ id: z.string(), name: z.string(), email: z.string().optional() }),
    /** Implicit roles first; duplicates are normal. */
    roles: z.array(z.string()).nullable(),
  }),
})

export type Whoami = { id: string; name: string; roles: readonly string[] }

/** Who is asking, and in which roles. */
export const whoami = () =>
  queryOptions({
    queryKey: ['whoami'],
    queryFn: ({ signal }) => call({ path: '/api/auth/whoami', schema: answer, signal }),
    select: ({ payload: { user, roles } }): Whoami => ({ id: user.id, name: user.name, roles: [...new Set(roles)] }),
  })

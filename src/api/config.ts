import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from './http'

const consoleConfig = z.object({
  version: z.string(),
  backend: z.enum(['embedded', 'gateway']),
  signIn: z.enum(['none', 'basic', 'kratos', 'hosted']),
  /** Where people sign in with Clerk: its instance, and the backends that organisations may lead to. */
  hosted: z.optional(z.object({ publishableKey: z.catch(z.string(), ''), backends: z.catch(z.array(z.string()), []) })),
  /** What the deployment is for, when that is not everything. */
  only: z.optional(z.literal('health')),
})
export type ConsoleConfig = z.infer<typeof consoleConfig>

/** What this deployment is. One build serves them all, so it is asked at run time, once. */
export const config = () =>
  queryOptions({
    queryKey: ['console-config'],
    queryFn: ({ signal }) => call({ path: '/console-config.json', schema: consoleConfig, signal }),
    staleTime: Infinity,
  })

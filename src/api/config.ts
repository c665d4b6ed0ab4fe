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
  /** Whether checks, playbooks and jobs wait: none of them runs by itself. */
  noChecks: z.optional(z.literal(true)),
})
export type ConsoleConfig = z.infer<typeof consoleConfig>

/** What the server put into the page; undefined where it did not, as in development, or not in a shape that we know. */
function fromPage(): ConsoleConfig | undefined {
  try {
    return consoleConfig.parse(JSON.parse(document.getElementById('console-config')?.textContent ?? ''))
  } catch {
    return undefined
  }
}

/** What this deployment is. One build serves them all, so it is known at run time: it comes with the page, or is asked for once. */
export const config = () =>
  queryOptions({
    queryKey: ['console-config'],
    initialData: fromPage,
    queryFn: ({ signal }) => call({ path: '/console-config.json', schema: consoleConfig, signal }),
    staleTime: Infinity,
  })

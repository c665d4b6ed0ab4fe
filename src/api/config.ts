import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from './http'

const consoleConfig = z.object({
  version: z.string(),
  backend: z.enum(['embedded', 'gateway']),
  signIn: z.enum(['none', 'basic', 'password', 'kratos', 'hosted']),
  /** Settings for sign-in with Clerk: the instance, and the backends that organisations may use. */
  hosted: z.optional(z.object({ publishableKey: z.catch(z.string(), ''), backends: z.catch(z.array(z.string()), []) })),
  /** The purpose of a deployment with limited features. */
  only: z.optional(z.literal('health')),
  /** Whether checks, playbooks and jobs are paused: none of them starts automatically. */
  noChecks: z.optional(z.literal(true)),
})
export type ConsoleConfig = z.infer<typeof consoleConfig>

/**
 * The configuration that the server embedded in the page. Undefined if there is none, as in development, or if its
 * shape is unknown.
 */
function fromPage(): ConsoleConfig | undefined {
  try {
    return consoleConfig.parse(JSON.parse(document.getElementById('console-config')?.textContent ?? ''))
  } catch {
    return undefined
  }
}

/**
 * The configuration of this deployment. One build serves all deployments, so it is read at run time: from the page, or
 * with one request.
 */
export const consoleConfigQuery = () =>
  queryOptions({
    queryKey: ['console-config'],
    initialData: fromPage,
    queryFn: ({ signal }) => call({ path: '/console-config.json', schema: consoleConfig, signal }),
    staleTime: Infinity,
  })

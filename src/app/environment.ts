import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { config } from '../api/config'
import { whoami } from '../api/whoami'
import type { Kind } from '../commands/command'
import type { Environment } from '../commands/context'
import { nameOf } from '../commands/areas/flags'
import { isPublic } from '../lib/paths'
import { useOnline } from '../ui/use-online'
import { useFlags } from '../views/shell/access/flags-gate'

/**
 * Who asks, of what, and what is turned off: what is true whatever has focus.
 * @param path where they are
 * @param here the same with its query
 */
export function useEnvironment(path: string, here: string) {
  const queries = useQueryClient()
  const isReadOnly = isPublic(path)
  const deployment = useQuery(config()).data
  const me = useQuery({ ...whoami(), enabled: !isReadOnly })
  const flags = useFlags(isReadOnly, deployment?.only === 'health')
  const isOnline = useOnline()
  const environment: Environment = {
    path: here,
    roles: isReadOnly ? [] : me.data?.roles,
    permissions: isReadOnly ? undefined : me.data?.permissions,
    flags: flags.is === 'here' ? flags.flags : undefined,
    deployment,
    online: isOnline,
    isReadOnly,
    nameOf: (kind, id) => nameIn(queries, kind, id),
  }
  return { environment, version: deployment?.version, me, flags }
}

/** What something is called, if it is loaded. */
function nameIn(queries: QueryClient, kind: Kind, id: string): string | undefined {
  if (kind === 'property') return nameOf({ id })
  for (const { meta, state } of queries.getQueryCache().getAll()) {
    const name = meta?.names?.kind === kind && state.data !== undefined && meta.names.nameOf(state.data, id)
    if (name) return name
  }
  return undefined
}

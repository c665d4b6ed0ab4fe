import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { config } from '../api/config'
import { whoami } from '../api/whoami'
import type { Kind } from '../commands/command'
import type { Environment } from '../commands/context'
import { isPublic } from '../lib/paths'
import { nameOfLines, readLinesId } from '../lib/document-lines'
import { shownLines } from '../lib/logs/loaded'
import { nameOfProperty } from '../lib/property-id'
import { useOnline } from '../ui/use-online'
import { useFlags } from '../views/shell/access/flags-gate'

/**
 * The environment of commands: the caller, the backend, and the disabled features.
 * @param path the current path
 * @param here the path with its query
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

/** The name of a resource, if it is loaded. */
function nameIn(queries: QueryClient, kind: Kind, id: string): string | undefined {
  if (kind === 'property') return nameOfProperty(id)
  const lines = kind === 'lines' ? readLinesId(id) : undefined
  if (kind === 'logline') return shownLines([id])[0]?.message.slice(0, 80)
  if (lines) return nameOfLines(lines, nameIn(queries, 'config', lines.configId) ?? lines.configId.slice(0, 8))
  for (const { meta, state } of queries.getQueryCache().getAll()) {
    const name =
      meta?.names &&
      [meta.names.kind].flat().includes(kind) &&
      state.data !== undefined &&
      meta.names.nameOf(state.data, id)
    if (name) return name
  }
  return undefined
}

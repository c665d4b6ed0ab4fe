import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleConfigQuery } from '../api/config'
import { whoami } from '../api/sign-in/whoami'
import type { Kind } from '../commands/command'
import type { CommandEnvironment } from '../commands/context'
import { isPublicPath } from '../shared/routing/registry'
import { describeLines, readLinesId } from '../shared/catalog/document-lines'
import { findDisplayedLines } from '../lib/logs/displayed-lines'
import { parsePropertyId } from '../lib/settings/property-id'
import { useOnline } from '../ui/use-online'
import { useFlags } from '../views/shell/access/flags-gate'

/**
 * The environment of commands: the caller, the backend, and the disabled features.
 * @param path the current path
 * @param here the path with its query
 */
export function useEnvironment(path: string, here: string) {
  const queries = useQueryClient()
  const isReadOnly = isPublicPath(path)
  const deployment = useQuery(consoleConfigQuery()).data
  const me = useQuery({ ...whoami(), enabled: !isReadOnly })
  const flags = useFlags(isReadOnly, deployment?.only === 'health')
  const isOnline = useOnline()
  const environment: CommandEnvironment = {
    path: here,
    roles: isReadOnly ? [] : me.data?.roles,
    permissions: isReadOnly ? undefined : me.data?.permissions,
    flags: flags.is === 'here' ? flags.flags : undefined,
    deployment,
    online: isOnline,
    isReadOnly,
    nameOf: (kind, id) => findLoadedName(queries, kind, id),
  }
  return { environment, version: deployment?.version, me, flags }
}

/** The name of a resource, if it is loaded. */
function findLoadedName(queries: QueryClient, kind: Kind, id: string): string | undefined {
  if (kind === 'property') return parsePropertyId(id)
  const lines = kind === 'lines' ? readLinesId(id) : undefined
  if (kind === 'logline') return findDisplayedLines([id])[0]?.message.slice(0, 80)
  if (lines)
    return describeLines(lines, findLoadedName(queries, 'config', lines.configId) ?? lines.configId.slice(0, 8))
  for (const { meta, state } of queries.getQueryCache().getAll()) {
    const name =
      meta?.names &&
      [meta.names.kind].flat().includes(kind) &&
      state.data !== undefined &&
      meta.names.findName(state.data, id)
    if (name) return name
  }
  return undefined
}

/** The agent of what runs in this installation itself. */
export const LOCAL_AGENT = '00000000-0000-0000-0000-000000000000'

type Made = {
  canaries?: { id: string; source?: string | null | undefined } | null | undefined
  agents?: { id: string; name: string } | null | undefined
}

/** Where a check is written. */
export type Origin = {
  /** `agent depot-leeds`; empty for what is written in the console. */
  name: string
  /** Where it can be seen or changed; undefined: not in the console. */
  path?: string
}

/**
 * Where a check can be changed: in the console's settings when it was made here, else where it comes from, as settings
 * resources link to their origin.
 */
export function originOf({ canaries, agents }: Made): Origin {
  const source = canaries?.source ?? ''
  if (agents && agents.id !== LOCAL_AGENT)
    return { name: `agent ${agents.name}`, path: `/settings/agents?id=${encodeURIComponent(agents.id)}` }
  if (!canaries) return { name: 'a canary that is gone' }
  if (source === '' || source === 'UI')
    return { name: '', path: `/settings/canaries/${encodeURIComponent(canaries.id)}` }
  if (/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(source))
    return { name: 'a topology component', path: `/topology/${encodeURIComponent(source)}` }
  if (/^kubernetes/i.test(source))
    return { name: 'a Kubernetes CRD', path: `/catalog/${encodeURIComponent(canaries.id)}` }
  return { name: source === 'ConfigFile' ? 'a local file (ConfigFile)' : source }
}

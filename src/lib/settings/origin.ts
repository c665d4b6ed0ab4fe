import { agentPath, canaryPath } from '@/shared/pages/settings'
import { componentPage } from '@/shared/pages/topology'

/** The agent of resources in this installation. */
export const LOCAL_AGENT = '00000000-0000-0000-0000-000000000000'

type Made = {
  /** Type of the check within its canary. */
  type?: string
  name?: string
  canaries?: { id: string; source?: string | null | undefined } | null | undefined
  agents?: { id: string; name: string } | null | undefined
}

/** Where a check is defined. */
export type Origin = {
  /** For example `agent depot-leeds`; empty for resources defined in the console. */
  name: string
  /** Where the resource can be viewed or changed; undefined if outside the console. */
  path?: string
}

/** Where a check can be changed: in the settings if it was created in the console, otherwise at its source. */
export function readOrigin({ type, name: called, canaries, agents }: Made): Origin {
  const source = canaries?.source ?? ''
  if (agents && agents.id !== LOCAL_AGENT) return { name: `agent ${agents.name}`, path: agentPath(agents.id) }
  if (!canaries) return { name: 'a deleted canary' }
  if (isFromConsole(source))
    return { name: '', path: canaryPath(canaries.id, type && called ? { type, name: called } : undefined) }
  const name = sourceName(source)
  const component = componentIn(source)
  if (component !== undefined) return { name, path: componentPage.at(component) }
  if (isCrd(source)) return { name, path: `/catalog/${encodeURIComponent(canaries.id)}` }
  return { name }
}

/** Whether a resource with this source is defined in the console and can be changed there. */
export const isFromConsole = (source: string | null | undefined): boolean => !source || source === 'UI'

/** The id of the component in a source: `component/<id>`, or only the id. */
const componentIn = (source: string) =>
  /^(?:component\/)?([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/i.exec(source)?.[1]
const isCrd = (source: string) => /^kubernetes/i.test(source)

/** The source of a resource that is not defined in the console, as part of a sentence: `a Kubernetes CRD`. */
export function sourceName(source: string): string {
  if (componentIn(source) !== undefined) return 'a topology component'
  if (isCrd(source)) return 'a Kubernetes CRD'
  return source === 'ConfigFile' ? 'a local file (ConfigFile)' : source
}

/** A row of settings that may come from an agent, a file or a cluster. */
type Brought = {
  id: string
  source?: string | null | undefined
  agent?: { id: string; name?: string | null | undefined } | null | undefined
}

/** Where such a row can be changed. */
export const readRowOrigin = ({ id, source, agent }: Brought): Origin =>
  readOrigin({ canaries: { id, source }, agents: agent && { id: agent.id, name: agent.name ?? agent.id } })

/** The source of a row for a table cell: `agent depot`, `Console`. */
export const rowSourceLabel = ({ source, agent }: Omit<Brought, 'id'>): string =>
  agent && agent.id !== LOCAL_AGENT ? `agent ${agent.name ?? agent.id}` : sourceLabel(source)

/** The label of a source: `Console`, `KubernetesCRD`. */
export function sourceLabel(source: string | null | undefined): string {
  const text = source ?? ''
  if (isFromConsole(source)) return 'Console'
  if (componentIn(text) !== undefined) return 'Component'
  // Canaries have `kubernetes/<uid>`, other resources `KubernetesCRD`.
  return isCrd(text) ? 'KubernetesCRD' : text
}

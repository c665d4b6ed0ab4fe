import { paths } from './paths'

/** The agent of what runs in this installation itself. */
export const LOCAL_AGENT = '00000000-0000-0000-0000-000000000000'

type Made = {
  /** Of a check: what it is within its canary. */
  type?: string
  name?: string
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
export function originOf({ type, name: called, canaries, agents }: Made): Origin {
  const source = canaries?.source ?? ''
  if (agents && agents.id !== LOCAL_AGENT)
    return { name: `agent ${agents.name}`, path: `/settings/agents?id=${encodeURIComponent(agents.id)}` }
  if (!canaries) return { name: 'a canary that is gone' }
  if (isFromConsole(source))
    return { name: '', path: paths.canary(canaries.id, type && called ? { type, name: called } : undefined) }
  const name = nameOfSource(source)
  const component = componentIn(source)
  if (component !== undefined) return { name, path: paths.component(component) }
  if (isCrd(source)) return { name, path: `/catalog/${encodeURIComponent(canaries.id)}` }
  return { name }
}

/** Whether what has this source is written in the console, and changed there. */
export const isFromConsole = (source: string | null | undefined): boolean => !source || source === 'UI'

/** The id of the component that a source names: `component/<id>`, or the id alone. */
const componentIn = (source: string) =>
  /^(?:component\/)?([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/i.exec(source)?.[1]
const isCrd = (source: string) => /^kubernetes/i.test(source)

/** What something comes from that is not written in the console, within a sentence: `a Kubernetes CRD`. */
export function nameOfSource(source: string): string {
  if (componentIn(source) !== undefined) return 'a topology component'
  if (isCrd(source)) return 'a Kubernetes CRD'
  return source === 'ConfigFile' ? 'a local file (ConfigFile)' : source
}

/** A row of settings that an agent, a file or a cluster may have brought. */
type Brought = {
  id: string
  source?: string | null | undefined
  agent?: { id: string; name?: string | null | undefined } | null | undefined
}

/** Where such a row can be changed. */
export const originOfRow = ({ id, source, agent }: Brought): Origin =>
  originOf({ canaries: { id, source }, agents: agent && { id: agent.id, name: agent.name ?? agent.id } })

/** Where it comes from, in a cell: `agent depot`, `Console`. */
export const placeOf = ({ source, agent }: Omit<Brought, 'id'>): string =>
  agent && agent.id !== LOCAL_AGENT ? `agent ${agent.name ?? agent.id}` : sourceLabel(source)

/** The same of a source: `Console`, `KubernetesCRD`. */
export function sourceLabel(source: string | null | undefined): string {
  const text = source ?? ''
  if (isFromConsole(source)) return 'Console'
  if (componentIn(text) !== undefined) return 'Component'
  // `kubernetes/<uid>` of a canary, `KubernetesCRD` of everything else.
  return isCrd(text) ? 'KubernetesCRD' : text
}

import type { Target } from '../kinds'

/** Kinds of the resources of jobs, by the type in the job history. */
const kindByType = {
  canary: 'canary',
  config_scraper: 'scraper',
  catalog_scraper: 'scraper',
  topology: 'topology',
  playbook: 'playbook',
  config: 'config',
  components: 'component',
  incident_rule: 'incidentrule',
  team: 'team',
} as const satisfies Readonly<Record<string, Target['kind']>>

/** Types that the list of runs can be filtered by. Specification, "Value sets". */
export const jobResourceTypes = ['canary', 'topology', 'config_scraper'] as const

const isKnownType = (type: string): type is keyof typeof kindByType => Object.hasOwn(kindByType, type)

type ResourceOfJob = {
  resource_type?: string | null | undefined
  resource_id?: string | null | undefined
  resource_name?: string | null | undefined
}

/** The name of the resource of a run; undefined if the run has none. */
export function jobResourceName({ resource_id: id, resource_name: name }: ResourceOfJob): string | undefined {
  if (!id) return undefined
  // Backends without a name for a type return its id.
  return name && name !== id ? name : id.slice(0, 8)
}

/** The resource of a run; undefined if it has none, or if the console has no page for it. */
export function jobResource(run: ResourceOfJob): Target | undefined {
  const { resource_type: type, resource_id: id } = run
  if (!type || !id || !isKnownType(type)) return undefined
  return { kind: kindByType[type], id, label: jobResourceName(run) ?? id }
}

/** The types in the job history of the resources of a kind. */
export const jobTypesOf = (kind: Target['kind']): readonly string[] =>
  Object.entries(kindByType).flatMap(([type, one]) => (one === kind ? [type] : []))

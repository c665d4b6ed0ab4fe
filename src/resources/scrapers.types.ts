import { isRecord } from '../lib/document/value'

/** The kinds of sources, as the spec calls them and as people do, in the order of the tiles. */
const labels = new Map([
  ['kubernetes', 'Kubernetes'],
  ['azure', 'Azure'],
  ['kubernetesFile', 'Kubernetes File'],
  ['sql', 'SQL'],
  ['trivy', 'Trivy'],
  ['aws', 'AWS'],
  ['file', 'File'],
  ['githubActions', 'Github Actions'],
  ['http', 'HTTP'],
  ['azureDevops', 'Azure DevOps'],
] as const)
export type ScraperType = Parameters<(typeof labels)['get']>[0]

export const scraperTypes: readonly ScraperType[] = [...labels.keys()]
export const CUSTOM = 'custom'

const isType = (key: string): key is ScraperType => labels.has(key as ScraperType)

/** The types of the sources of a spec, in its order. */
export const typesOfSpec = (spec: unknown): ScraperType[] => (isRecord(spec) ? Object.keys(spec).filter(isType) : [])

/** The first key that is a type, wherever schedule, retention and other settings stand; `custom` without one. */
export const typeOfSpec = (spec: unknown): ScraperType | typeof CUSTOM => typesOfSpec(spec)[0] ?? CUSTOM

export const labelOfType = (type: ScraperType | typeof CUSTOM): string =>
  type === CUSTOM ? 'Custom' : (labels.get(type) ?? type)

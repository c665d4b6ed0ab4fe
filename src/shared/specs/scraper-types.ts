import { isRecord } from '../document/value'

/** Source types with their labels, in the order of the tiles. */
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
export const CUSTOM_SCRAPER = 'custom'

const isType = (key: string): key is ScraperType => labels.has(key as ScraperType)

/** The source types of a spec, in the order of the spec. */
export const scraperTypesIn = (spec: unknown): ScraperType[] => (isRecord(spec) ? Object.keys(spec).filter(isType) : [])

/** The first key that is a source type, regardless of the position of other settings; `custom` if there is none. */
export const scraperTypeIn = (spec: unknown): ScraperType | typeof CUSTOM_SCRAPER =>
  scraperTypesIn(spec)[0] ?? CUSTOM_SCRAPER

export const scraperTypeLabel = (type: ScraperType | typeof CUSTOM_SCRAPER): string =>
  type === CUSTOM_SCRAPER ? 'Custom' : (labels.get(type) ?? type)

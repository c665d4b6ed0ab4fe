import { type ResourceKind } from './resource-pages'

/** What integrations are, by the words for it in their rows and addresses: each is a row of a resource. */
export const integrationTypes = {
  scrapers: 'scraper',
  topologies: 'topology',
  logging_backends: 'logbackend',
} as const satisfies Record<string, ResourceKind>

export type IntegrationType = keyof typeof integrationTypes
export type IntegrationKind = (typeof integrationTypes)[IntegrationType]

export const isIntegrationKind = (kind: string): kind is IntegrationKind =>
  Object.values<string>(integrationTypes).includes(kind)

export const isIntegrationType = (type: string): type is IntegrationType => Object.hasOwn(integrationTypes, type)

const LIST = '/settings/integrations'

/** The page of an integration, by the kind of what it is; undefined for what is none. */
export function pathOfIntegration(kind: string, id: string): string | undefined {
  const type = Object.entries(integrationTypes).find(([, one]) => one === kind)?.[0]
  return type && `${LIST}/${type}/${encodeURIComponent(id)}`
}

export const integrationPaths = {
  list: LIST,
  /** The pages of all of them are one page of the console: this path stands for them. */
  any: `${LIST}/topologies/00000000-0000-0000-0000-000000000000`,
}

const page = /^\/settings\/integrations\/(?<type>[a-z_]+)\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function isIntegrationPage(path: string): boolean {
  const type = page.exec(path)?.groups?.['type']
  return type !== undefined && isIntegrationType(type)
}

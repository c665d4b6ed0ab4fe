import { type ResourceKind } from './resource-pages'

/** Types of integrations as in their rows and addresses, with their resource kinds. */
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

/** The path of an integration by its resource kind; undefined for other kinds. */
export function integrationPath(kind: string, id: string): string | undefined {
  const type = Object.entries(integrationTypes).find(([, one]) => one === kind)?.[0]
  return type && `${LIST}/${type}/${encodeURIComponent(id)}`
}

export const integrationPaths = {
  list: LIST,
  /** All integrations share one page of the console, represented by this path. */
  any: `${LIST}/topologies/00000000-0000-0000-0000-000000000000`,
}

const page = /^\/settings\/integrations\/(?<type>[a-z_]+)\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function isIntegrationPage(path: string): boolean {
  const type = page.exec(path)?.groups?.['type']
  return type !== undefined && isIntegrationType(type)
}

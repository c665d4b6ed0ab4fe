import { definePage } from '../routing/page'

/** The page of a canary and, if given, one of its checks. */
export const canaryPath = (id: string, check?: { type: string; name: string }) =>
  `/settings/canaries/${encodeURIComponent(id)}${check ? `?part=${encodeURIComponent(`${check.type}:${check.name}`)}` : ''}`

export const scraperPath = (id: string) => `/catalog/scrapers/${encodeURIComponent(id)}`

/** Types of integrations as in their rows and addresses, with their resource kinds. */
export const integrationTypes = {
  scrapers: 'scraper',
  topologies: 'topology',
  logging_backends: 'logbackend',
} as const

export type IntegrationType = keyof typeof integrationTypes
export type IntegrationKind = (typeof integrationTypes)[IntegrationType]

export const isIntegrationKind = (kind: string): kind is IntegrationKind =>
  Object.values<string>(integrationTypes).includes(kind)

export const isIntegrationType = (type: string): type is IntegrationType => Object.hasOwn(integrationTypes, type)

/** Scrapers, topologies and log backends in one list. */
export const integrationsPage = definePage({
  path: '/settings/integrations',
  title: 'Integrations',
  files: ['src/views/settings/resources/integrations/integrations.page.tsx'],
  access: { feature: 'settings.integrations', areas: ['integrations'], action: 'read' },
  nav: { icon: 'integrations' },
  go: {
    id: 'go.integrations',
    title: 'Go to integrations',
    keywords: 'scrapers topologies log backends helm flux gitops settings',
  },
})

export const integrationPage = definePage({
  path: '/settings/integrations/:type/:id',
  types: ['topologies', 'scrapers', 'logging_backends'] satisfies IntegrationType[],
  title: 'Integrations',
  files: ['src/views/settings/resources/integrations/integration.page.tsx'],
  access: { feature: 'settings.integrations', areas: ['integrations'], action: 'write' },
})

/** The path of an integration by its resource kind; undefined for other kinds. */
export function integrationPath(kind: string, id: string): string | undefined {
  const type = Object.entries(integrationTypes).find(([, one]) => one === kind)?.[0]
  return type && integrationPage.at(id, type)
}

export const jobsPage = definePage({
  path: '/settings/jobs',
  title: 'Job history',
  files: ['src/views/settings/jobs/jobs.page.tsx'],
  access: { feature: 'settings.job_history', areas: ['database'], objects: ['database.monitor'], action: 'read' },
  nav: { icon: 'jobs', label: 'Jobs History' },
  go: {
    id: 'go.jobs',
    title: 'Go to the job history',
    keywords: 'jobs runs failed background schedule scrapes settings',
    keys: 'g j',
  },
})

/** The list of agents with one of them selected. */
export const agentPath = (id: string) => `/settings/agents?id=${encodeURIComponent(id)}`

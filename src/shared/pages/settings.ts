import { definePage } from './page'
import { defineResourcePages } from './resource-page'

export const personResource = defineResourcePages({
  kind: 'person',
  file: 'people',
  path: '/settings/users',
  title: 'People',
  access: { feature: 'settings.users', areas: ['identities'], action: 'read' },
  hasCommands: true,
  nav: { icon: 'people' },
  go: {
    id: 'go.people',
    title: 'Go to people',
    keywords: 'users accounts roles members settings who is on call',
    keys: 'g u',
  },
})

/**
 * Messages contain sign-in codes: they can be read with the embedded backend only, and only by users who may create
 * accounts.
 */
export const messageResource = defineResourcePages({
  kind: 'message',
  file: 'outbox',
  path: '/settings/outbox',
  title: 'Outbox',
  access: { feature: 'settings.users', areas: ['auth', 'rbac'], action: 'write' },
  isPaged: true,
  hasCommands: true,
  go: {
    id: 'go.outbox',
    title: 'Go to the outbox',
    keywords: 'mail messages e-mail email sent invitations codes recovery settings',
  },
})

export const propertyResource = defineResourcePages({
  kind: 'property',
  file: 'flags',
  path: '/settings/feature-flags',
  title: 'Feature flags',
  access: { feature: 'settings.feature_flags', areas: ['properties'], action: 'read' },
  hasCommands: true,
  nav: { icon: 'flags', label: 'Feature Flags' },
  go: { id: 'go.flags', title: 'Go to feature flags', keywords: 'properties settings disable features' },
})

export const canaryResource = defineResourcePages({
  kind: 'canary',
  file: 'canaries',
  path: '/settings/canaries',
  title: 'Canaries',
  access: { feature: 'settings.health', areas: ['canaries'], action: 'read' },
  hasCommands: true,
  hasItems: true,
  nav: { icon: 'canaries' },
  go: { id: 'go.canaries', title: 'Go to canaries', keywords: 'health checks specs settings' },
})

/** The page of a canary and, if given, one of its checks. */
export const canaryPath = (id: string, check?: { type: string; name: string }) =>
  `/settings/canaries/${encodeURIComponent(id)}${check ? `?part=${encodeURIComponent(`${check.type}:${check.name}`)}` : ''}`

export const scraperPath = (id: string) => `/catalog/scrapers/${encodeURIComponent(id)}`

export const scraperResource = defineResourcePages({
  kind: 'scraper',
  file: 'scrapers',
  path: '/catalog/scrapers',
  title: 'Catalog scrapers',
  access: { feature: 'settings.config_scraper', areas: ['config_scrapers'], action: 'read' },
  hasCommands: true,
  hasItems: true,
  nav: { icon: 'scrapers', label: 'Catalog Scrapers' },
  go: { id: 'go.scrapers', title: 'Go to catalog scrapers', keywords: 'config sources settings' },
})

export const topologyResource = defineResourcePages({
  kind: 'topology',
  file: 'topologies',
  path: '/settings/topologies',
  title: 'Topologies',
  access: { feature: 'settings.topology', areas: ['topologies'], action: 'read' },
  hasCommands: true,
  hasItems: true,
  nav: { icon: 'topologies' },
  go: { id: 'go.topologies', title: 'Go to topologies', keywords: 'components specs settings' },
})

export const incidentRuleResource = defineResourcePages({
  kind: 'incidentrule',
  file: 'incident-rules',
  noun: 'incident rule',
  path: '/settings/incident_rules',
  title: 'Incident rules',
  access: { feature: 'settings.rules', areas: ['incident'], action: 'read' },
  hasItems: true,
  nav: { icon: 'rules', label: 'Rules' },
  go: {
    id: 'go.incidentRules',
    title: 'Go to incident rules',
    keywords: 'open incidents automatically unhealthy settings',
  },
})

export const logBackendResource = defineResourcePages({
  kind: 'logbackend',
  file: 'log-backends',
  noun: 'log backend',
  path: '/settings/log-backends',
  title: 'Log backends',
  access: { feature: 'settings.logging_backends', areas: ['logging_backends'], action: 'read' },
  nav: { icon: 'logs', label: 'Log Backends' },
  go: {
    id: 'go.logBackends',
    title: 'Go to log backends',
    keywords: 'logging logs elasticsearch loki settings',
  },
})

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

export const settingsPages = [integrationsPage, integrationPage] as const

import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { loadPageCommands } from '../commands/page-commands'
import { integrationPaths } from '../lib/integration-pages'
import {
  ANY_COMPONENT,
  ANY_COMPONENT_CARD,
  ANY_CONFIG,
  ANY_INCIDENT,
  ANY_INCIDENT_REPORT,
  ANY_RUN,
  configPanels,
  healthPaths,
  topologyPaths,
  pageAt,
  paths,
} from '../lib/paths'
import { newResourcePath, type ResourceKind, type ResourcePage, resourcePages } from '../lib/resource-pages'
import { loadDetails, resources } from '../resources/registry'
import type { Resource } from '../resources/resource'
import { prefetchModule } from '../ui/use-loaded'
import { configTabs } from '../views/catalog/item/config-tabs'

/** A page, with an optional prefetch of its first rows, which does not need the page to render. */
type PageModule = { default: ComponentType; prefetch?: (queries: QueryClient) => Promise<void> | undefined }
type Load = () => Promise<PageModule>

export const loadHealth: Load = () => import('../views/health/health-view')
export const loadTopology: Load = () => import('../views/topology/topology-view')
/** The pages of the catalog, except those of config items. */
export const catalogLoaders: ReadonlyMap<string, Load> = new Map([
  [paths.catalog, () => import('../views/catalog/catalog-view')],
  [paths.insights, () => import('../views/catalog/insights/insights-view')],
  [paths.catalogSummary, () => import('../views/catalog/summary/summary-view')],
  [paths.changes, () => import('../views/catalog/changes/changes-view')],
  [paths.timelines, () => import('../views/timeline/timeline-view')],
])
export const loadTriage: Load = () => import('../views/triage/triage-view')
export const loadIncidents: Load = () => import('../views/incidents/list/incidents-view')
export const loadIncident: Load = () => import('../views/incidents/detail/incident-view')
export const loadIncidentReport: Load = () => import('../views/incidents/report/report-view')
export const loadRuns: Load = () => import('../views/playbooks/runs/runs-view')
export const loadRun: Load = () => import('../views/playbooks/run/run-view')
export const loadLogs: Load = () => import('../views/logs/logs-view')
export const loadConfig: Load = () => import('../views/catalog/item/config-view')

export const loadIntegrations: Load = () => import('../views/resources/integrations/integrations-view')
export const loadIntegration: Load = () => import('../views/resources/integrations/integration-view')
export const loadComponent: Load = () => import('../views/topology/detail/component-view')
export const loadComponentCard: Load = () => import('../views/topology/detail/component-card')

export const loadProfile: Load = () => import('../views/sign-in/profile')

const resourceLoader =
  (resource: Resource): Load =>
  async () => {
    const [{ resourcePage }, details] = await Promise.all([
      import('../views/resources/resource-page'),
      loadDetails(resource.kind),
      loadPageCommands(resource.kind),
    ])
    return { default: await resourcePage(resource, details) }
  }

/** The lists of resources, each with its own file and the common list page. */
export const resourceLoaders: readonly { resource: Resource; load: Load }[] = resources.map((resource) => ({
  resource,
  load: resourceLoader(resource),
}))

const itemLoader =
  (resource: Resource): Load =>
  async () => {
    const [{ itemPage }, details] = await Promise.all([
      import('../views/resources/item-page'),
      loadDetails(resource.kind),
      loadPageCommands(resource.kind),
    ])
    return { default: itemPage(resource, details) }
  }

const hasItems = (kind: ResourceKind): boolean => (resourcePages[kind] as ResourcePage).hasItems === true

/** The common page of a list's rows, for the kinds that have one. */
export const itemLoaders: typeof resourceLoaders = resources
  .filter(({ kind }) => hasItems(kind))
  .map((resource) => ({ resource, load: itemLoader(resource) }))

const pathOf = (kind: ResourceKind): string => resourcePages[kind].path

const loads = new Map<string, readonly (() => Promise<object>)[]>([
  ...[...healthPaths].map((path) => [path, [loadHealth]] as const),
  ...[...topologyPaths].map((path) => [path, [loadTopology]] as const),
  ...[...catalogLoaders].map(([path, load]) => [path, [load]] as const),
  [paths.logs, [loadLogs]],
  [ANY_CONFIG, [loadConfig, configTabs.config]],
  ...configPanels.map((panel) => [`${ANY_CONFIG}/${panel}`, [loadConfig, configTabs[panel]]] as const),
  [paths.integrations, [loadIntegrations]],
  [integrationPaths.any, [loadIntegration]],
  [ANY_COMPONENT, [loadComponent]],
  [ANY_COMPONENT_CARD, [loadComponentCard]],
  [paths.triage, [loadTriage]],
  [paths.incidents, [loadIncidents]],
  [ANY_INCIDENT, [loadIncident]],
  [ANY_INCIDENT_REPORT, [loadIncidentReport]],
  [paths.runs, [loadRuns]],
  [ANY_RUN, [loadRun]],
  [paths.profile, [loadProfile]],
  ...resourceLoaders.map(({ resource, load }) => [pathOf(resource.kind), [load]] as const),
  ...itemLoaders.map(({ resource, load }) => [newResourcePath(resource.kind), [load]] as const),
])

/** Loads the page at a path before the user is known. */
export const prefetchPageModule = (path: string): Promise<Partial<PageModule> | undefined>[] =>
  (loads.get(pageAt(path)) ?? []).map(prefetchModule)

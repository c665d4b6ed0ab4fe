import { integrationPaths } from './integration-pages'
import {
  ANY_COMPONENT,
  ANY_COMPONENT_CARD,
  ANY_CONFIG,
  ANY_INCIDENT,
  ANY_RUN,
  type ConfigPanel,
  configPanels,
  ANY_INCIDENT_REPORT,
  healthPaths,
  topologyPaths,
  pageAt,
  paths,
} from './paths'
import { type ResourcePage, resourcePages } from './resource-pages'

const healthPage = ['src/views/health/health-view.tsx']
const topologyPage = ['src/views/topology/topology-view.tsx']
const configPage = 'src/views/catalog/item/config-view.tsx'
const configTab: Readonly<Record<ConfigPanel, string>> = {
  changes: 'src/views/catalog/item/changes.tsx',
  insights: 'src/views/catalog/item/insights.tsx',
  relationships: 'src/views/catalog/item/relationships.tsx',
  playbooks: 'src/views/catalog/item/playbooks.tsx',
  checks: 'src/views/catalog/item/checks.tsx',
}
const resourcePage = 'src/views/resources/resource-page.tsx'
const resourceItem = 'src/views/resources/item-page.tsx'
const pagedResource = 'src/views/resources/paged-resource.tsx'

const sources: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries([...healthPaths].map((path) => [path, healthPage])),
  ...Object.fromEntries([...topologyPaths].map((path) => [path, topologyPage])),
  [paths.catalog]: ['src/views/catalog/catalog-view.tsx'],
  [paths.insights]: ['src/views/catalog/insights/insights-view.tsx'],
  [paths.catalogSummary]: ['src/views/catalog/summary/summary-view.tsx'],
  [paths.changes]: ['src/views/catalog/changes/changes-view.tsx'],
  [paths.logs]: ['src/views/logs/logs-view.tsx'],
  [paths.triage]: ['src/views/triage/triage-view.tsx'],
  [paths.incidents]: ['src/views/incidents/list/incidents-view.tsx'],
  [ANY_INCIDENT]: ['src/views/incidents/detail/incident-view.tsx'],
  [paths.runs]: ['src/views/playbooks/runs/runs-view.tsx'],
  [ANY_RUN]: ['src/views/playbooks/run/run-view.tsx'],
  [paths.timelines]: ['src/views/timeline/timeline-view.tsx'],
  [ANY_CONFIG]: [configPage, 'src/views/catalog/item/document.tsx'],
  ...Object.fromEntries(configPanels.map((panel) => [`${ANY_CONFIG}/${panel}`, [configPage, configTab[panel]]])),
  [paths.integrations]: ['src/views/resources/integrations/integrations-view.tsx'],
  [integrationPaths.any]: ['src/views/resources/integrations/integration-view.tsx'],
  [ANY_COMPONENT]: ['src/views/topology/detail/component-view.tsx'],
  [ANY_COMPONENT_CARD]: ['src/views/topology/detail/component-card.tsx'],
  [ANY_INCIDENT_REPORT]: ['src/views/incidents/report/report-view.tsx'],
  [paths.profile]: ['src/views/sign-in/profile.tsx'],
  ...Object.fromEntries(
    Object.values<ResourcePage>(resourcePages).flatMap(({ path, file, isPaged, hasCommands, hasItems }) => {
      const described = [`src/resources/${file}.details.ts`, ...(hasCommands ? [`src/commands/pages/${file}.ts`] : [])]
      return [
        [path, [resourcePage, ...(isPaged ? [pagedResource] : []), ...described]],
        ...(hasItems ? [[`${path}/new`, [resourceItem, ...described]]] : []),
      ]
    })
  ),
}

/**
 * The modules of the page at a path, besides those of every page: paths from the root of the project, which are also
 * the names of the build output. `src/app/pages.ts` loads them; the server makes the browser prefetch them with the
 * page.
 */
export const findPageSources = (path: string): readonly string[] => sources[pageAt(path)] ?? []

/** The modules of each page, by the path of the page. */
export const pageSources: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(sources))

import { formatLineRange, readLinesId } from '../catalog/document-lines'
import { definePage } from '../routing/page'

const title = 'Catalog'
const access = { feature: 'config', areas: ['database'], action: 'read' } as const

/** One change next to the list. */
export const changePath = (id: string) => `/catalog/changes?change=${encodeURIComponent(id)}`

/** One insight next to the list, which can be limited to one item. */
export const insightPath = (id: string, configId?: string) =>
  `/catalog/insights?insightId=${encodeURIComponent(id)}${configId === undefined ? '' : `&config=${encodeURIComponent(configId)}`}`

/** The list of the items of a type; undefined for a type with a tag, as in a row of the summary. */
const typePath = (type: string) =>
  type.includes(' ') ? undefined : `/catalog?configType=${encodeURIComponent(encodeURIComponent(type))}%3A1`

/** The page of an item with the lines selected. YAML is the default format. */
function linesPath(id: string): string | undefined {
  const lines = readLinesId(id)
  if (!lines) return undefined
  const format = lines.format === 'yaml' ? '' : `format=${lines.format}&`
  return `${configPage.at(lines.configId)}?${format}lines=${formatLineRange(lines.range)}`
}

export const catalogPage = definePage({
  path: '/catalog',
  title,
  files: ['src/views/catalog/catalog.page.tsx'],
  access,
  formerPaths: ['/configs', '/config-db'],
  addresses: { type: typePath },
  nav: { icon: 'catalog', order: 5 },
  go: {
    id: 'go.catalog',
    title: 'Go to the catalog',
    keywords: 'configuration configs items resources inventory',
    keys: 'g c',
  },
})

export const insightsPage = definePage({
  path: '/catalog/insights',
  title,
  files: ['src/views/catalog/insights/insights.page.tsx'],
  addresses: { insight: insightPath },
  access,
  parent: '/catalog',
  nav: { icon: 'catalog', label: 'Insights', order: 3 },
  go: {
    id: 'go.insights',
    title: 'Go to insights',
    keywords: 'findings analysis security cost compliance problems',
    keys: 'g f',
  },
})

export const catalogSummaryPage = definePage({
  path: '/catalog/summary',
  title,
  files: ['src/views/catalog/summary/summary.page.tsx'],
  access,
  parent: '/catalog',
  nav: { icon: 'catalog', label: 'Summary', order: 1 },
  go: {
    id: 'go.catalogSummary',
    title: 'Go to the catalog summary',
    keywords: 'configuration types kinds provider overview counts how many unhealthy cost',
    keys: 'g o',
  },
})

export const changesPage = definePage({
  path: '/catalog/changes',
  title,
  files: ['src/views/catalog/changes/changes.page.tsx'],
  addresses: { change: changePath },
  access,
  parent: '/catalog',
  nav: { icon: 'catalog', label: 'Changes', order: 2 },
  go: {
    id: 'go.changes',
    title: 'Go to the changes of the catalog',
    keywords: 'what changed history diff deployments events recent config',
    keys: 'g v',
  },
})

/** The tabs of an item with addresses of their own. */
export const configTabNames = ['changes', 'insights', 'relationships', 'playbooks', 'checks'] as const
export type ConfigTab = (typeof configTabNames)[number]

/** The page of an item with its document; its other tabs have addresses below it. */
export const configPage = definePage({
  path: '/catalog/:id',
  title,
  kind: 'config',
  addresses: { lines: linesPath },
  files: ['src/views/catalog/item/config.page.tsx'],
  tabs: {
    '': 'src/views/catalog/item/document.tab.tsx',
    changes: 'src/views/catalog/item/changes.tab.tsx',
    insights: 'src/views/catalog/item/insights.tab.tsx',
    relationships: 'src/views/catalog/item/relationships.tab.tsx',
    playbooks: 'src/views/catalog/item/playbooks.tab.tsx',
    checks: 'src/views/catalog/item/checks.tab.tsx',
  } satisfies Record<'' | ConfigTab, string>,
  access,
})

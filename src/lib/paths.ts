import { formatLineRange, readLinesId } from './document-lines'
import { integrationPaths, isIntegrationPage } from './integration-pages'
import { isResourceKind, itemPageAt, resourceRowPath, resourcePages } from './resource-pages'

/**
 * Defines every address inside the console once, except for those of resource lists, which are in `resource-pages.ts`.
 */
export const paths = {
  home: '/',
  health: '/health',
  publicHealth: '/view/health',
  /** The details of a check next to the list, with the figures of the last hour. */
  check: (id: string) => `/health?checkId=${encodeURIComponent(id)}&timeRange=1h`,
  /** The dashboard. */
  topology: '/topology',
  component: (id: string) => `/topology/${encodeURIComponent(id)}`,
  /** The triage queue. */
  triage: '/triage',
  incidents: '/incidents',
  incident: (id: string) => `/incidents/${encodeURIComponent(id)}`,
  /** A printable report of an incident. */
  incidentReport: (id: string) => `/incidents/${encodeURIComponent(id)}/report`,
  /** The page of a canary and, if given, one of its checks. */
  canary: (id: string, check?: { type: string; name: string }) =>
    `/settings/canaries/${encodeURIComponent(id)}${check ? `?part=${encodeURIComponent(`${check.type}:${check.name}`)}` : ''}`,
  integrations: integrationPaths.list,
  runs: '/playbooks/runs',
  run: (id: string) => `/playbooks/runs/${encodeURIComponent(id)}`,
  runsOf: (playbookId: string) => `/playbooks/runs?playbook=${encodeURIComponent(playbookId)}`,
  catalog: '/catalog',
  insights: '/catalog/insights',
  /** One insight next to the list, which can be limited to one item. */
  insight: (id: string, configId?: string) =>
    `/catalog/insights?insightId=${encodeURIComponent(id)}${configId === undefined ? '' : `&config=${encodeURIComponent(configId)}`}`,
  catalogSummary: '/catalog/summary',
  changes: '/catalog/changes',
  logs: '/logs',
  /** Logs in a time range, by default the last hour. */
  logsOf: (componentId: string, between?: { from: Date; to: Date }) =>
    `/logs?topologyId=${encodeURIComponent(componentId)}${
      between
        ? `&rangeType=absolute&display=Custom&from=${between.from.toISOString()}&to=${between.to.toISOString()}`
        : ''
    }`,
  /** The events before a failure. */
  timelines: '/timeline',
  timeline: (kind: string, id: string) => `/timeline?of=${kind}:${encodeURIComponent(id)}`,
  change: (id: string) => `/catalog/changes?change=${encodeURIComponent(id)}`,
  scraper: (id: string) => `/catalog/scrapers/${encodeURIComponent(id)}`,
  config: (id: string) => `/catalog/${encodeURIComponent(id)}`,
  /** A file, not a page: opened in a new tab. */
  kubeconfig: '/api/kubeconfig',
  login: '/login',
  registration: '/registration',
  recovery: '/recovery',
  verification: '/verification',
  profile: '/profile-settings',
  /** An error during sign-in or in a session. */
  error: '/error',
  /** Determines why a call was refused, and redirects accordingly. */
  stateChecker: '/auth-state-checker',
  /** Shown after switching to another organisation. */
  organisationSwitched: '/organizations/orgs-switched',
}

const signInPages = new Set<string>([
  paths.login,
  paths.registration,
  paths.recovery,
  paths.verification,
  paths.error,
  paths.stateChecker,
])

/** Pages of the identity service outside the shell, where the user is not fully signed in. */
export const isSignInPage = (path: string) => signInPages.has(path.replace(/\/+$/, '').toLowerCase())

/** Paths that show the checks. */
export const healthPaths: ReadonlySet<string> = new Set([paths.health, paths.publicHealth])
/** Paths that show the topology. */
export const topologyPaths: ReadonlySet<string> = new Set([paths.home, paths.topology])

const pages: ReadonlySet<string> = new Set([
  ...healthPaths,
  ...topologyPaths,
  paths.catalog,
  paths.insights,
  paths.catalogSummary,
  paths.changes,
  paths.logs,
  paths.timelines,
  paths.integrations,
  paths.incidents,
  paths.triage,
  paths.runs,
  paths.profile,
  ...Object.values(resourcePages).map(({ path }) => path),
])

/** Tabs of a config item, each with an address of its own. */
export const configPanels = ['changes', 'insights', 'relationships', 'playbooks', 'checks'] as const
export type ConfigPanel = (typeof configPanels)[number]

const configPage = new RegExp(
  `^/catalog/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?<panel>/(?:${configPanels.join('|')}))?$`
)

/**
 * All config items share one page of the console, represented by this path, and its tabs by the paths below it.
 */
export const ANY_CONFIG = paths.config('00000000-0000-0000-0000-000000000000')

const componentPage = /^(?<isPublic>\/view)?\/topology\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** All components share one page, and so do their public cards. */
export const ANY_COMPONENT = paths.component('00000000-0000-0000-0000-000000000000')
export const ANY_COMPONENT_CARD = `/view${ANY_COMPONENT}`

const incidentPage = /^\/incidents\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?<report>\/report)?$/

/** All incidents share one page, and so do their reports. */
export const ANY_INCIDENT = paths.incident('00000000-0000-0000-0000-000000000000')
export const ANY_INCIDENT_REPORT = `${ANY_INCIDENT}/report`

const runPage = /^\/playbooks\/runs\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** All playbook runs share one page. */
export const ANY_RUN = paths.run('00000000-0000-0000-0000-000000000000')

/**
 * The page of the console at a path. All resources of a kind share one page, such as config items, components and rows
 * of lists.
 */
export function pageAt(path: string): string {
  if (isIntegrationPage(path)) return integrationPaths.any
  const found = configPage.exec(path)
  if (found) return `${ANY_CONFIG}${found.groups?.['panel'] ?? ''}`
  const component = componentPage.exec(path)
  if (component) return component.groups?.['isPublic'] === undefined ? ANY_COMPONENT : ANY_COMPONENT_CARD
  const incident = incidentPage.exec(path)
  if (incident) return incident.groups?.['report'] === undefined ? ANY_INCIDENT : ANY_INCIDENT_REPORT
  if (runPage.test(path)) return ANY_RUN
  return itemPageAt(path) ?? path
}

/** Whether there is a page at an address inside the console. Links without a page are rendered as text. */
export const hasPage = (address: string): boolean => {
  const path = address.replace(/[?#].*/, '')
  return (
    pages.has(path) ||
    isSignInPage(path) ||
    configPage.test(path) ||
    isIntegrationPage(path) ||
    componentPage.test(path) ||
    incidentPage.test(path) ||
    runPage.test(path) ||
    itemPageAt(path) !== undefined
  )
}

/** Pages that require no sign-in and change nothing. */
export const isPublicPath = (path: string) => path.startsWith('/view/')

/** The public page for a page of the console, if there is one. */
export const toPublicPath = (path: string) => (/^\/(?:health(?=[/?]|$)|topology\/)/.test(path) ? `/view${path}` : path)

/** The path of the page of a resource; undefined for kinds without a page. */
export function resourcePath(kind: string, id: string): string | undefined {
  const path = addressOf(kind, id)
  return path !== undefined && hasPage(path) ? path : undefined
}

function addressOf(kind: string, id: string): string | undefined {
  switch (kind) {
    case 'check':
      return paths.check(id)
    case 'component':
      return paths.component(id)
    case 'config':
      return paths.config(id)
    case 'lines':
      return addressOfLines(id)
    case 'change':
      return paths.change(id)
    case 'incident':
      return paths.incident(id)
    case 'insight':
      return paths.insight(id)
    case 'run':
      return paths.run(id)
    default:
      return isResourceKind(kind) ? resourceRowPath(kind, id) : undefined
  }
}

/** The page of the item with the lines selected. YAML is the default format. */
function addressOfLines(id: string): string | undefined {
  const lines = readLinesId(id)
  if (!lines) return undefined
  const format = lines.format === 'yaml' ? '' : `format=${lines.format}&`
  return `${paths.config(lines.configId)}?${format}lines=${formatLineRange(lines.range)}`
}

/** The parent page by path: `/a/b` for `/a/b?c=d`, `/a` for `/a/b`. */
export function parentPath(path: string): string | undefined {
  const [pathname = '', search] = path.split('?')
  if (search) return pathname
  const parent = pathname.replace(/\/[^/]+\/?$/, '')
  return parent === '' || parent === pathname ? undefined : parent
}

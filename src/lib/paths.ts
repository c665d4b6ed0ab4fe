import { formatRange, readLinesId } from './document-lines'
import { integrationPaths, isIntegrationPage } from './integration-pages'
import { isResourceKind, itemPageAt, pathOfRow, resourcePages } from './resource-pages'

/** Every address inside the console is written here, once; those of lists of resources in `resource-pages.ts`. */
export const paths = {
  home: '/',
  health: '/health',
  publicHealth: '/view/health',
  /** A check's detail beside the list; its figures cover the last hour. */
  check: (id: string) => `/health?checkId=${encodeURIComponent(id)}&timeRange=1h`,
  /** The dashboard. */
  topology: '/topology',
  component: (id: string) => `/topology/${encodeURIComponent(id)}`,
  /** What wants a person, in one line. */
  triage: '/triage',
  incidents: '/incidents',
  incident: (id: string) => `/incidents/${encodeURIComponent(id)}`,
  /** An incident to be printed. */
  incidentReport: (id: string) => `/incidents/${encodeURIComponent(id)}/report`,
  /** The page of a canary, and on it one of its checks. */
  canary: (id: string, check?: { type: string; name: string }) =>
    `/settings/canaries/${encodeURIComponent(id)}${check ? `?part=${encodeURIComponent(`${check.type}:${check.name}`)}` : ''}`,
  integrations: integrationPaths.list,
  runs: '/playbooks/runs',
  run: (id: string) => `/playbooks/runs/${encodeURIComponent(id)}`,
  runsOf: (playbookId: string) => `/playbooks/runs?playbook=${encodeURIComponent(playbookId)}`,
  catalog: '/catalog',
  insights: '/catalog/insights',
  /** One insight beside the list; of one item, where that is given. */
  insight: (id: string, configId?: string) =>
    `/catalog/insights?insightId=${encodeURIComponent(id)}${configId === undefined ? '' : `&config=${encodeURIComponent(configId)}`}`,
  catalogSummary: '/catalog/summary',
  changes: '/catalog/changes',
  logs: '/logs',
  /** Between two moments, where they are given; otherwise of the last hour. */
  logsOf: (componentId: string, between?: { from: Date; to: Date }) =>
    `/logs?topologyId=${encodeURIComponent(componentId)}${
      between
        ? `&rangeType=absolute&display=Custom&from=${between.from.toISOString()}&to=${between.to.toISOString()}`
        : ''
    }`,
  /** What happened before something failed. */
  timelines: '/timeline',
  timeline: (kind: string, id: string) => `/timeline?of=${kind}:${encodeURIComponent(id)}`,
  change: (id: string) => `/catalog/changes?change=${encodeURIComponent(id)}`,
  scraper: (id: string) => `/catalog/scrapers/${encodeURIComponent(id)}`,
  config: (id: string) => `/catalog/${encodeURIComponent(id)}`,
  /** A file, not a page: opened in a tab of its own. */
  kubeconfig: '/api/kubeconfig',
  login: '/login',
  registration: '/registration',
  recovery: '/recovery',
  verification: '/verification',
  profile: '/profile-settings',
  /** What went wrong while signing in, or with a session. */
  error: '/error',
  /** Finds out why a call was refused, and redirects accordingly. */
  stateChecker: '/auth-state-checker',
  /** Where somebody arrives who chose another organisation. */
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

/** Pages of the identity service outside the shell, on which nobody is signed in yet, or not far enough. */
export const isSignInPage = (path: string) => signInPages.has(path.replace(/\/+$/, '').toLowerCase())

/** What shows the checks. */
export const leadsToHealth: ReadonlySet<string> = new Set([paths.health, paths.publicHealth])
/** What shows the topology. */
export const leadsToTopology: ReadonlySet<string> = new Set([paths.home, paths.topology])

const pages: ReadonlySet<string> = new Set([
  ...leadsToHealth,
  ...leadsToTopology,
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

/** The pages below a config item, each a tab of it. */
export const configPanels = ['changes', 'insights', 'relationships', 'playbooks', 'checks'] as const
export type ConfigPanel = (typeof configPanels)[number]

const configPage = new RegExp(
  `^/catalog/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?<panel>/(?:${configPanels.join('|')}))?$`
)

/** The pages of all config items are one page of the console: this path stands for them, and those below it for its tabs. */
export const ANY_CONFIG = paths.config('00000000-0000-0000-0000-000000000000')

const componentPage = /^(?<isPublic>\/view)?\/topology\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The pages of all components are one page, and so are their public cards. */
export const ANY_COMPONENT = paths.component('00000000-0000-0000-0000-000000000000')
export const ANY_COMPONENT_CARD = `/view${ANY_COMPONENT}`

const incidentPage = /^\/incidents\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?<report>\/report)?$/

/** The pages of all incidents are one page, and so are their reports. */
export const ANY_INCIDENT = paths.incident('00000000-0000-0000-0000-000000000000')
export const ANY_INCIDENT_REPORT = `${ANY_INCIDENT}/report`

const runPage = /^\/playbooks\/runs\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The pages of all runs of playbooks are one page. */
export const ANY_RUN = paths.run('00000000-0000-0000-0000-000000000000')

/** The page of the console at a path: of all things of a kind the same, as of config items, components and rows of lists. */
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

/** Whether there is a page at an address inside the console. Nothing leads where there is none: what would is text. */
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

/** Pages that need no sign-in and change nothing. */
export const isPublic = (path: string) => path.startsWith('/view/')

/** The public page for one of the console, where there is one. */
export const publicOf = (path: string) => (/^\/(?:health(?=[/?]|$)|topology\/)/.test(path) ? `/view${path}` : path)

/** Where a thing of some kind is shown by itself; undefined for what has no page in the console. */
export function pathOf(kind: string, id: string): string | undefined {
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
      return isResourceKind(kind) ? pathOfRow(kind, id) : undefined
  }
}

/** The item with these lines of its document selected. YAML is what it is shown as unless an address says otherwise. */
function addressOfLines(id: string): string | undefined {
  const lines = readLinesId(id)
  if (!lines) return undefined
  const format = lines.format === 'yaml' ? '' : `format=${lines.format}&`
  return `${paths.config(lines.configId)}?${format}lines=${formatRange(lines.range)}`
}

/** The parent page by path: `/a/b` of `/a/b?c=d`, `/a` of `/a/b`. */
export function parentOf(path: string): string | undefined {
  const [pathname = '', search] = path.split('?')
  if (search) return pathname
  const parent = pathname.replace(/\/[^/]+\/?$/, '')
  return parent === '' || parent === pathname ? undefined : parent
}

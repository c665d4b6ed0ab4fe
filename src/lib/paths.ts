import { isResourceKind, pathOfRow, resourcePages } from './resource-pages'

/** Every address inside the console is written here, once; those of lists of resources in `resource-pages.ts`. */
export const paths = {
  home: '/',
  health: '/health',
  publicHealth: '/view/health',
  /** A check's detail beside the list; its figures cover the last hour. */
  check: (id: string) => `/health?checkId=${encodeURIComponent(id)}&timeRange=1h`,
  component: (id: string) => `/topology/${encodeURIComponent(id)}`,
  incident: (id: string) => `/incidents/${encodeURIComponent(id)}`,
  canary: (id: string) => `/settings/canaries/${encodeURIComponent(id)}`,
  run: (id: string) => `/playbooks/runs/${encodeURIComponent(id)}`,
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
  paths.profile,
  paths.error,
  paths.stateChecker,
])

/** Pages that the identity service asks for. They stand outside the shell. */
export const isSignInPage = (path: string) => signInPages.has(path.replace(/\/+$/, '').toLowerCase())

/** What shows the checks; home does until it has a page of its own. */
export const leadsToHealth: ReadonlySet<string> = new Set([paths.home, paths.health, paths.publicHealth])

const pages: ReadonlySet<string> = new Set([...leadsToHealth, ...Object.values(resourcePages).map(({ path }) => path)])

/** Whether there is a page at an address inside the console. Nothing leads where there is none: what would is text. */
export const hasPage = (address: string): boolean => {
  const path = address.replace(/[?#].*/, '')
  return pages.has(path) || isSignInPage(path)
}

/** Pages that need no sign-in and change nothing. */
export const isPublic = (path: string) => path.startsWith('/view/')

/** The public page for one of the console, where there is one. */
export const publicOf = (path: string) => (/^\/health(?=[/?]|$)/.test(path) ? `/view${path}` : path)

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
    case 'incident':
      return paths.incident(id)
    case 'run':
      return paths.run(id)
    default:
      return isResourceKind(kind) ? pathOfRow(kind, id) : undefined
  }
}

/** The parent page by path: `/a/b` of `/a/b?c=d`, `/a` of `/a/b`. */
export function parentOf(path: string): string | undefined {
  const [pathname = '', search] = path.split('?')
  if (search) return pathname
  const parent = pathname.replace(/\/[^/]+\/?$/, '')
  return parent === '' || parent === pathname ? undefined : parent
}

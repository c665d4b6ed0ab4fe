import type { Logger } from 'pino'
import { type Backend, probeBackend } from '../http/backend-probe'
import type { ConsoleConfig } from '../http/console-config'
import { createGateway } from '../http/gateway'
import { limitToHealth } from '../http/health-only'
import { createKnownBackend, type KnownBackend } from '../http/known-backend'
import { type Access, guardLater, type RequestHandler, toRequestHandler } from '../http/serve'
import { isLoopback } from '../platform/outside/networks'
import { UsageError } from '../platform/usage'
import { createShell } from './app'
import { describeOpenBackend, type Settings } from './settings'

type Options = {
  settings: Settings & { backendUrl: URL }
  log: Logger
  /** The configuration of the console for the known backend, if any. */
  describe: (backend: Backend | undefined) => ConsoleConfig
  /** Called when the backend answers for the first time after the start, and when its sign-in changes. */
  onChange: (backend: Backend) => void
}

export type Gateway = {
  api: RequestHandler
  /** Guards the pages, which are served for any backend. */
  guardPages: (pages: RequestHandler) => RequestHandler
  readConfig: () => ConsoleConfig
  backend: KnownBackend
}

/**
 * Serves the API of another backend.
 * @throws {UsageError} if that would open a backend without sign-in to other machines.
 */
export async function openGateway({ settings, log, describe, onChange }: Options): Promise<Gateway> {
  const { backendUrl, backendSignIn, hosted, host } = settings
  let hasStarted = false
  const backend = createKnownBackend({
    probe: () => probeBackend(backendUrl),
    // Clerk's tokens are checked by the backend, like the sessions of Kratos.
    given: hosted ? 'kratos' : backendSignIn,
    onChange: (found) => hasStarted && onChange(found),
  })
  const found = await backend.current()
  hasStarted = true
  if (found && accessTo(settings, found) === 'closed') throw new UsageError(describeOpenBackend(host))
  const readConfig = () => describe(backend.known())
  const shell = createShell({
    // A page asks when the sign-in that it was served with does not work.
    readConfig: async () => {
      await backend.current()
      backend.refresh()
      return readConfig()
    },
    log,
    chartFiles: settings.chartFiles,
  })
  const access = async (): Promise<Access> => {
    const now = accessTo(settings, await backend.current())
    return now === 'closed' ? { refused: describeOpenBackend(host) } : now
  }
  const gateway = createGateway(backendUrl, toRequestHandler(shell.fetch), log, backend.known)
  const healthGateway = limitToHealth(gateway)
  const api: RequestHandler = (request, response) =>
    (readConfig().only === 'health' ? healthGateway : gateway)(request, response)
  return {
    api: guardLater(access, api),
    guardPages: (pages) =>
      guardLater(access, (request, response) => {
        if (isNavigation(request.headers)) backend.refresh()
        pages(request, response)
      }),
    readConfig,
    backend,
  }
}

const isNavigation = ({ accept = '' }: { accept?: string | undefined }) => accept.includes('text/html')

/** Who may send requests. A backend with sign-in identifies its users itself. */
function accessTo(
  { host, password, isOpen }: Pick<Settings, 'host' | 'password' | 'isOpen'>,
  backend: Backend | undefined
): Access | 'closed' {
  if (backend?.signIn !== 'none') return 'sign-in'
  if (password !== undefined) return { password }
  if (isOpen) return 'sign-in'
  return isLoopback(host) ? 'loopback' : 'closed'
}

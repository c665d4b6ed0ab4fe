import { fileURLToPath } from 'node:url'
import { relative } from 'node:path'
import { writeSeed } from './data/db/seed'
import { createPageHandler } from './http/pages'
import { fillDataFolder, fillHelp, parseFillSettings } from './sample/fill'
import type { RequestHandler } from './http/serve'
import { commandHelp, parseSettings, type Settings } from './start/settings'
import { describeBackend, type RunningServer, start } from './start/start'
import { createProgress, type Terminal, terminal } from './start/terminal'
import { UsageError } from './platform/usage'

export { writeSeed }

/** The output folder of the build: `console/`, `server/` and the database seed. */
export type BuildFolder = { dist: URL }

export const builtFiles = ({ dist }: BuildFolder) => ({
  workerUrl: new URL('server/pglite-worker.js', dist),
  workers: {
    expressions: new URL('server/expression-worker.js', dist),
    documents: new URL('server/document-worker.js', dist),
  },
  seed: fileURLToPath(new URL('seed.tar.gz', dist)),
})

/**
 * The main program: parses the command line, starts, prints the address, stops on Ctrl+C. Sets the exit code: 0 after a
 * clean stop, 2 for an error that the user can fix, 1 otherwise.
 */
export async function main(argv: readonly string[], built: BuildFolder): Promise<void> {
  await withUsageErrors(async () => {
    const settings = parseSettings(argv, process.env)
    if (settings === 'help') return terminal.print(commandHelp)
    const running = await start({
      settings,
      terminal,
      files: builtFiles(built),
      pages: (readConfig) => createPageHandler(fileURLToPath(new URL('console', built.dist)), readConfig),
    })
    printAddress(settings, running, terminal)
    stopOnSignal(running, terminal)
  })
}

/** Fills a data folder with a generated installation; same exit codes as `main`. */
export async function fillMain(argv: readonly string[], built: BuildFolder): Promise<void> {
  await withUsageErrors(async () => {
    const settings = parseFillSettings(argv, process.env)
    if (settings === 'help') return terminal.print(fillHelp)
    await fillDataFolder(settings, builtFiles(built), { say: terminal.print, progress: createProgress(process.stdout) })
  })
}

/** Prints usage errors, which the user can fix. */
async function withUsageErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    terminal.printError(error.message)
    process.exitCode = 2
  }
}

/** Prints the start-up summary, the only output in a normal run. */
export function printAddress(settings: Settings, running: RunningServer, { print }: Terminal): void {
  const { url, signInUrl } = running
  const access = accessTo(settings, running)
  const data = settings.backendUrl
    ? `at ${settings.backendUrl.origin}${describeProbe(running)}`
    : settings.databaseUrl
      ? `the database at ${settings.databaseUrl.host}`
      : `${relative('', settings.dataFolder) || '.'} (delete it to start from scratch)`
  print(`
  Mission Control Console

  Open    ${url}
  Access  ${access}
  Data    ${data}${settings.noChecks ? '\n  Runs    nothing automatically, because of --no-checks' : ''}
  Stop    Ctrl+C
`)
  if (signInUrl === undefined) return
  const [, code] = signInUrl.split('#code=')
  print(`  First, open this link to sign in as the administrator and choose a password. It works once, within a day.
  If the page asks for a code, enter ${code}.

    ${signInUrl}
`)
}

function accessTo({ hosted, accounts, password, backendUrl, isOpen }: Settings, { backend }: RunningServer): string {
  if (hosted) return `all users sign in at ${hosted.host}`
  if (accounts) return 'all users sign in with an account'
  if (backend && 'silence' in backend) return 'unknown until the backend answers'
  if (backend && backend.signIn !== 'none') return 'all users sign in at the backend'
  if (password !== undefined) return 'the browser asks for CONSOLE_PASSWORD (any user name)'
  if (isOpen) return 'no sign-in, and open to other machines because of --insecure'
  return `no sign-in: all users of this machine ${backendUrl ? 'can use the backend' : 'act as the administrator'}`
}

/** The kind of the backend, and how it was recognised. */
function describeProbe({ backend }: RunningServer): string {
  if (!backend) return ''
  return `\n  Backend ${'silence' in backend ? backend.silence : describeBackend(backend)}`
}

function stopOnSignal(running: RunningServer, { print }: Terminal): void {
  let isStopping = false
  const stop = (signal: NodeJS.Signals) => {
    // A second Ctrl+C stops immediately.
    if (isStopping) process.exit(signal === 'SIGINT' ? 130 : 143)
    isStopping = true
    print('Stopping …')
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        terminal.printError(String(error))
        process.exit(1)
      }
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', stop)
}

/** Same as `main` in development: Vite serves the pages, which request their configuration, and the caller restarts. */
export async function develop(
  argv: readonly string[],
  built: BuildFolder,
  vite: RequestHandler
): Promise<RunningServer | undefined> {
  const settings = parseSettings(argv, process.env)
  if (settings === 'help') {
    terminal.print(commandHelp)
    return undefined
  }
  const running = await start({ settings, terminal, files: builtFiles(built), pages: () => vite, strictPages: false })
  printAddress(settings, running, terminal)
  return running
}

import { hostname } from 'node:os'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import type { Db } from '../data/db/db'
import type { BuiltFiles } from '../data/db/open'
import { createRelational } from '../data/postgrest/relational'
import { loadSchemaCache } from '../data/postgrest/schema-cache'
import { type LocalProperties, readPropertiesFile } from '../data/properties'
import { createVault, sealStored } from '../data/secrets/vault'
import type { ConsoleConfig } from '../http/console-config'
import type { Backend } from '../http/backend-probe'
import { limitToHealth } from '../http/health-only'
import { type Access, closeServer, type RequestHandler, startServer, toRequestHandler } from '../http/serve'
import { ensureAdministrator, readCaller } from '../identity/access/people'
import { type Accounts, openAccounts } from '../identity/open-accounts'
import { openHostedAccounts } from '../identity/open-hosted-accounts'
import type { ServerKeys } from '../identity/keys'
import { hostedSources } from '../identity/hosted/policy'
import { startAll } from '../platform/jobs/engine'
import { type FolderPolicy, setFolderPolicy } from '../platform/outside/folders'
import { setUserAgent } from '../platform/outside/request-headers'
import { createTargetPolicy, setTargetPolicy } from '../platform/outside/targets'
import { isShared, isUsedByOthers, readSiteUrl, type Settings } from './settings'
import { createApp } from './app'
import { createEngines, now } from './engines'
import { type Gateway, openGateway } from './open-gateway'
import { fillWithSample, openStorage } from './storage'
import type { Terminal } from './terminal'
import { version } from '../../package.json'

type StartOptions = {
  settings: Settings
  terminal: Terminal
  files: BuiltFiles & {
    /** The worker threads that evaluate expressions and parse documents. */
    workers: { expressions: URL; documents: URL }
  }
  /** The handler of all paths outside the API: the built console with its configuration, or Vite in development. */
  pages: (readConfig: () => ConsoleConfig) => RequestHandler
  strictPages?: boolean
}

export type RunningServer = {
  url: string
  /** One-time sign-in address of the administrator; set when no administrator can sign in, or after --reset-admin. */
  signInUrl?: string
  /** The known backend behind the gateway, or the reason why it is unknown. */
  backend?: Backend | { silence: string }
  stop(): Promise<void>
}

/**
 * Opens everything and serves it.
 * @throws {UsageError} for errors that the user can fix; everything is closed again.
 */
export async function start(options: StartOptions): Promise<RunningServer> {
  const { host, port: wanted, hosted } = options.settings
  /** The close functions of everything opened, in order; called in reverse order. */
  const opened: (() => Promise<void>)[] = []
  const undo = async () => {
    for (const close of opened.splice(0).toReversed()) await close()
  }
  try {
    let signInPath: string | undefined
    let gateway: Gateway | undefined
    const { server, port } = await startServer(
      {
        host,
        port: wanted,
        access: describeAccess(options.settings),
        strictPages: options.strictPages ?? true,
        ...(hosted && { sources: hostedSources(hosted) }),
      },
      async () => {
        const { settings, terminal, pages } = options
        const log = pino({ level: process.env['LOG_LEVEL'] ?? 'warn' }, pino.destination(2))
        const { backendUrl } = settings
        if (backendUrl) {
          gateway = await openGateway({
            settings: { ...settings, backendUrl },
            log,
            describe: (backend) => describeConsole(settings, backend),
            onChange: (backend) => terminal.print(`The backend answers: ${describeBackend(backend)}.`),
          })
          return { api: gateway.api, pages: gateway.guardPages(pages(gateway.readConfig)) }
        }
        const config = describeConsole(settings)
        const opening = await openApi(options, config, log, opened)
        signInPath = opening.signInPath
        const { api } = opening
        return { api: settings.healthOnly ? limitToHealth(api) : api, pages: pages(() => config) }
      }
    )
    const stop = async () => {
      await closeServer(server)
      await undo()
    }
    const url = readSiteUrl({ ...options.settings, port })
    const backend = gateway?.backend
    return {
      url,
      ...(signInPath !== undefined && { signInUrl: url + signInPath }),
      ...(backend && { backend: backend.known() ?? { silence: backend.silence() } }),
      stop,
    }
  } catch (error) {
    await undo()
    throw error
  }
}

type Api = { api: RequestHandler } & Pick<Accounts, 'signInPath'>

async function openApi(
  { settings, terminal, files }: StartOptions,
  config: ConsoleConfig,
  log: Logger,
  opened: (() => Promise<void>)[]
): Promise<Api> {
  const localProperties: LocalProperties = settings.propertiesFile
    ? await readPropertiesFile(settings.propertiesFile)
    : new Map()
  const storage = await openStorage({ settings, terminal, files, log }, opened)
  const { db, keys } = storage
  const accounts = await openSignIn(settings, { db, log, keys })
  const hasSample = await fillWithSample(db, settings, terminal)
  const sampleFolder = hasSample ? join(storage.dataFolder, 'sample') : undefined
  // The sample's services run on this machine, so it must remain reachable for checks.
  setTargetPolicy(createTargetPolicy(settings, isShared(settings) && !hasSample))
  if (settings.userAgent !== undefined) setUserAgent(settings.userAgent)
  setFolderPolicy(describeFolders(settings, sampleFolder === undefined ? [] : [sampleFolder]))
  // Sealed before anything reads them and before requests are served.
  await sealStored({ db, box: keys, log })

  const vault = createVault(keys)
  const { workers } = files
  const engines = createEngines(
    { settings, log, storage, accounts, vault, localProperties, sampleFolder, workers },
    opened
  )
  opened.push(await startAll(engines))
  const { callerOf, signIn, signInPath } = accounts
  const backend = {
    db,
    hostname: hostname(),
    dataFolder: storage.dataFolder,
    callerOf,
    ...(signIn && { signIn }),
    localProperties,
    relational: createRelational({ cache: await loadSchemaCache(db), now, vault }),
    engines,
  }
  return {
    api: toRequestHandler(createApp({ config, log, chartFiles: settings.chartFiles }, backend).fetch),
    ...(signInPath !== undefined && { signInPath }),
  }
}

/** @param always folders that are always allowed. */
const describeFolders = (settings: Settings, always: readonly string[]): FolderPolicy =>
  settings.allowFolders || isUsedByOthers(settings) ? { allow: [...(settings.allowFolders ?? []), ...always] } : {}

type SignInParts = { db: Db; log: Logger; keys: ServerKeys }

/** Opens the way in which users sign in. */
function openSignIn({ accounts, hosted }: Settings, { db, log, keys }: SignInParts): Promise<Accounts> | Accounts {
  if (hosted) return openHostedAccounts({ db, log, settings: hosted })
  if (accounts) return openAccounts({ db, log, keys, settings: accounts })
  return withoutAccounts(db)
}

/** Without sign-in every caller acts as the administrator. */
async function withoutAccounts(db: Db): Promise<Accounts> {
  const { id } = await ensureAdministrator(db)
  return { name: 'no sign-in', callerOf: () => readCaller(db, id) }
}

/** The configuration of the console for these settings. @param backend the known one behind the gateway */
const describeConsole = (settings: Settings, backend?: Backend): ConsoleConfig => ({
  version,
  backend: settings.backendUrl ? 'gateway' : 'embedded',
  signIn: describeSignIn(settings, backend),
  ...(settings.hosted && {
    hosted: { publishableKey: settings.hosted.publishableKey, backends: settings.hosted.backends },
  }),
  // canary-checker has nothing but checks.
  ...((settings.healthOnly || backend?.product === 'canary-checker') && { only: 'health' }),
  ...(settings.noChecks && { noChecks: true }),
})

function describeSignIn(
  { backendUrl, backendSignIn, accounts, hosted, password }: Settings,
  backend: Backend | undefined
): ConsoleConfig['signIn'] {
  if (hosted) return 'hosted'
  const ofBackend = backendUrl && (backend?.signIn ?? backendSignIn ?? 'kratos')
  if (ofBackend === 'kratos' || accounts) return 'kratos'
  if (ofBackend === 'basic') return 'password'
  return password === undefined ? 'none' : 'basic'
}

const products = { 'mission-control': 'Mission Control', 'canary-checker': 'canary-checker' } as const
const signIns = {
  kratos: 'users sign in with an account (Kratos)',
  basic: 'users sign in with a password of the backend (basic)',
  none: 'no sign-in',
} as const

/** For example `Mission Control, users sign in with an account (Kratos), because its identity service answers`. */
export const describeBackend = ({ product, signIn, reason }: Backend): string =>
  `${products[product]}, ${signIns[signIn]}, because ${reason}`

/** Who may send requests. The gateway decides by the sign-in of its backend. */
const describeAccess = ({ backendUrl, password, accounts, hosted }: Settings): Access =>
  backendUrl || accounts?.publicUrl || hosted?.publicUrl
    ? 'sign-in'
    : password === undefined
      ? 'loopback'
      : { password }

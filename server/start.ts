import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { type Logger, pino } from 'pino'
import { createArtifactEngine } from './platform/artifacts/engine'
import { createArtifactStore } from './platform/artifacts/store'
import { ensureAdministrator, readCaller } from './identity/access/people'
import { grantReaderRole } from './identity/access/reader'
import { type Accounts, openAccounts } from './accounts'
import { type ConsoleConfig, createApp, createShell } from './app'
import { createCatalogEngine } from './catalog/engine'
import { createConnectionReader } from './platform/connections/connection-reader'
import { connectionRoutes } from './platform/connections/routes'
import { claimFolder } from './data-folder'
import type { Db } from './data/db/db'
import { createLocalLocks, createSessionLocks } from './data/db/locks'
import { migrate, runOnce, isMilestoneReached } from './data/db/migrate'
import { type BuiltFiles, openEmbedded, openExternal } from './data/db/open'
import { createLeaderEngine } from './leader'
import { routesOnly, type Engine, startAll } from './engine'
import { createEvaluator } from './platform/expression/evaluator'
import { createHealthEngine } from './health/engine'
import { hostedSources } from './identity/hosted/policy'
import { openHostedAccounts } from './hosted-accounts'
import { createGateway } from './http/gateway'
import { limitToHealth } from './http/health-only'
import { closeServer, type RequestHandler, toRequestHandler, startServer } from './http/serve'
import { KeyFileError, type ServerKeys, loadKeys } from './identity/keys'
import { createIncidentEngine } from './incidents/engine'
import { createEventQueue } from './platform/jobs/event-queue'
import { createJobEngine } from './platform/jobs/jobs'
import { createLogEngine } from './logs/engine'
import { silenceRoutes } from './notifications/routes'
import { createPlaybookRunner } from './playbooks/runner'
import { createPlaybookEvents } from './playbooks/triggers/events'
import { createPlaybookSchedules } from './playbooks/triggers/schedules'
import { type LocalProperties, readPropertiesFile } from './properties'
import { findProgram } from './platform/outside/run-program'
import { type FolderPolicy, setFolderPolicy } from './platform/outside/folders'
import { createTargetPolicy, setTargetPolicy } from './platform/outside/targets'
import { createRelational } from './data/postgrest/relational'
import { loadSchemaCache } from './data/postgrest/schema-cache'
import { createSampleArtifactsEngine } from './sample/artifacts'
import { loadSample } from './sample/load'
import { createSampleEngine } from './sample/services'
import { matchDatabaseKeys } from './data/secrets/own-keys'
import { createVault, sealStored } from './data/secrets/vault'
import { isShared, isUsedByOthers, type Settings, UsageError } from './settings'
import { withProgress, type Terminal } from './terminal'
import { createTopologyEngine } from './topology/engine'
import { version } from '../package.json'

type StartOptions = {
  settings: Settings
  terminal: Terminal
  files: BuiltFiles & {
    /** The worker thread that evaluates expressions. */
    expressionsUrl: URL
  }
  /** The handler of all paths outside the API: the built console with its configuration, or Vite in development. */
  pages: (config: ConsoleConfig) => RequestHandler
  strictPages?: boolean
}

export type RunningServer = {
  url: string
  /** One-time sign-in address of the administrator; set when no administrator can sign in, or after --reset-admin. */
  signInUrl?: string
  stop(): Promise<void>
}

/** Close functions of everything opened, in order; called in reverse order. */
type Opened = (() => Promise<void>)[]

/**
 * Opens everything and serves it.
 * @throws {UsageError} for errors that the user can fix; everything is closed again.
 */
export async function start(options: StartOptions): Promise<RunningServer> {
  const { host, port: wanted, accounts, hosted } = options.settings
  const opened: Opened = []
  const undo = async () => {
    for (const close of opened.splice(0).toReversed()) await close()
  }
  try {
    let signInPath: string | undefined
    const { server, port } = await startServer(
      {
        host,
        port: wanted,
        access: accessOf(options.settings),
        strictPages: options.strictPages ?? true,
        ...(hosted && { sources: hostedSources(hosted) }),
      },
      async () => {
        const config = configOf(options.settings)
        const opening = await openApi(options, config, opened)
        signInPath = opening.signInPath
        const { api } = opening
        return { api: options.settings.healthOnly ? limitToHealth(api) : api, pages: options.pages(config) }
      }
    )
    const stop = async () => {
      await closeServer(server)
      await undo()
    }
    const url = (accounts ?? hosted)?.publicUrl?.origin ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
    return { url, ...(signInPath !== undefined && { signInUrl: url + signInPath }), stop }
  } catch (error) {
    await undo()
    throw error
  }
}

const accessOf = ({ backendUrl, password, accounts, hosted }: Settings) =>
  backendUrl || accounts?.publicUrl || hosted?.publicUrl
    ? 'sign-in'
    : password === undefined
      ? 'loopback'
      : { password }

const now = () => new Date()

/** The name of the key file in the data folder. */
const KEY_FILE = 'identity-keys.json'

type Api = { api: RequestHandler } & Pick<Accounts, 'signInPath'>

async function openApi(
  { settings, terminal, files }: StartOptions,
  config: ConsoleConfig,
  opened: Opened
): Promise<Api> {
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'warn' }, pino.destination(2))
  const charts = { chartFiles: settings.chartFiles }
  if (settings.backendUrl) {
    return {
      api: createGateway(settings.backendUrl, toRequestHandler(createShell({ config, log, ...charts }).fetch), log),
    }
  }

  const localProperties: LocalProperties = settings.propertiesFile
    ? await readPropertiesFile(settings.propertiesFile)
    : new Map()
  const dataFolder = resolve(settings.dataFolder)
  opened.push(await claimFolder(dataFolder))
  const db = await withProgress(terminal, 'Opening the database', () =>
    settings.databaseUrl ? openExternal(settings.databaseUrl) : openEmbedded(dataFolder, files)
  )
  opened.push(() => db.close())
  await withProgress(terminal, 'Migrating the database', () => migrate(db))
  const missing = await grantReaderRole(db)
  if (missing !== undefined) log.warn({ missing }, 'rls.enable cannot be used with this database (docs/access.md)')
  const keys = await openKeys(settings, join(dataFolder, KEY_FILE), db)
  const accounts = await openSignIn(settings, { db, log, keys })
  if (!settings.empty) {
    const canPing = (await findProgram('ping')) !== undefined
    await withProgress(terminal, 'Loading the sample organisation', () =>
      runOnce(db, 'sample', (tx) => loadSample(tx, { canPing }))
    )
  }
  const hasSample = await isMilestoneReached(db, 'sample')
  const sampleFolder = join(dataFolder, 'sample')
  // The sample's services run on this machine, so it must remain reachable for checks.
  setTargetPolicy(createTargetPolicy(settings, isShared(settings) && !hasSample))
  setFolderPolicy(folderPolicyOf(settings, hasSample ? [sampleFolder] : []))
  // Sealed before anything reads them and before requests are served.
  await sealStored({ db, box: keys, log })
  const vault = createVault(keys)

  const locks = settings.databaseUrl ? createSessionLocks(settings.databaseUrl.href) : createLocalLocks()
  opened.push(() => locks.close())
  const evaluator = createEvaluator({ workerUrl: files.expressionsUrl })
  opened.push(evaluator.stop)
  const artifacts = createArtifactStore(join(dataFolder, 'artifacts'), now)
  const parts = {
    db,
    log,
    locks,
    now,
    openConnection: createConnectionReader(db, vault),
    hostname: hostname(),
    allowExec: settings.allowExec,
    box: keys,
    artifacts,
    evaluate: evaluator.evaluate,
  }
  // Ordered by dependency; engines with schedules come last.
  const health = createHealthEngine(parts)
  const catalog = createCatalogEngine(parts)
  const logs = createLogEngine(parts)
  const topology = createTopologyEngine({ ...parts, logs })
  const artifactFiles = createArtifactEngine({ db, store: artifacts })
  const incidents = createIncidentEngine({ ...parts, readEvidenceHealth: topology.readComponentHealth })
  const playbooks = createPlaybookRunner(parts)
  const started = { ...parts, secrets: playbooks.secrets, wake: playbooks.wake }
  const running = [
    ...(hasSample ? [createSampleEngine(db, sampleFolder), createSampleArtifactsEngine(db, artifacts.put)] : []),
    playbooks,
    logs,
    { name: 'connections', routes: connectionRoutes(db, { vault }) },
    { name: 'notifications', routes: silenceRoutes(db) },
    createLeaderEngine(
      [
        health,
        catalog,
        topology,
        incidents,
        artifactFiles,
        createEventQueue({ ...parts, handlers: [createPlaybookEvents(started)] }),
        createPlaybookSchedules(started),
        createJobEngine([accounts, health, catalog, topology, incidents, artifactFiles], parts),
      ],
      parts
    ),
  ]
  const engines: readonly Engine[] = [accounts, ...(settings.noChecks ? running.map(routesOnly) : running)]
  opened.push(await startAll(engines))
  const { callerOf, signIn, signInPath } = accounts
  const backend = {
    db,
    hostname: hostname(),
    callerOf,
    ...(signIn && { signIn }),
    localProperties,
    relational: createRelational({ cache: await loadSchemaCache(db), now: parts.now, vault }),
    engines,
  }
  return {
    api: toRequestHandler(createApp({ config, log, ...charts }, backend).fetch),
    ...(signInPath !== undefined && { signInPath }),
  }
}

/** @throws {UsageError} for invalid keys, and for keys of another database. */
async function openKeys(settings: Settings, path: string, db: Db): Promise<ServerKeys> {
  const keys =
    settings.keys ??
    (await loadKeys(path).catch((error: unknown) => {
      throw error instanceof KeyFileError ? new UsageError(error.message) : error
    }))
  if (await matchDatabaseKeys(db, keys)) return keys
  const where = settings.keys ? 'in CONSOLE_KEYS' : `in ${path}`
  throw new UsageError(
    `The keys ${where} are not those that this database was written with: restore the right ones. If they are lost, see docs/security.md (Keys).`
  )
}

/** @param always folders that are always allowed. */
const folderPolicyOf = (settings: Settings, always: readonly string[]): FolderPolicy =>
  settings.allowFolders || isUsedByOthers(settings) ? { allow: [...(settings.allowFolders ?? []), ...always] } : {}

const configOf = (settings: Settings): ConsoleConfig => ({
  version,
  backend: settings.backendUrl ? 'gateway' : 'embedded',
  signIn: signInOf(settings),
  ...(settings.hosted && {
    hosted: { publishableKey: settings.hosted.publishableKey, backends: settings.hosted.backends },
  }),
  ...(settings.healthOnly && { only: 'health' }),
  ...(settings.noChecks && { noChecks: true }),
})

function signInOf({ backendUrl, accounts, hosted, password }: Settings): ConsoleConfig['signIn'] {
  if (hosted) return 'hosted'
  if (backendUrl || accounts) return 'kratos'
  return password === undefined ? 'none' : 'basic'
}

type SignInParts = { db: Db; log: Logger; keys: ServerKeys }

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

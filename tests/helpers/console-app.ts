import { pino } from 'pino'
import { type AppSettings, createApp, type EmbeddedBackend, listRoutes } from '../../server/start/app'
import { createArtifactEngine } from '../../server/platform/artifacts/engine'
import { createCatalogEngine } from '../../server/catalog/engine'
import { createConnectionReader } from '../../server/platform/connections/connection-reader'
import { mayReadRelation } from '../../server/identity/access/authorise'
import { connectionRoutes } from '../../server/platform/connections/routes'
import { permissionsSql } from '../../server/identity/access/rules'
import type { Db } from '../../server/data/db/db'
import { sql } from '../../server/data/db/sql'
import type { Engine } from '../../server/platform/jobs/engine'
import { createJobEngine } from '../../server/platform/jobs/jobs'
import { createHealthEngine } from '../../server/health/engine'
import type { Caller } from '../../server/http/route'
import { createLogEngine } from '../../server/logs/engine'
import { notificationRoutes } from '../../server/notifications/routes'
import { createPlaybookRunner } from '../../server/playbooks/runner'
import { createRelational } from '../../server/data/postgrest/relational'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import { createTopologyEngine } from '../../server/topology/engine'
import { testKeys, testVault } from './vault'
import { testArtifacts } from './artifacts'
import { evaluateHere } from './evaluate-here'
import { readDocumentsHere } from './read-documents-here'

const log = pino({ level: 'silent' })

const now = () => new Date()

type ConsoleParts = Partial<Omit<EmbeddedBackend, 'engines'>> & {
  engines?: readonly Engine[]
  bodyDeadlineMs?: number
}

/** A caller. The stored permissions are read from the database, as for every request. */
export type TestCaller = Omit<Caller, 'permissions'>

async function storedFor(db: Db, id: string): Promise<Caller['permissions']> {
  const [row] = await db.query<Pick<Caller, 'permissions'>>(
    sql`select ${permissionsSql(sql`${id}::uuid`)} as permissions`
  )
  return row?.permissions ?? []
}

/**
 * The server's routes over a database, for the caller set with `as`. @param parts engines that replace those with the
 * same name.
 */
export async function consoleApp(db: Db, { engines = [], bodyDeadlineMs, ...parts }: ConsoleParts = {}) {
  let caller: TestCaller | undefined
  const shared = {
    db,
    log,
    now,
    openConnection: createConnectionReader(db, testVault),
    allowExec: false,
    hostname: 'here',
    evaluate: evaluateHere,
    readDocuments: readDocumentsHere,
    box: testKeys,
    artifacts: testArtifacts,
  }
  const logs = createLogEngine(shared)
  const usual: Engine[] = [
    createHealthEngine(shared),
    createPlaybookRunner(shared),
    createArtifactEngine({ db, store: testArtifacts }),
    {
      name: 'connections',
      routes: connectionRoutes(db, { vault: testVault, readDocuments: readDocumentsHere }, mayReadRelation),
    },
    { name: 'notifications', routes: notificationRoutes(db, evaluateHere, 'https://console.example') },
    createCatalogEngine(shared),
    createTopologyEngine({ ...shared, logs }),
    logs,
    createJobEngine([], shared),
  ]
  const settings: AppSettings = {
    config: { version: '1.2.3', backend: 'embedded', signIn: 'kratos' },
    log,
    // No server listens there.
    chartFiles: new URL('http://127.0.0.1:1/'),
    ...(bodyDeadlineMs !== undefined && { bodyDeadlineMs }),
  }
  const backend: EmbeddedBackend = {
    db,
    hostname: 'here',
    callerOf: async () => caller && { ...caller, permissions: await storedFor(db, caller.id) },
    relational: createRelational({ cache: await loadSchemaCache(db), now, vault: testVault }),
    engines: [...engines, ...usual.filter(({ name }) => !engines.some((one) => one.name === name))],
    ...parts,
  }
  const app = createApp(settings, backend)
  const origin = 'http://console.test'
  return {
    app,
    /** The declared routes. */
    routes: listRoutes(settings, backend),
    /** Sets the caller of the following requests; undefined: signed out. */
    as: (next: TestCaller | undefined) => void (caller = next),
    send: (path: string, init?: RequestInit) => app.fetch(new Request(origin + path, init)),
    /** Sends a JSON body. */
    write: (method: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
      const text = JSON.stringify(body)
      const all = { 'Content-Type': 'application/json', 'Content-Length': String(text.length), ...headers }
      return app.fetch(new Request(origin + path, { method, body: text, headers: all }))
    },
  }
}

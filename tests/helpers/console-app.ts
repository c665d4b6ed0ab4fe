import { pino } from 'pino'
import { type AppSettings, createApp, type EmbeddedBackend, routesOf } from '../../server/app'
import { connectionRoutes } from '../../server/connections/routes'
import type { Db } from '../../server/db/db'
import { createHealthEngine } from '../../server/health/engine'
import { healthRoutes } from '../../server/health/routes'
import type { Caller, Route } from '../../server/http/route'
import { playbookRoutes } from '../../server/playbooks/routes'
import { createPlaybookRunner } from '../../server/playbooks/runner'
import { createRelational } from '../../server/postgrest/relational'
import { loadSchemaCache } from '../../server/postgrest/schema-cache'
import { testVault } from './vault'

const log = pino({ level: 'silent' })

const now = () => new Date()

type Parts = Partial<EmbeddedBackend> & {
  /** In the place of those that test connections as the server does. */
  connections?: readonly Route[]
}

/** The server's routes over a database, for whoever `as` said last. @param parts its routes come beside the others */
export async function consoleApp(db: Db, { routes = [], connections, ...parts }: Parts = {}) {
  let caller: Caller | undefined
  const engine = createHealthEngine({ db, log, now, allowExec: false, hostname: 'here' })
  const runner = createPlaybookRunner({ db, log, now, vault: testVault, allowExec: false })
  const settings: AppSettings = { config: { version: '1.2.3', backend: 'embedded', signIn: 'kratos' }, log }
  const backend: EmbeddedBackend = {
    db,
    hostname: 'here',
    callerOf: async () => caller,
    relational: createRelational({ cache: await loadSchemaCache(db), now, vault: testVault }),
    routes: [
      ...routes,
      ...healthRoutes(engine),
      ...playbookRoutes(runner, db),
      ...(connections ?? connectionRoutes(db, { vault: testVault })),
    ],
    ...parts,
  }
  const app = createApp(settings, backend)
  const origin = 'http://console.test'
  return {
    app,
    /** What there is, as it was declared. */
    routes: routesOf(settings, backend),
    /** From now on this person asks; undefined: nobody is signed in. */
    as: (next: Caller | undefined) => void (caller = next),
    send: (path: string, init?: RequestInit) => app.fetch(new Request(origin + path, init)),
    /** With a JSON body. */
    write: (method: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
      const text = JSON.stringify(body)
      const all = { 'Content-Type': 'application/json', 'Content-Length': String(text.length), ...headers }
      return app.fetch(new Request(origin + path, { method, body: text, headers: all }))
    },
  }
}

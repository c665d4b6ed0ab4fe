import { pino } from 'pino'
import type { Caller } from '../../server/access/people'
import { createApp, type EmbeddedBackend } from '../../server/app'
import { connectionRoutes } from '../../server/connections/routes'
import type { Db } from '../../server/db/db'
import { createHealthEngine } from '../../server/health/engine'
import { healthRoutes } from '../../server/health/routes'
import { playbookRoutes } from '../../server/playbooks/routes'
import { createPlaybookRunner } from '../../server/playbooks/runner'
import { createRelational } from '../../server/postgrest/relational'
import { loadSchemaCache } from '../../server/postgrest/schema-cache'
import { testVault } from './vault'

const log = pino({ level: 'silent' })

/** The server's routes over a database, for whoever `as` said last. */
export async function consoleApp(db: Db, parts: Partial<EmbeddedBackend> = {}) {
  let caller: Caller | undefined
  const engine = createHealthEngine({ db, log, now: () => new Date(), allowExec: false, hostname: 'here' })
  const app = createApp(
    { config: { version: '1.2.3', backend: 'embedded', signIn: 'kratos' }, log },
    {
      db,
      hostname: 'here',
      callerOf: async () => caller,
      relational: createRelational({ cache: await loadSchemaCache(db), now: () => new Date(), vault: testVault }),
      health: healthRoutes(engine),
      playbooks: playbookRoutes(
        createPlaybookRunner({ db, log, now: () => new Date(), vault: testVault, allowExec: false }),
        db
      ),
      connections: connectionRoutes(db, { vault: testVault }),
      ...parts,
    }
  )
  const origin = 'http://console.test'
  return {
    app,
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

import type { Logger } from 'pino'
import { ensureAdministrator, readCaller } from './access/people'
import type { EmbeddedBackend } from './app'
import type { Db } from './db/db'
import { administratorLink, hasAdministrator, linkPath, resetAdministrator } from './identity/administrator'
import { defaultConfig } from './identity/config'
import { createGate } from './identity/gate'
import { identityRoutes } from './identity/routes'
import { housekeeping, openService } from './identity/service'
import { startJobs } from './jobs/jobs'
import type { AccountSettings } from './settings'

type Opening = { db: Db; log: Logger; dataFolder: string; hostname: string; settings: AccountSettings }

export type Accounts = Pick<EmbeddedBackend, 'callerOf' | 'identity'> & {
  /** The page that signs in the administrator, once. */
  signInPath?: string
  stop(): Promise<void>
}

/** Sign-in with accounts of our own: who asks is whoever the session says. */
export async function openAccounts({ db, log, dataFolder, hostname, settings }: Opening): Promise<Accounts> {
  const { publicUrl, resetAdmin, trustedProxies } = settings
  const config = { ...defaultConfig, trustedProxies, ...(publicUrl && { publicUrl }) }
  const service = await openService({ db, log, dataFolder, config })
  const gate = createGate(service)
  const isLocked = !(await hasAdministrator(service))
  const jobs = await startJobs([housekeeping(service)], { db, log, now: service.now, hostname })
  return {
    callerOf: async (request) => {
      const id = await gate.personOf(request)
      return id === undefined ? undefined : readCaller(db, id)
    },
    identity: { routes: identityRoutes(service), refuse: (request) => gate.refuse(request) },
    ...((isLocked || resetAdmin) && { signInPath: await letOwnerIn() }),
    stop: () => jobs.stop(),
  }

  async function letOwnerIn(): Promise<string> {
    const { id, name, email } = await ensureAdministrator(db)
    if (resetAdmin) await resetAdministrator(service, id)
    return linkPath(await administratorLink(service, { id, name, email: email ?? '' }))
  }
}

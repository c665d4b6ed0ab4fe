import type { Logger } from 'pino'
import { ensureAdministrator, readCaller } from './access/people'
import { endTokens } from './access/accounts'
import { callerOfToken, tokenOf } from './access/tokens'
import type { EmbeddedBackend } from './app'
import type { Db } from './db/db'
import { accountRoutes } from './identity/account-routes'
import { administratorLink, hasAdministrator, linkPath, resetAdministrator } from './identity/administrator'
import { defaultConfig } from './identity/config'
import { deliverDue, type SmtpSettings, smtpSender } from './identity/courier'
import { createGate } from './identity/gate'
import type { Keys } from './identity/keys'
import { identityRoutes } from './identity/routes'
import { housekeeping, openService } from './identity/service'
import type { Service } from './identity/types'
import { startJobs } from './jobs/jobs'
import { repeat } from './jobs/repeat'
import type { AccountSettings } from './settings'

type Opening = { db: Db; log: Logger; keys: Keys; hostname: string; settings: AccountSettings }

export type Accounts = Pick<EmbeddedBackend, 'callerOf' | 'identity'> & {
  /** The page that signs in the administrator, once. */
  signInPath?: string
  stop(): Promise<void>
}

/** Sign-in with accounts of our own: who asks is whoever the session says. */
export async function openAccounts({ db, log, keys, hostname, settings }: Opening): Promise<Accounts> {
  const { publicUrl, resetAdmin, registration, trustedProxies, smtp } = settings
  const config = {
    ...defaultConfig,
    registration,
    trustedProxies,
    ...(publicUrl && { publicUrl }),
    ...(smtp && { smtp }),
  }
  const service = await openService({ db, log, keys, config })
  const gate = createGate(service)
  const isLocked = !(await hasAdministrator(service))
  const jobs = await startJobs([housekeeping(service)], { db, log, now: service.now, hostname })
  const stopMail = smtp ? await sendMail(service, smtp) : async () => {}
  return {
    callerOf: async (request) => {
      const token = tokenOf(request)
      if (token) return callerOfToken(db, token)
      const id = await gate.personOf(request)
      return id === undefined ? undefined : readCaller(db, id)
    },
    identity: {
      routes: identityRoutes(service),
      refuse: (request) => gate.refuse(request),
      accounts: (guard) => accountRoutes(service, guard),
    },
    ...((isLocked || resetAdmin) && { signInPath: await letOwnerIn() }),
    stop: async () => {
      await stopMail()
      await jobs.stop()
    },
  }

  async function letOwnerIn(): Promise<string> {
    const { id, name, email } = await ensureAdministrator(db)
    if (resetAdmin) {
      await resetAdministrator(service, id)
      await endTokens(db, id)
    }
    return linkPath(await administratorLink(service, { id, name, email: email ?? '' }))
  }
}

/** People wait for codes. */
const MAIL_EVERY_MS = 2000

/** Hands queued messages to the mail server until it is stopped. */
async function sendMail({ db, log, now }: Service, smtp: SmtpSettings): Promise<() => Promise<void>> {
  const send = await smtpSender(smtp)
  const onError = (error: unknown) => log.error({ err: error }, 'mail could not be taken from the queue')
  return repeat(MAIL_EVERY_MS, () => deliverDue({ db, log, now, send }), onError)
}

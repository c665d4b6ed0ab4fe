import type { Logger } from 'pino'
import { ensureAdministrator, readCaller } from './access/people'
import { revokeAllTokens } from './access/change-account'
import { authenticateToken, readSentToken } from './access/tokens'
import type { SignIn } from './sign-in'
import type { Db } from '../data/db/db'
import type { Engine } from '../platform/jobs/engine'
import { accountRoutes, notifyAddressChange } from './accounts/account-routes'
import {
  createAdministratorLink,
  hasAdministrator,
  formatLinkPath,
  resetAdministrator,
  setFirstPassword,
} from './accounts/administrator'
import { defaultConfig, withRules } from './config'
import { deliverDue, type SmtpSettings, smtpSender } from './mail/courier'
import { createSessionGate } from './sessions/gate'
import type { ServerKeys } from './keys'
import { storeLimits } from './limits/limit-store'
import { identityRoutes } from './routes'
import { identityCleanup, openService } from './service'
import type { IdentityService } from './types'
import { repeat } from '../platform/jobs/repeat'
import type { AccountSettings } from './account-settings'
import { UsageError } from '../platform/usage'

type Opening = { db: Db; log: Logger; keys: ServerKeys; settings: AccountSettings }

/** Identifies callers; also an engine of the server. */
export type Accounts = Engine &
  SignIn & {
    /** The one-time page that signs in the administrator. */
    signInPath?: string
  }

/**
 * Sign-in with accounts of this server: the session identifies the caller.
 * @throws {UsageError} when the password rules refuse ADMIN_PASSWORD.
 */
export async function openAccounts({ db, log, keys, settings }: Opening): Promise<Accounts> {
  const { publicUrl, resetAdmin, registration, trustedProxies, smtp, rules = {}, adminPassword } = settings
  const config = {
    ...withRules(defaultConfig, rules),
    registration,
    trustedProxies,
    ...(publicUrl && { publicUrl }),
    ...(smtp && { smtp }),
  }
  const service = await openService({ db, log, keys, config })
  const gate = createSessionGate(service)
  const isLocked = !(await hasAdministrator(service))
  const signInPath = isLocked || resetAdmin ? await createOwnerLogin() : undefined
  const stops: (() => Promise<void>)[] = []
  return {
    name: 'identity',
    routes: [...accountRoutes(service), ...identityRoutes(service)],
    jobs: [identityCleanup(service)],
    start: async () => {
      if (smtp) stops.push(await sendMail(service, smtp))
      stops.push(persistRateLimits(service))
    },
    stop: async () => {
      for (const stop of stops.splice(0)) await stop()
    },
    callerOf: async (request) => {
      const token = readSentToken(request)
      if (token) return authenticateToken(db, token)
      const id = await gate.readPersonId(request)
      return id === undefined ? undefined : readCaller(db, id)
    },
    signIn: {
      refuse: (request) => gate.refuse(request),
      refuseStale: (request) => gate.refuseStale(request),
      addressChanged: notifyAddressChange(service),
    },
    ...(signInPath !== undefined && { signInPath }),
  }

  /** @returns the path of a one-time sign-in link; undefined when a password was set. */
  async function createOwnerLogin(): Promise<string | undefined> {
    const { id, name, email } = await ensureAdministrator(db)
    const person = { id, name, email: email ?? '' }
    // The password is used only once: a restart must not undo a later change.
    if (adminPassword !== undefined && !resetAdmin) {
      const refusal = await setFirstPassword(service, person, adminPassword)
      if (refusal !== undefined) throw new UsageError(`ADMIN_PASSWORD is refused: ${refusal}`)
      return undefined
    }
    if (resetAdmin) {
      await resetAdministrator(service, id)
      await revokeAllTokens(db, id)
    }
    return formatLinkPath(await createAdministratorLink(service, person))
  }
}

/** Short, because users wait for codes. */
const MAIL_EVERY_MS = 2000

/** Sends queued messages to the mail server until stopped. */
async function sendMail({ db, log, now }: IdentityService, smtp: SmtpSettings): Promise<() => Promise<void>> {
  const send = await smtpSender(smtp)
  const onError = (error: unknown) => log.error({ err: error }, 'mail could not be taken from the queue')
  return repeat(MAIL_EVERY_MS, () => deliverDue({ db, log, now, send }), onError)
}

const KEEP_EVERY_MS = 2000

/** Stores the counts of the limits regularly, for the next run of the server. @returns a function that stops it. */
function persistRateLimits(service: IdentityService): () => Promise<void> {
  const onError = (error: unknown) => service.log.error({ err: error }, 'sign-in counts could not be stored')
  const stop = repeat(KEEP_EVERY_MS, () => storeLimits(service), onError)
  return async () => {
    await stop()
    await storeLimits(service)
  }
}

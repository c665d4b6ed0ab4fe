import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Db } from '../data/db/db'
import { sql } from '../data/db/sql'
import type { Job } from '../platform/jobs/jobs'
import type { ServerKeys } from './keys'
import { restoreLimits } from './limits/limit-store'
import { createFormQueue } from './limits/form-queue'
import { createLimits } from './limits/limits'
import { createPasswords } from './credentials/passwords'
import type { IdentityConfig, IdentityService } from './types'

type Opening = { db: Db; log: Logger; keys: ServerKeys; config: IdentityConfig }

const systemTime = () => new Date()

export async function openService({ db, log, keys, config }: Opening): Promise<IdentityService> {
  const service = {
    db,
    log,
    config,
    now: systemTime,
    random: randomBytes,
    keys,
    limits: createLimits(systemTime, config.limits),
    formQueue: createFormQueue(),
    passwords: await createPasswords(config.argon2),
  }
  await restoreLimits(service)
  return service
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Retained for a while after expiry, for investigations. */
const KEPT_FLOW_MS = DAY_MS
/** Forms that nobody submitted are retained only to recognise late submissions: a client can open 20 a second. */
const KEPT_UNUSED_FLOW_MS = HOUR_MS
const KEPT_ERROR_MS = DAY_MS
const KEPT_MAIL_MS = 30 * DAY_MS
const KEPT_AUDIT_MS = 365 * DAY_MS

/** Removes expired rows. @returns the number of rows removed. */
export async function removeExpired({ db, now, limits, config }: IdentityService): Promise<number> {
  limits.sweep()
  const { idleMs } = config.lifetimes
  const longestWindow = Math.max(...Object.values(config.limits).map(({ windowMs }) => windowMs))
  const ago = (ms: number) => new Date(now().getTime() - ms)
  const statements = [
    sql`delete from identity.flows where expires_at < ${ago(KEPT_FLOW_MS)}`,
    sql`delete from identity.flows where updated_at = issued_at and expires_at < ${ago(KEPT_UNUSED_FLOW_MS)}`,
    sql`delete from identity.codes where expires_at < ${ago(KEPT_FLOW_MS)}`,
    sql`delete from identity.errors where created_at < ${ago(KEPT_ERROR_MS)}`,
    sql`delete from identity.sessions where least(expires_at, coalesce(revoked_at, 'infinity')) < ${ago(DAY_MS)}`,
    ...(idleMs === null ? [] : [sql`delete from identity.sessions where last_used_at < ${ago(idleMs + DAY_MS)}`]),
    sql`delete from identity.counts where last_at < ${ago(longestWindow)}`,
    sql`delete from identity.courier_messages where created_at < ${ago(KEPT_MAIL_MS)}`,
    sql`delete from identity.audit where at < ${ago(KEPT_AUDIT_MS)}`,
  ]
  let removed = 0
  for (const statement of statements) removed += await db.run(statement)
  return removed
}

export const identityCleanup = (service: IdentityService): Job => ({
  name: 'DeleteExpiredSignIns',
  resourceType: 'identities',
  everyMs: HOUR_MS,
  run: async (report) => report.succeeded(await removeExpired(service)),
})

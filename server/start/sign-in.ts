import type { Logger } from 'pino'
import type { Db } from '../data/db/db'
import { ensureAdministrator, readCaller } from '../identity/access/people'
import { type Accounts, openAccounts } from '../identity/open-accounts'
import { openHostedAccounts } from '../identity/open-hosted-accounts'
import type { ServerKeys } from '../identity/keys'
import type { Settings } from './settings'

type SignInParts = { db: Db; log: Logger; keys: ServerKeys }

/** Opens the way in which users sign in. */
export function openSignIn(
  { accounts, hosted }: Settings,
  { db, log, keys }: SignInParts
): Promise<Accounts> | Accounts {
  if (hosted) return openHostedAccounts({ db, log, settings: hosted })
  if (accounts) return openAccounts({ db, log, keys, settings: accounts })
  return withoutAccounts(db)
}

/** Without sign-in every caller acts as the administrator. */
async function withoutAccounts(db: Db): Promise<Accounts> {
  const { id } = await ensureAdministrator(db)
  return { name: 'no sign-in', callerOf: () => readCaller(db, id) }
}

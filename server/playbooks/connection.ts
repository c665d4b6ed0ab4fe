import type { Db } from '../db/db'
import { sql } from '../db/sql'
import type { Vault } from '../secrets/vault'

/** Where something is, and how to sign in there. */
export type Connection = { url: string; username?: string; password?: string }

type Stored = { id: string; url: string | null; username: string | null; password: string | null }

/**
 * The stored connection that `connection://namespace/name` means.
 * @throws when there is none, or it has its credentials from somewhere this backend does not reach.
 */
export async function findConnection({ db, vault }: { db: Db; vault: Vault }, reference: string): Promise<Connection> {
  const [, namespace = '', name = ''] = /^connection:\/\/([^/]+)\/([^/]+)$/.exec(reference) ?? []
  const [found] = await db.query<Stored>(sql`
    select id::text, url, username, password from connections
    where namespace = ${namespace} and name = ${name} and deleted_at is null`)
  if (!found?.url) throw new Error(`There is no ${reference} with an address.`)
  const remote = [found.url, found.username, found.password].find((one) => one?.startsWith('secret://'))
  if (remote)
    throw new Error(`${reference} takes its credentials from a secret, which needs a Mission Control backend.`)
  const { id, username } = found
  const url = vault.reveal(id, 'url', found.url)
  const password = found.password === null ? null : vault.reveal(id, 'password', found.password)
  return {
    url: url
      .replaceAll('$(username)', encodeURIComponent(username ?? ''))
      .replaceAll('$(password)', encodeURIComponent(password ?? '')),
    ...(username === null ? {} : { username }),
    ...(password === null ? {} : { password }),
  }
}

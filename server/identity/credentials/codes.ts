import { type Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { randomText } from './backup-codes'
import type { IdentityService } from '../types'

/**
 * The account and address that a code is for. Codes for an address without an account have no owner: they are stored
 * but never accepted.
 */
export type CodeOwner = { identityId: string; address: string }

type Parts = Pick<IdentityService, 'keys' | 'now' | 'random'>

/** Issues a new code for a flow. Its earlier codes become void. */
export async function issueCode(
  db: Queryable,
  { keys, now, random }: Parts,
  { flowId, owner, lifetimeMs }: { flowId: string; owner: CodeOwner | undefined; lifetimeMs: number }
): Promise<string> {
  const code = randomText(random, '0123456789', 6)
  const at = now()
  await db.run(sql`update identity.codes set used_at = ${at} where flow_id = ${flowId} and used_at is null`)
  await db.run(sql`
    insert into identity.codes (flow_id, identity_id, address, code_hash, created_at, expires_at)
    values (${flowId}, ${owner?.identityId ?? null}, ${owner?.address ?? null}, ${keys.mac(purpose(flowId), code)},
      ${at}, ${new Date(at.getTime() + lifetimeMs)})`)
  return code
}

/**
 * Counts a guess before it is checked, so that parallel guesses are all counted.
 * @returns false after too many guesses: the flow and its codes are then void.
 */
export async function countGuess({ db, config }: IdentityService, flowId: string): Promise<boolean> {
  const counted = await db.run(sql`
    update identity.flows set submit_count = submit_count + 1
    where id = ${flowId} and submit_count < ${config.codeGuesses}`)
  return counted > 0
}

/** Redeems the code of a flow once. @returns its owner; undefined when the code is wrong, used, void or expired. */
export async function redeemCode(
  db: Queryable,
  { keys, now }: Pick<IdentityService, 'keys' | 'now'>,
  { flowId, typed }: { flowId: string; typed: string }
): Promise<CodeOwner | undefined> {
  const [live] = await db.query<{ id: string; code_hash: string }>(sql`
    select id, code_hash from identity.codes
    where flow_id = ${flowId} and used_at is null and expires_at > ${now()} and identity_id is not null`)
  if (!live || !keys.checkMac(purpose(flowId), typed.replace(/\s/g, ''), live.code_hash)) return undefined
  // When two parallel requests send the same code, the second finds it used.
  const [used] = await db.query<{ identity_id: string; address: string }>(sql`
    update identity.codes set used_at = ${now()} where id = ${live.id} and used_at is null
    returning identity_id, address`)
  return used && { identityId: used.identity_id, address: used.address }
}

/** Voids codes that could still sign in, after a change of address or password, or after a sign-in. */
export const voidRecoveryCodes = (db: Queryable, identityId: string, at: Date): Promise<number> =>
  db.run(sql`
    update identity.codes c set used_at = ${at} from identity.flows f
    where f.id = c.flow_id and f.kind = 'recovery' and c.identity_id = ${identityId} and c.used_at is null`)

const purpose = (flowId: string) => `code ${flowId}`

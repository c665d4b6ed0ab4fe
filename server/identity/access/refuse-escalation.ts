import {
  type AccessObject,
  type AccessAction,
  allows,
  hasAdminRules,
  accessObjects,
  type AccessRule,
} from '@/shared/access/policy'
import type { Queryable, Reader, Transaction } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { type StoredRule, readStoredRules } from './rules'

/** Relations that grant rights: permissions, and membership in teams that may have permissions. */
const grantRelations = new Set(['permissions', 'permissions_summary', 'teams', 'teams_with_status', 'team_members'])

export const canGrantRights = (method: string, relation: string): boolean =>
  method !== 'GET' && grantRelations.has(relation)

/**
 * Performs a write unless it grants rights that its author lacks: by a permission, by the removal of a denial, or by
 * membership in a team that has one of these.
 */
export async function refuseEscalation(
  db: Reader,
  rules: readonly AccessRule[],
  write: (db: Reader) => Promise<Response>
): Promise<Response> {
  // Callers with all rights may grant all rights.
  if (hasAdminRules(rules)) return write(db)
  return writeUnlessRefused(db, write, readGrantedRights, (before, after) => {
    const tooMuch = findGainedRights(before, after).find((rule) => !has(rules, rule))
    return tooMuch && refusal(tooMuch)
  })
}

/**
 * Performs a write and rolls it back if its changes are refused.
 * @param look reads the affected state in the transaction of the write, before and after it.
 */
export async function writeUnlessRefused<T>(
  db: Reader,
  write: (db: Reader) => Promise<Response>,
  read: (tx: Queryable) => Promise<T>,
  refusalOf: (before: T, after: T) => Response | undefined
): Promise<Response> {
  try {
    return await db.transaction(async (tx) => {
      const before = await read(tx)
      const response = await write(nestTransaction(tx))
      // A failed statement has aborted the transaction.
      if (!response.ok) throw new Refused(response)
      const refused = refusalOf(before, await read(tx))
      if (refused) throw new Refused(refused)
      return response
    })
  } catch (error) {
    if (error instanceof Refused) return error.response
    throw error
  }
}

class Refused extends Error {
  constructor(readonly response: Response) {
    super('refused')
  }
}

/** Runs nested transactions as savepoints. */
const nestTransaction = (tx: Transaction): Reader => ({
  query: (statement) => tx.query(statement),
  run: (statement) => tx.run(statement),
  async transaction(work, { isReadOnly = false } = {}) {
    await tx.script('savepoint within')
    try {
      if (isReadOnly) await tx.script('set transaction read only')
      const result = await work(tx)
      // The transaction around it may write again.
      if (isReadOnly) await tx.script('rollback to savepoint within')
      return result
    } catch (error) {
      await tx.script('rollback to savepoint within')
      throw error
    }
  },
})

/** The granted rights, by a text that identifies the permission and its holder. */
type GrantedRights = ReadonlyMap<string, StoredRule>

/** A permission of a team counts once for each member. */
async function readGrantedRights(tx: Queryable): Promise<GrantedRights> {
  const teams = await tx.query<{ id: string; members: string[] }>(sql`
    select team_id::text as id, json_agg(person_id::text) as members from team_members
      join teams on teams.id = team_members.team_id where teams.deleted_at is null group by team_id`)
  const membersOf = new Map(teams.map(({ id, members }) => [id, members]))
  const rules = await readStoredRules(tx)
  return new Map(
    rules.flatMap((rule) =>
      ['', ...(membersOf.get(rule.subject) ?? [])].map((member) => [JSON.stringify([rule, member]), rule] as const)
    )
  )
}

/** Permissions that a person gained, and denials that a person lost. */
const findGainedRights = (before: GrantedRights, after: GrantedRights): StoredRule[] => [
  ...[...after].flatMap(([key, rule]) => (rule.deny || before.has(key) ? [] : rule)),
  ...[...before].flatMap(([key, rule]) => (rule.deny && !after.has(key) ? rule : [])),
]

/**
 * Whether the author has the rights that a rule grants in full, and the rule is not itself a denial for the author,
 * even a partial one.
 */
const has = (rules: readonly AccessRule[], rule: AccessRule): boolean =>
  !rules.some(({ id, deny }) => deny && id === rule.id) &&
  grantedObjects(rule).every((object) => allows(rules, object, rule.action as AccessAction))

/** Objects that agents, tags and selectors can match. */
const selectable: readonly AccessObject[] = ['playbooks', 'catalog', 'topology', 'canaries']

/** The objects that a rule grants rights on. */
function grantedObjects({ object, action, condition }: AccessRule): readonly AccessObject[] {
  if (condition === 'false') return []
  if (object === '*' && condition === 'true') return accessObjects
  // These actions apply to playbooks, whatever object is stored.
  if (action.startsWith('playbook:')) return ['playbooks']
  if (object !== '*') return [object as AccessObject]
  const { selector } = JSON.parse(condition) as { selector?: { connections?: unknown } }
  return selector?.connections === undefined ? selectable : [...selectable, 'connection']
}

const refusal = ({ object, action, deny }: AccessRule) =>
  Response.json(
    {
      code: '42501',
      message: `You cannot ${deny ? 'remove a denial of' : 'grant'} a right that you do not have: ${action} on ${object}`,
      details: null,
      hint: null,
    },
    { status: 403 }
  )

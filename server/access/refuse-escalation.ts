import { type AccessObject, type Action, allows, isAdministered, objects, type Rule } from '../../src/lib/policy'
import type { Queryable, Reader, Transaction } from '../db/db'
import { sql } from '../db/sql'
import { type StoredRule, storedRules } from './rules'

/** Relations by which people are given rights: the permissions, and who is in a team that has some. */
const giving = new Set(['permissions', 'permissions_summary', 'teams', 'teams_with_status', 'team_members'])

export const givesRights = (method: string, relation: string): boolean => method !== 'GET' && giving.has(relation)

/**
 * Does a write unless somebody would get by it what its author may not do: by a permission, by the end of a denial, or
 * in a team that has one of these.
 */
export async function refuseEscalation(
  db: Reader,
  rules: readonly Rule[],
  write: (db: Reader) => Promise<Response>
): Promise<Response> {
  // Whoever may do everything may give everything.
  if (isAdministered(rules)) return write(db)
  return unlessChanged(db, write, givenBy, (before, after) => {
    const tooMuch = differenceOf(before, after).find((rule) => !has(rules, rule))
    return tooMuch && refusal(tooMuch)
  })
}

/**
 * Does a write unless what it changed is refused.
 * @param look at what may change, in the transaction of the write, before and after it.
 */
export async function unlessChanged<T>(
  db: Reader,
  write: (db: Reader) => Promise<Response>,
  look: (tx: Queryable) => Promise<T>,
  refusalOf: (before: T, after: T) => Response | undefined
): Promise<Response> {
  try {
    return await db.transaction(async (tx) => {
      const before = await look(tx)
      const response = await write(within(tx))
      // A statement that failed has ended the transaction.
      if (!response.ok) throw new Refused(response)
      const refused = refusalOf(before, await look(tx))
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

/** A transaction within one that has begun. */
const within = (tx: Transaction): Reader => ({
  query: (statement) => tx.query(statement),
  run: (statement) => tx.run(statement),
  async transaction(work) {
    await tx.script('savepoint within')
    try {
      return await work(tx)
    } catch (error) {
      await tx.script('rollback to savepoint within')
      throw error
    }
  },
})

/** What people are given, by a text that names the permission and who has it. */
type Given = ReadonlyMap<string, StoredRule>

/** A permission for a team is one for each of its members. */
async function givenBy(tx: Queryable): Promise<Given> {
  const teams = await tx.query<{ id: string; members: string[] }>(sql`
    select team_id::text as id, json_agg(person_id::text) as members from team_members
      join teams on teams.id = team_members.team_id where teams.deleted_at is null group by team_id`)
  const membersOf = new Map(teams.map(({ id, members }) => [id, members]))
  const rules = await storedRules(tx)
  return new Map(
    rules.flatMap((rule) =>
      ['', ...(membersOf.get(rule.subject) ?? [])].map((member) => [JSON.stringify([rule, member]), rule] as const)
    )
  )
}

/** The permissions that somebody has who had them not, and the denials that somebody is rid of. */
const differenceOf = (before: Given, after: Given): StoredRule[] => [
  ...[...after].flatMap(([key, rule]) => (rule.deny || before.has(key) ? [] : rule)),
  ...[...before].flatMap(([key, rule]) => (rule.deny && !after.has(key) ? rule : [])),
]

/** Whether what a rule is about is allowed as a whole, and the rule is not what denies it, be it in part. */
const has = (rules: readonly Rule[], rule: Rule): boolean =>
  !rules.some(({ id, deny }) => deny && id === rule.id) &&
  objectsOf(rule).every((object) => allows(rules, object, rule.action as Action))

/** What agents, tags and selectors may be about. */
const selectable: readonly AccessObject[] = ['playbooks', 'catalog', 'topology', 'canaries']

/** The objects that a rule gives something of. */
function objectsOf({ object, action, condition }: Rule): readonly AccessObject[] {
  if (condition === 'false') return []
  if (object === '*' && condition === 'true') return objects
  // Whatever it is stored under, it is about playbooks.
  if (action.startsWith('playbook:')) return ['playbooks']
  if (object !== '*') return [object as AccessObject]
  const { selector } = JSON.parse(condition) as { selector?: { connections?: unknown } }
  return selector?.connections === undefined ? selectable : [...selectable, 'connection']
}

const refusal = ({ object, action, deny }: Rule) =>
  Response.json(
    {
      code: '42501',
      message: `You cannot ${deny ? 'lift a denial of' : 'give'} what you may not do yourself: ${action} on ${object}`,
      details: null,
      hint: null,
    },
    { status: 403 }
  )

import type { AccessExplanation, DecidingRule, Named } from '@/shared/access/explanation'
import { allows, BUILT_IN, type AccessRule } from '@/shared/access/policy'
import type { Queryable, Reader } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import type { LocalProperties } from '../../data/properties'
import { findResource } from '../../platform/selection/find-resource'
import { readAllCallers } from './people'
import { answerQuestion, type ReadQuestion } from './question'
import { resolveAllRules, resolveReader } from './reader'
import { isLimited } from './row-access'
import { type AccessSubject, readGroups } from './subjects'

export type AccessDeps = { db: Reader; local: LocalProperties }

/** People who are considered, teams who are considered, and people who are named. */
const MOST_PEOPLE = 1000
const MOST_TEAMS = 200
const MOST_NAMED = 20

/**
 * Explains whether a subject has a right, by the code that decides requests.
 * @param rules of the caller, which decide what the explanation may contain
 */
export async function explainAccess(
  deps: AccessDeps,
  question: ReadQuestion,
  subject: AccessSubject & { rules: readonly AccessRule[] },
  rules: readonly AccessRule[]
): Promise<AccessExplanation> {
  const answer = answerQuestion(subject.rules, question)
  const { target } = question
  const isHidden = answer.isAllowed && target !== undefined && (await isRowHidden(deps, subject, target))
  const [action, object] = isHidden ? (['read', question.object] as const) : answer.right
  return {
    subject: { type: subject.type, id: subject.id, name: subject.name },
    action: question.action,
    object: question.object,
    resources: question.resources,
    isAllowed: answer.isAllowed && !isHidden,
    right: { action, object },
    rules: isHidden ? [{ is: 'rowAccess' }] : await describeRules(deps.db, answer.by, rules),
    holders: await findHolders(deps, question, rules),
  }
}

/** Whether row-level access hides the resource, which only guests and people without a role can encounter. */
async function isRowHidden(
  deps: AccessDeps,
  { caller, rules }: AccessSubject & { rules: readonly AccessRule[] },
  { kind, id }: NonNullable<ReadQuestion['target']>
): Promise<boolean> {
  if (!isLimited(caller.roles)) return false
  const reader = await resolveReader(deps, caller, rules)
  return (await findResource(reader, kind, id)) === undefined
}

type StoredRow = {
  id: string
  name: string
  description: string | null
  until: string | null
  type: string
  holder: string
  holderName: string | null
}

async function describeRules(
  db: Queryable,
  by: readonly AccessRule[],
  rules: readonly AccessRule[]
): Promise<DecidingRule[]> {
  const ids = by.flatMap(({ id }) => (id === BUILT_IN ? [] : [id]))
  const mayReadStored = allows(rules, 'database.system', 'read')
  const rows =
    ids.length > 0 && mayReadStored
      ? await db.query<StoredRow>(sql`
    select p.id::text, p.name, p.description, p.until::text,
      case when p.person_id is not null then 'person' when p.team_id is not null then 'team'
        when p.notification_id is not null then 'notification' else p.subject_type end as type,
      coalesce(p.person_id::text, p.team_id::text, p.notification_id::text, p.subject, '') as holder,
      coalesce(people.name, teams.name) as "holderName"
    from permissions p
      left join people on people.id::text = coalesce(p.person_id::text, p.subject)
      left join teams on teams.id::text = coalesce(p.team_id::text, p.subject)
    where p.id = any(${ids}::uuid[])`)
      : []
  return by.map((rule): DecidingRule => {
    if (rule.id === BUILT_IN && !rule.deny)
      return { is: 'role', role: rule.subject, action: rule.action, object: rule.object }
    if (rule.id === BUILT_IN) return { is: rule.subject === 'everyone' ? 'closed' : 'rowAccess' }
    const row = rows.find(({ id }) => id === rule.id)
    return {
      is: 'permission',
      id: rule.id,
      deny: rule.deny === true,
      action: rule.action,
      object: rule.object,
      isConditional: rule.condition !== 'true',
      ...(row && {
        subject: { type: row.type, id: row.holder, name: row.holderName },
        name: row.name,
        description: row.description,
        until: row.until,
      }),
    }
  })
}

const toNamed = ({ id, name }: Named): Named => ({ id, name })

/** Who has the right. Row-level access to individual resources does not count. */
async function findHolders(
  deps: AccessDeps,
  question: ReadQuestion,
  rules: readonly AccessRule[]
): Promise<AccessExplanation['holders']> {
  const groups = await readGroups(deps.db, MOST_TEAMS)
  const ofGroups = await resolveAllRules(
    deps,
    groups.map(({ caller }) => caller)
  )
  const { unreadable: _, ...asked } = question
  const holding = groups.filter((group, at) => {
    const { isAllowed, by } = answerQuestion(ofGroups[at] ?? [], asked)
    // A team that has the right only as everyone has it does not give it.
    return isAllowed && (group.type === 'role' || by.some(({ subject }) => subject === group.id))
  })
  return {
    roles: holding.flatMap(({ type, id }) => (type === 'role' ? [id] : [])),
    teams: allows(rules, 'database.public', 'read') ? holding.filter(({ type }) => type === 'team').map(toNamed) : [],
    people: allows(rules, 'people', 'read') ? await findPeople(deps, asked) : null,
  }
}

async function findPeople(deps: AccessDeps, question: ReadQuestion) {
  const people = await readAllCallers(deps.db, MOST_PEOPLE + 1)
  const considered = people.slice(0, MOST_PEOPLE)
  const rulesOf = await resolveAllRules(deps, considered)
  const holding = considered.filter((_, at) => answerQuestion(rulesOf[at] ?? [], question).isAllowed)
  return {
    total: holding.length,
    first: holding.slice(0, MOST_NAMED).map(toNamed),
    isPartial: people.length > considered.length,
  }
}

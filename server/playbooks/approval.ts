import type { Caller } from './caller'
import type { Queryable } from '../db/db'
import { sql } from '../db/sql'
import { approversOf, type PlaybookSpec } from './playbook'

/** The listed approvers that somebody can approve as: as a person, for teams. */
async function rolesOf(db: Queryable, spec: PlaybookSpec, caller: Caller) {
  const { people, teams } = approversOf(spec)
  const isPerson = caller.email !== null && people.some((email) => email.toLowerCase() === caller.email?.toLowerCase())
  const listed = await db.query<{ id: string }>(sql`
    select t.id::text from teams t join team_members m on m.team_id = t.id
    where m.person_id = ${caller.id} and t.deleted_at is null and t.name = any(${teams}::text[])`)
  return { isPerson, teamIds: listed.map(({ id }) => id) }
}

/** Whether somebody is a listed approver, or in a listed team. */
export async function isEligible(db: Queryable, spec: PlaybookSpec, caller: Caller): Promise<boolean> {
  const { isPerson, teamIds } = await rolesOf(db, spec, caller)
  return isPerson || teamIds.length > 0
}

/** Writes an approval down for every role of the caller, and starts the run once all approvals are there. */
export async function approve(tx: Queryable, runId: string, spec: PlaybookSpec, caller: Caller, at: Date) {
  const { isPerson, teamIds } = await rolesOf(tx, spec, caller)
  const approvals = [
    ...(isPerson ? [{ person: caller.id, team: null }] : []),
    ...teamIds.map((team) => ({ person: null, team })),
  ]
  for (const { person, team } of approvals)
    await tx.run(sql`
      insert into playbook_approvals (run_id, person_id, team_id, created_at)
      values (${runId}, ${person}, ${team}, ${at})`)
  if (await isApproved(tx, runId, spec))
    await tx.run(sql`
      update playbook_runs set status = 'scheduled', scheduled_time = ${at}
      where id = ${runId} and status = 'pending_approval'`)
}

async function isApproved(db: Queryable, runId: string, spec: PlaybookSpec): Promise<boolean> {
  const given = await db.query<{ email: string | null; team: string | null }>(sql`
    select lower(p.email) as email, t.name as team from playbook_approvals a
    left join people p on p.id = a.person_id left join teams t on t.id = a.team_id
    where a.run_id = ${runId}`)
  const { people, teams } = approversOf(spec)
  const answers = [
    ...people.map((person) => given.some(({ email }) => email === person.toLowerCase())),
    ...teams.map((name) => given.some(({ team }) => team === name)),
  ]
  return spec.approval?.type === 'any' ? answers.some(Boolean) : answers.every(Boolean)
}

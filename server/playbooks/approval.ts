import { z } from 'zod'
import type { PersonReader, Queryable } from '../data/db/db'
import { sql } from '../data/db/sql'
import type { PlaybookSubject } from '../identity/access/resource-rules'
import { listApprovers, type PlaybookApproval, playbookSpecSchema } from './playbook'
import { findResource } from '../platform/selection/find-resource'
import type { PlaybookTargetKind } from './playbook-target'

type RunRow = { spec: unknown; playbook: PlaybookSubject['playbook'] } & Record<
  `${PlaybookTargetKind}_id`,
  string | null
>

/** Returns a run with its subject, even where its playbook was deleted. @returns undefined when there is none. */
export async function findPlaybookRun(
  db: PersonReader,
  id: string
): Promise<{ approval: PlaybookApproval | undefined; about: PlaybookSubject } | undefined> {
  const [row] = await db.query<RunRow>(sql`
    select r.spec, r.config_id::text, r.component_id::text, r.check_id::text,
      json_build_object('id', p.id, 'name', p.name, 'namespace', p.namespace) as playbook
    from playbook_runs r join playbooks p on p.id = r.playbook_id where r.id = ${id}`)
  if (!row) return undefined
  const kind = (['config', 'component', 'check'] as const).find((one) => row[`${one}_id`] !== null)
  const resource = kind && (await findResource(db, kind, row[`${kind}_id`] ?? ''))
  return { approval: readApproval(row.spec), about: { playbook: row.playbook, resource } }
}

/** The approval that a run requires. The spec of a run is that of its request. */
const readApproval = (spec: unknown): PlaybookApproval | undefined =>
  z.object({ approval: playbookSpecSchema.shape.approval }).safeParse(spec).data?.approval ?? undefined

export type ApprovalOutcome = 'approved' | 'notAnApprover' | 'requester' | { status: string }

/**
 * Stores the approval of a person, and starts the run once all approvals are present. Who may approve is stored with
 * the run (`console.playbook_run_approvers`). A person approves a run once: a repetition changes nothing.
 * @returns the status of a run that does not wait for approval.
 */
export async function approveRun(tx: Queryable, runId: string, personId: string, at: Date): Promise<ApprovalOutcome> {
  const [run] = await tx.query<{ status: string; spec: unknown; created_by: string | null }>(sql`
    select status, spec, created_by::text from playbook_runs where id = ${runId} for update`)
  const [role] = await tx.query<{ kind: 'person' | 'team'; team_id: string | null }>(sql`
    select kind, team_id::text from console.playbook_run_approvers
    where run_id = ${runId} and person_id = ${personId} order by kind, listed limit 1`)
  if (!run || !role) return run?.created_by === personId ? 'requester' : 'notAnApprover'
  if (run.status !== 'pending_approval') return { status: run.status }
  await tx.run(sql`
    insert into playbook_approvals (run_id, person_id, team_id, created_at)
    select ${runId}, ${personId}, ${role.team_id}, ${at}
    where not exists (select from playbook_approvals where run_id = ${runId} and person_id = ${personId})`)
  if (await isApproved(tx, runId, readApproval(run.spec)))
    await tx.run(sql`update playbook_runs set status = 'scheduled', scheduled_time = ${at} where id = ${runId}`)
  return 'approved'
}

async function isApproved(tx: Queryable, runId: string, approval: PlaybookApproval | undefined): Promise<boolean> {
  const given = await tx.query<{ kind: 'person' | 'team'; listed: string; person_id: string; team_id: string | null }>(
    sql`
      select o.kind, o.listed, o.person_id::text, o.team_id::text
      from console.playbook_run_approvers o
      join playbook_approvals a on a.run_id = o.run_id and a.person_id = o.person_id
      where o.run_id = ${runId} order by a.created_at, a.id`
  )
  if (approval?.type === 'any') return given.length > 0
  const { people, teams } = listApprovers({ approval })
  const ofPeople = given.filter(({ kind }) => kind === 'person')
  if (!people.every((email) => ofPeople.some(({ listed }) => listed === email.toLowerCase()))) return false
  // A listed person has approved as that person, not for a team.
  const forTeams = given.filter(
    ({ kind, person_id: id }) => kind === 'team' && !ofPeople.some(({ person_id: other }) => other === id)
  )
  const approvers = assignApprovers(teams, (team) =>
    forTeams.filter(({ listed }) => listed === team).map(({ person_id: id }) => id)
  )
  for (const [team, person] of approvers)
    await tx.run(sql`
      update playbook_approvals set team_id = ${forTeams.find(({ listed }) => listed === team)?.team_id ?? null}
      where run_id = ${runId} and person_id = ${person}`)
  return approvers.size === new Set(teams).size
}

/**
 * Assigns people to as many teams as possible, each person to one team: the approval of one person must not count for
 * two approvers.
 */
export function assignApprovers(
  teams: readonly string[],
  membersOf: (team: string) => readonly string[]
): ReadonlyMap<string, string> {
  const personOf = new Map<string, string>()
  const assign = (team: string, tried: Set<string>): boolean =>
    membersOf(team).some((person) => {
      if (tried.has(person)) return false
      tried.add(person)
      const other = [...personOf].find(([, assigned]) => assigned === person)?.[0]
      if (other !== undefined && !assign(other, tried)) return false
      personOf.set(team, person)
      return true
    })
  for (const team of new Set(teams)) assign(team, new Set())
  return personOf
}

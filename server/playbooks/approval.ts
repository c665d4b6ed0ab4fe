import type { PlaybookCaller } from './caller'
import type { Queryable } from '../data/db/db'
import { sql } from '../data/db/sql'
import type { PlaybookSubject } from './permission'
import { listApprovers, type PlaybookSpec, playbookSpecSchema } from './playbook'
import { findPlaybookTarget, type PlaybookTargetKind } from './resource'

type RunRow = { spec: unknown; playbook: PlaybookSubject['playbook'] } & Record<
  `${PlaybookTargetKind}_id`,
  string | null
>

/** Returns a run with its subject, even where its playbook was deleted. @returns undefined when there is none. */
export async function findPlaybookRun(
  db: Queryable,
  id: string
): Promise<{ spec: unknown; about: PlaybookSubject } | undefined> {
  const [row] = await db.query<RunRow>(sql`
    select r.spec, r.config_id::text, r.component_id::text, r.check_id::text,
      json_build_object('id', p.id, 'name', p.name, 'namespace', p.namespace) as playbook
    from playbook_runs r join playbooks p on p.id = r.playbook_id where r.id = ${id}`)
  if (!row) return undefined
  const kind = (['config', 'component', 'check'] as const).find((one) => row[`${one}_id`] !== null)
  const resource = kind && (await findPlaybookTarget(db, kind, row[`${kind}_id`] ?? ''))
  return { spec: row.spec, about: { playbook: row.playbook, resource } }
}

/** Returns the listed approvers as which the caller can approve: themselves, and their teams. */
async function readApproverRoles(db: Queryable, spec: PlaybookSpec, caller: PlaybookCaller) {
  const { people, teams } = listApprovers(spec)
  const isPerson = caller.email !== null && people.some((email) => email.toLowerCase() === caller.email?.toLowerCase())
  const listed = await db.query<{ id: string }>(sql`
    select t.id::text from teams t join team_members m on m.team_id = t.id
    where m.person_id = ${caller.id} and t.deleted_at is null and t.name = any(${teams}::text[])`)
  return { isPerson, teamIds: listed.map(({ id }) => id) }
}

/** Whether the caller is a listed approver or a member of a listed team. */
export async function isEligibleApprover(db: Queryable, spec: PlaybookSpec, caller: PlaybookCaller): Promise<boolean> {
  const { isPerson, teamIds } = await readApproverRoles(db, spec, caller)
  return isPerson || teamIds.length > 0
}

/** Stores an approval for every role of the caller, and starts the run once all approvals are present. */
export async function storeApprovals(
  tx: Queryable,
  runId: string,
  spec: PlaybookSpec,
  caller: PlaybookCaller,
  at: Date
) {
  const { isPerson, teamIds } = await readApproverRoles(tx, spec, caller)
  const approvals = [
    ...(isPerson ? [{ person: caller.id, team: null }] : []),
    ...teamIds.map((team) => ({ person: null, team })),
  ]
  for (const { person, team } of approvals)
    await tx.run(sql`
      insert into playbook_approvals (run_id, person_id, team_id, created_at)
      values (${runId}, ${person}, ${team}, ${at})`)
  await startIfApproved(tx, runId, spec, at)
}

async function startIfApproved(tx: Queryable, runId: string, spec: Pick<PlaybookSpec, 'approval'>, at: Date) {
  if (await isApproved(tx, runId, spec))
    await tx.run(sql`
      update playbook_runs set status = 'scheduled', scheduled_time = ${at}
      where id = ${runId} and status = 'pending_approval'`)
}

type Pending = { id: string; spec: unknown }

const parseApproval = (spec: unknown) => playbookSpecSchema.pick({ approval: true }).safeParse(spec).data

/** Starts a run that now has the required approvals. */
export async function reevaluateRun(tx: Queryable, runId: string, at: Date): Promise<void> {
  const [run] = await tx.query<Pending>(sql`
    select id::text, spec from playbook_runs where id::text = ${runId} and status = 'pending_approval'`)
  const spec = run && parseApproval(run.spec)
  if (spec) await startIfApproved(tx, runId, spec, at)
}

/** Applies changed approvers of a playbook to its runs that wait for approval. */
export async function reevaluatePlaybookRuns(tx: Queryable, playbookId: string, at: Date): Promise<void> {
  const runs = await tx.query<Pending>(sql`
    update playbook_runs r set spec = case
      when p.spec ? 'approval' then jsonb_set(r.spec, '{approval}', p.spec -> 'approval') else r.spec - 'approval' end
    from playbooks p
    where p.id = r.playbook_id and p.id::text = ${playbookId} and r.status = 'pending_approval'
    returning r.id::text, r.spec`)
  for (const { id, spec } of runs) {
    const read = parseApproval(spec)
    if (read) await startIfApproved(tx, id, read, at)
  }
}

async function isApproved(db: Queryable, runId: string, spec: Pick<PlaybookSpec, 'approval'>): Promise<boolean> {
  const given = await db.query<{ email: string | null; team: string | null }>(sql`
    select lower(p.email) as email, t.name as team from playbook_approvals a
    left join people p on p.id = a.person_id left join teams t on t.id = a.team_id
    where a.run_id = ${runId}`)
  const { people, teams } = listApprovers(spec)
  const answers = [
    ...people.map((person) => given.some(({ email }) => email === person.toLowerCase())),
    ...teams.map((name) => given.some(({ team }) => team === name)),
  ]
  return spec.approval?.type === 'any' ? answers.some(Boolean) : answers.every(Boolean)
}

import { z } from 'zod'
import { addImpliedRoles } from '@/shared/access/policy'
import { subjectRoles } from '@/shared/access/right-lists'
import type { Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import type { Caller } from '../../http/route'
import { readCallers } from './people'
import { readPermissionsOf } from './rules'

/** A person, a team or a role, with what its rules are derived from. */
export type AccessSubject = {
  type: 'person' | 'team' | 'role'
  id: string
  name: string
  caller: Pick<Caller, 'roles' | 'permissions' | 'token'>
}

/**
 * Finds people and teams by their id, and roles by their name. Those that do not exist are left out. A team has what its
 * membership gives to a person without a role.
 */
export async function findSubjects(db: Queryable, ids: readonly string[]): Promise<Map<string, AccessSubject>> {
  const uuids = ids.filter((id) => z.guid().safeParse(id).success)
  const roles = subjectRoles.filter((role) => ids.includes(role))
  const people = uuids.length > 0 ? await readCallers(db, uuids) : []
  const teams = uuids.length > people.length ? await readTeams(db, uuids) : []
  const shared = roles.length + teams.length > 0 ? await readPermissionsOf(db, []) : []
  const subjects: AccessSubject[] = [
    ...people.map((caller): AccessSubject => ({ type: 'person', id: caller.id, name: caller.name, caller })),
    ...roles.map((id) => toRole(id, shared)),
    ...(await withPermissions(db, teams, shared)),
  ]
  return new Map(subjects.map((one) => [one.id, one]))
}

/** Every role, and every team that has permissions of its own. */
export async function readGroups(db: Queryable, most: number): Promise<AccessSubject[]> {
  const shared = await readPermissionsOf(db, [])
  const teams = await db.query<Team>(sql`
    select id::text, name from teams where deleted_at is null and exists (
      select from permissions where deleted_at is null and (team_id = teams.id or subject = teams.id::text)
    ) order by name, id limit ${most}`)
  return [...subjectRoles.map((id) => toRole(id, shared)), ...(await withPermissions(db, teams, shared))]
}

type Team = { id: string; name: string }

const readTeams = (db: Queryable, ids: readonly string[]) =>
  db.query<Team>(sql`select id::text, name from teams where id = any(${[...ids]}::uuid[]) and deleted_at is null`)

const toRole = (id: string, permissions: Caller['permissions']): AccessSubject => ({
  type: 'role',
  id,
  name: id,
  caller: { roles: addImpliedRoles(id === 'everyone' ? [] : [id]), permissions },
})

async function withPermissions(
  db: Queryable,
  teams: readonly Team[],
  shared: Caller['permissions']
): Promise<AccessSubject[]> {
  if (teams.length === 0) return []
  const own = await readPermissionsOf(
    db,
    teams.map(({ id }) => id)
  )
  return teams.map(({ id, name }) => ({
    type: 'team',
    id,
    name,
    caller: {
      roles: addImpliedRoles([]),
      permissions: [...shared, ...own.filter(({ subject, group }) => group === null && subject === id)],
    },
  }))
}

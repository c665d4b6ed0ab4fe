import {
  type AccessAction,
  type AccessObject,
  type AccessRule,
  addImpliedRoles,
  allows,
  denies,
} from '@/shared/access/policy'
import type { PersonReader, Queryable, Reader } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import type { LocalProperties } from '../../data/properties'
import type { Caller } from '../../http/route'
import { asServer, resolveReader } from './reader'
import { collectRules, permissionsSql } from './rules'

/** The database as a person may read it at this moment; all of it for the server itself (null). */
export type ReadAs = (personId: string | null) => Promise<PersonReader>

type Deps = { db: Reader; local: LocalProperties }

/**
 * For what engines read on behalf of a person who sends no request: the writer of a document, or the person who started
 * a run. Of a person who was removed only the denials count, so that documents outlive their authors.
 */
export const createReadAs =
  ({ db, local }: Deps): ReadAs =>
  async (personId) => {
    const person = personId === null ? undefined : await readPerson(db, personId)
    // The server writes documents as System, and rows of earlier installations may name nobody.
    if (!person || person.isSystem) return asServer(db)
    const caller = { roles: addImpliedRoles(person.roles), permissions: person.permissions }
    return resolveReader({ db, local }, person.isRemoved ? { roles: ['viewer'] } : caller, collectRules(caller))
  }

/** The rules that apply to a person at this moment, for what engines start on the person's behalf. */
export async function readRulesOf(db: Queryable, personId: string): Promise<AccessRule[]> {
  const person = await readPerson(db, personId)
  if (!person || person.isRemoved) return []
  return collectRules({ roles: addImpliedRoles(person.roles), permissions: person.permissions })
}

/** Whether the writer of a document has a right at this moment. Of a person who was removed, only the denials count. */
export async function mayWriter(
  db: Queryable,
  personId: string | null,
  action: AccessAction,
  object: AccessObject
): Promise<boolean> {
  const person = personId === null ? undefined : await readPerson(db, personId)
  if (!person || person.isSystem) return true
  const rules = collectRules({ roles: addImpliedRoles(person.roles), permissions: person.permissions })
  return person.isRemoved ? !denies(rules, object, action) : allows(rules, object, action)
}

type Person = Pick<Caller, 'roles' | 'permissions'> & { isRemoved: boolean; isSystem: boolean }

async function readPerson(db: Queryable, id: string): Promise<Person | undefined> {
  const [person] = await db.query<Person>(sql`
    select deleted_at is not null as "isRemoved", name = 'System' and email is null as "isSystem",
      (select coalesce(json_agg(v1 order by id), '[]') from casbin_rule where ptype = 'g' and v0 = people.id::text) as roles,
      ${permissionsSql(sql`people.id`)} as permissions
    from people where id = ${id}`)
  return person
}

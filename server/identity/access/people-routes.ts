import type { Context } from 'hono'
import { z } from 'zod'
import { assignableRoles } from '@/shared/access/policy'
import type { Db, Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { readBody } from '../../http/body'
import {
  type RouteEnv,
  withRights,
  ownerOrRights,
  type Right,
  type Route,
  defineRoute,
  requireCaller,
} from '../../http/route'
import {
  changeAccount,
  normaliseEmail,
  writeAccountEvent,
  removeAccount,
  type NotifyAddressChange,
} from './change-account'
import { refuseUnlessAllowed } from './authorise'

const role = z.enum(assignableRoles)
/** Names are used in mails and log lines, so control characters and line breaks are refused. */
const name = z
  .string()
  .trim()
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u)
// The pattern that browsers use. It accepts mailboxes of the local machine, such as `admin@local`.
const email = z
  .string()
  .transform(normaliseEmail)
  .pipe(z.email({ pattern: z.regexes.html5Email }).max(254))
const update = z.object({
  id: z.guid(),
  firstName: name.min(1).optional(),
  lastName: name.optional(),
  email: email.optional(),
  role: role.optional(),
  active: z.boolean().optional(),
})
const MOST_PROPERTIES_CHARACTERS = 10_000
const properties = z
  .record(z.string(), z.json())
  .refine((value) => JSON.stringify(value).length <= MOST_PROPERTIES_CHARACTERS, 'The properties are too long')

/**
 * Routes for people and their roles. Requests are already authorised.
 * @param addressChanged notifies the owner of an address that an account no longer has. Undefined without an outbox.
 */
export function peopleRoutes(db: Db, addressChanged?: NotifyAddressChange): readonly Route[] {
  return [
    defineRoute('POST', '/api/people/update', withRights(['update', 'people']), async (context) => {
      const body = await readBody(context, update)
      if (!body.success) return invalid(context, body.error)
      const { id, role: given, ...rest } = body.data
      const rights = await rightsFor(db, id, body.data)
      const refused = refuseUnlessAllowed(requireCaller(context), context.get('rules'), rights)
      if (refused) return refused
      const traits = await db.transaction(async (tx) => {
        const actorId = actorOf(context)
        const changed = await changeAccount(tx, id, withoutUndefined(rest), actorId, addressChanged)
        if (changed && given !== undefined) await replaceRoles(tx, id, given, actorId)
        return changed
      })
      return traits ? context.json(traits) : personNotFound(context)
    }),

    defineRoute('DELETE', '/api/people/:id', withRights(['delete', 'people']), async (context) => {
      const id = z.guid().safeParse(context.req.param('id'))
      const removed = id.success && (await db.transaction((tx) => removeAccount(tx, id.data, actorOf(context))))
      return removed ? context.body(null, 204) : personNotFound(context)
    }),

    defineRoute('POST', '/api/rbac/:id/update_role', withRights(['update', 'rbac']), async (context) => {
      const id = z.guid().safeParse(context.req.param('id'))
      const body = await readBody(context, z.object({ roles: z.array(role).min(1) }))
      if (!body.success) return invalid(context, body.error)
      const exists =
        id.success && (await db.transaction((tx) => addRoles(tx, id.data, body.data.roles, actorOf(context))))
      return exists ? context.json({ message: 'Role updated successfully' }) : personNotFound(context)
    }),

    defineRoute(
      'POST',
      '/api/auth/:id/update_state',
      withRights(['update', 'auth'], ['update', 'people']),
      async (context) => {
        const id = z.guid().safeParse(context.req.param('id'))
        const body = await readBody(context, z.object({ state: z.enum(['active', 'inactive']) }))
        if (!body.success) return invalid(context, body.error)
        const active = body.data.state === 'active'
        const traits =
          id.success && (await db.transaction((tx) => changeAccount(tx, id.data, { active }, actorOf(context))))
        return traits ? context.json({ message: 'State updated successfully' }) : personNotFound(context)
      }
    ),

    defineRoute('POST', '/api/auth/:id/properties', ownerOrRights(['update', 'auth']), async (context) => {
      const id = z.guid().safeParse(context.req.param('id'))
      const body = await readBody(context, properties)
      if (!body.success) return invalid(context, body.error)
      const changed =
        id.success &&
        (await db.run(sql`
        update people set properties = ${JSON.stringify(body.data)}::jsonb, updated_at = now()
        where id = ${id.data} and deleted_at is null`))
      return changed ? context.json({ message: 'Properties updated successfully' }) : personNotFound(context)
    }),
  ]
}

const invalid = (context: Context, error: z.ZodError) =>
  context.json({ error: z.prettifyError(error), message: 'Invalid request body' }, 400)

const personNotFound = (context: Context) => context.json({ error: 'Person not found' }, 404)

const actorOf = (context: Context<RouteEnv>) => requireCaller(context).id

/**
 * The rights that a change requires in addition to `update` on `people`. A new role could grant more than its giver
 * has, and a new address gives access to the reader of its mailbox. Forms send both fields even if they are unchanged.
 */
async function rightsFor(db: Queryable, id: string, change: z.infer<typeof update>): Promise<Right[]> {
  const [person] = await db.query<{ email: string | null; roles: string[] }>(sql`
    select coalesce((select traits ->> 'email' from identity.identities where id = people.id), email) as email,
      (select coalesce(json_agg(v1), '[]') from casbin_rule where ptype = 'g' and v0 = people.id::text) as roles
    from people where id = ${id} and deleted_at is null`)
  if (!person) return []
  const isSameRole = change.role === undefined || (person.roles.length === 1 && person.roles[0] === change.role)
  const isSameAddress = change.email === undefined || normaliseEmail(person.email ?? '') === change.email
  return [
    ...(isSameRole && isSameAddress ? [] : ([['update', 'rbac']] as const)),
    ...(isSameAddress ? [] : ([['update', 'auth']] as const)),
  ]
}

async function replaceRoles(tx: Queryable, id: string, given: string, actorId: string): Promise<void> {
  const gone = await tx.query<{ v1: string }>(
    sql`delete from casbin_rule where ptype = 'g' and v0 = ${id} and v1 <> ${given} returning v1`
  )
  if (gone.length > 0)
    await writeAccountEvent(tx, 'roles.changed', { id, actorId }, { taken: gone.map(({ v1 }) => v1) })
  await addRoles(tx, id, [given], actorId)
}

/** @returns false when the person does not exist. */
async function addRoles(tx: Queryable, id: string, roles: readonly string[], actorId: string): Promise<boolean> {
  const [person] = await tx.query(sql`select from people where id = ${id} and deleted_at is null for update`)
  if (!person) return false
  const added = await tx.query<{ v1: string }>(sql`
    insert into casbin_rule (ptype, v0, v1) select 'g', ${id}, role from unnest(${[...new Set(roles)]}::text[]) as role
    where not exists (select from casbin_rule where ptype = 'g' and v0 = ${id} and v1 = role) returning v1`)
  if (added.length > 0)
    await writeAccountEvent(tx, 'roles.changed', { id, actorId }, { given: added.map(({ v1 }) => v1) })
  return true
}

const withoutUndefined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

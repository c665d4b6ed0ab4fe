import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { givenRoles } from '../../src/lib/policy'
import type { Db, Queryable } from '../db/db'
import { sql } from '../db/sql'
import { changeAccount, removeAccount } from './accounts'
import { type Env, unlessAllowed } from './authorise'

const role = z.enum(givenRoles)
const name = z.string().trim().max(200)
const update = z.object({
  id: z.guid(),
  firstName: name.min(1).optional(),
  lastName: name.optional(),
  email: z.email().max(320).optional(),
  role: role.optional(),
  active: z.boolean().optional(),
})
const MOST_PROPERTIES_CHARACTERS = 10_000
const properties = z
  .record(z.string(), z.json())
  .refine((value) => JSON.stringify(value).length <= MOST_PROPERTIES_CHARACTERS, 'The properties are too long')

/** Who people are and which roles they have. Authorisation has happened. */
export function peopleRoutes(db: Db): Hono<Env> {
  const app = new Hono<Env>()

  app.post('/people/update', async (context) => {
    const body = await readBody(context, update)
    if (!body.success) return invalid(context, body.error)
    const { id, role: given, ...rest } = body.data
    const refused = given === undefined || (await hasOnly(db, id, given)) ? undefined : mayGiveRoles(context)
    if (refused) return refused
    const traits = await db.transaction(async (tx) => {
      const changed = await changeAccount(tx, id, withoutUndefined(rest))
      if (changed && given !== undefined) await replaceRoles(tx, id, given)
      return changed
    })
    return traits ? context.json(traits) : nobody(context)
  })

  app.delete('/people/:id', async (context) => {
    const id = z.guid().safeParse(context.req.param('id'))
    const removed = id.success && (await db.transaction((tx) => removeAccount(tx, id.data)))
    return removed ? context.body(null, 204) : nobody(context)
  })

  app.post('/rbac/:id/update_role', async (context) => {
    const id = z.guid().safeParse(context.req.param('id'))
    const body = await readBody(context, z.object({ roles: z.array(role).min(1) }))
    if (!body.success) return invalid(context, body.error)
    const exists = id.success && (await db.transaction((tx) => addRoles(tx, id.data, body.data.roles)))
    return exists ? context.json({ message: 'Role updated successfully' }) : nobody(context)
  })

  app.post('/auth/:id/update_state', async (context) => {
    const id = z.guid().safeParse(context.req.param('id'))
    const body = await readBody(context, z.object({ state: z.enum(['active', 'inactive']) }))
    if (!body.success) return invalid(context, body.error)
    const active = body.data.state === 'active'
    const traits = id.success && (await db.transaction((tx) => changeAccount(tx, id.data, { active })))
    return traits ? context.json({ message: 'State updated successfully' }) : nobody(context)
  })

  app.post('/auth/:id/properties', async (context) => {
    const id = z.guid().safeParse(context.req.param('id'))
    const body = await readBody(context, properties)
    if (!body.success) return invalid(context, body.error)
    const changed =
      id.success &&
      (await db.run(sql`
        update people set properties = ${JSON.stringify(body.data)}::jsonb, updated_at = now()
        where id = ${id.data} and deleted_at is null`))
    return changed ? context.json({ message: 'Properties updated successfully' }) : nobody(context)
  })

  return app
}

async function readBody<T>(context: Context, schema: z.ZodType<T>) {
  return schema.safeParse(await context.req.json().catch(() => undefined))
}

const invalid = (context: Context, error: z.ZodError) =>
  context.json({ error: z.prettifyError(error), message: 'Invalid request body' }, 400)

const nobody = (context: Context) => context.json({ error: 'There is no such person' }, 404)

/** To give a role is more than to change a person: it could give what whoever gives it does not have. */
function mayGiveRoles(context: Context<Env>): Response | undefined {
  const caller = context.get('caller')
  return caller && unlessAllowed(caller, context.get('rules'), 'rbac', 'update')
}

/** Forms send the role along with whatever else was changed. */
async function hasOnly(db: Queryable, id: string, given: string): Promise<boolean> {
  const rows = await db.query<{ v1: string }>(sql`select v1 from casbin_rule where ptype = 'g' and v0 = ${id}`)
  return rows.length > 0 && rows.every(({ v1 }) => v1 === given)
}

async function replaceRoles(tx: Queryable, id: string, given: string): Promise<void> {
  await tx.run(sql`delete from casbin_rule where ptype = 'g' and v0 = ${id} and v1 <> ${given}`)
  await addRoles(tx, id, [given])
}

/** @returns false when there is no such person. */
async function addRoles(tx: Queryable, id: string, roles: readonly string[]): Promise<boolean> {
  const [person] = await tx.query(sql`select from people where id = ${id} and deleted_at is null for update`)
  if (!person) return false
  await tx.run(sql`
    insert into casbin_rule (ptype, v0, v1) select 'g', ${id}, role from unnest(${[...new Set(roles)]}::text[]) as role
    where not exists (select from casbin_rule where ptype = 'g' and v0 = ${id} and v1 = role)`)
  return true
}

const withoutUndefined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

import type { Context } from 'hono'
import { z } from 'zod'
import type { Queryable } from '../../data/db/db'
import { readBody } from '../../http/body'
import { type RouteEnv, withRights, type Route, defineRoute, requireCaller } from '../../http/route'
import { queueMail } from '../mail/courier'
import { givingAccountsRights } from '../access/relations'
import { readExchange } from '../http/exchange'
import { type InvitationContext, createSignInLink, inviteUser } from './invitations'
import { emailChangedMail } from '../mail/mails'
import { outboxQuery, formatContentRange, readOutbox } from '../mail/outbox'
import { parseTraits } from './traits'
import type { IdentityService } from '../types'

/** Roles that an invitation can assign. */
const roles = ['admin', 'editor', 'viewer', 'guest', 'commander', 'responder'] as const

const invitationBody = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(roles),
})

const givingAccounts = withRights(...givingAccountsRights)

/** Administrator routes for accounts of other people. Each hands out a way to sign in. */
export function accountRoutes(service: IdentityService): readonly Route[] {
  const invitingOf = (context: Context<RouteEnv>): InvitationContext => {
    const { id, name } = requireCaller(context)
    return { service, inviter: { id, name }, origin: readExchange(service, context.req.raw, '').origin }
  }

  return [
    defineRoute('POST', '/api/auth/invite_user', givingAccounts, async (context) => {
      const body = await readBody(context, invitationBody)
      if (!body.success) return invalid(context, z.prettifyError(body.error))
      const { firstName, lastName, email, role } = body.data
      const traits = parseTraits({ email, name: { first: firstName, last: lastName } })
      if (!traits.ok) {
        const sentences = Object.values(traits.messages).map(({ text }) => text)
        return invalid(context, sentences.join(' '))
      }
      const made = await inviteUser(invitingOf(context), { email: traits.value.email, role })
      if (made === 'account') return context.json({ error: 'user already exists' }, 409)
      if (made === 'invitation') return context.json({ error: 'pending invite already exists' }, 409)
      return context.json(made)
    }),

    defineRoute('POST', '/api/auth/:id/resend_invite', givingAccounts, async (context) => {
      const id = z.uuid().safeParse(context.req.param('id'))
      const link = id.success ? await createSignInLink(invitingOf(context), id.data) : undefined
      return link ? context.json(link) : context.json({ error: 'No active account with this id' }, 404)
    }),

    // Messages in the outbox contain sign-in codes.
    defineRoute('GET', '/api/auth/outbox', givingAccounts, async (context) => {
      const query = outboxQuery.safeParse(context.req.query())
      if (!query.success) return invalid(context, z.prettifyError(query.error), 'Invalid query')
      const { rows, total } = await readOutbox(service.db, query.data)
      return context.json(rows, 200, { 'Content-Range': formatContentRange(query.data, rows.length, total) })
    }),
  ]
}

/** Notifies the owner of an address that an administrator has replaced it. */
export const notifyAddressChange =
  ({ now }: IdentityService) =>
  (tx: Queryable, before: string, after: string): Promise<void> =>
    queueMail(tx, now(), before, emailChangedMail(after))

const invalid = (context: Context, error: string, message = 'Invalid request body') =>
  context.json({ error, message }, 400)

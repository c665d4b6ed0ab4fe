import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { rowNames } from '../names'
import { callChange } from '../call-change'
import { call } from '../http'
import { readPart } from '../parts'
import { eq, isNull, order, select } from '../postgrest'

const row = z.object({
  id: z.guid(),
  email: z.string(),
  role: z.string(),
  invited_at: z.iso.datetime({ offset: true }),
  invited_by: z.nullish(z.guid()),
})

const inviter = z.object({ id: z.guid(), name: z.nullish(z.string()) })

/** An invitation to create an account that nobody has accepted yet. */
export type PendingInvitation = {
  id: string
  email: string
  role: string
  invitedAt: string
  /** The name of the person who invited; empty if unknown. */
  invitedBy: string
  /** The parts that could not be read, each with its reason, as sentences. */
  missing?: readonly string[]
}

const PATH = '/api/db/invites'

export const invitations = {
  all: ['invitations'] as const,

  /** The pending invitations, the newest first. Requires permission to update accounts and roles. */
  pending: () =>
    queryOptions({
      queryKey: [...invitations.all, 'pending'],
      meta: { names: rowNames<PendingInvitation>('invitation', ({ email }) => email) },
      queryFn: async ({ signal }): Promise<PendingInvitation[]> => {
        const missing: string[] = []
        const [rows, people] = await Promise.all([
          call({
            path: PATH,
            query: [
              select('id', 'email', 'role', 'invited_at', 'invited_by'),
              isNull('accepted_at'),
              order('invited_at.desc'),
            ],
            schema: z.array(row),
            signal,
          }),
          // The relation has no relationship to people in every backend.
          readPart(
            'Names of inviters',
            call({ path: '/api/db/people', query: [select('id', 'name')], schema: z.array(inviter), signal }),
            missing
          ),
        ])
        const nameOf = new Map(people?.map(({ id, name }) => [id, name?.trim()]))
        return rows.map(({ invited_at, invited_by, ...rest }) => ({
          ...rest,
          invitedAt: invited_at,
          invitedBy: (invited_by && nameOf.get(invited_by)) ?? '',
          ...(missing.length > 0 && { missing }),
        }))
      },
    }),

  /** Withdraws an invitation: its link stops working. */
  withdraw: () =>
    mutationOptions({
      mutationFn: (id: string) =>
        callChange({
          method: 'delete',
          path: PATH,
          query: [eq('id', id), isNull('accepted_at')],
          schema: z.object({ id: z.guid() }),
          missing: 'This invitation is no longer pending: it was accepted or withdrawn.',
        }),
      meta: { invalidates: [invitations.all] },
    }),
}

/** The link of an invitation to this console. @param origin of the console */
export const invitationLink = (id: string, origin: string): string => `${origin}/login?invite=${encodeURIComponent(id)}`

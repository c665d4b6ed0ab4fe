import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { rowNames } from '../names'
import { ApiError, call } from '../http'
import { readPart } from '../parts'
import { invitations } from './invitations'
import { alphabetical } from '@/lib/alphabetical'
import { isNull, order, select } from '../postgrest'

/** Mission Control joins first and last name with a space, also without a last name. */
const text = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => value?.trim() ?? '')
)

const person = z.object({
  id: z.guid(),
  name: text,
  email: text,
  type: text,
  avatar: text,
  last_login: z.nullish(z.iso.datetime({ offset: true })),
})

const withRoles = z.object({ id: z.guid(), roles: z.nullable(z.array(z.string())) })

const identity = z.object({
  id: z.guid(),
  state: text,
  traits: z.nullish(z.object({ email: text, name: z.nullish(z.object({ first: text, last: text })) })),
})

type Row = z.infer<typeof person>

/**
 * Whether a person can sign in. `invited`: can sign in, but never has. `none`: has no account. `unread`: the accounts
 * could not be read.
 */
export type AccountState = 'active' | 'invited' | 'off' | 'none' | 'unread'

export type Person = {
  id: string
  name: string
  firstName: string
  lastName: string
  /** Empty if unknown. */
  email: string
  avatar: string
  /** Undefined if the roles could not be read. */
  roles: readonly string[] | undefined
  account: AccountState
  /** Undefined if the person never signed in. */
  lastLogin: string | undefined
  /** The parts that could not be read, each with its reason, as sentences. */
  missing?: readonly string[]
}

/** Mission Control lists the group of all users, and teams by their ids, among the roles. */
const isAssigned = (role: string) => role !== 'everyone' && !z.guid().safeParse(role).success

/** Rows that the console uses for its own actions. */
const isMachine = ({ name, email, type }: Row) => type === 'agent' || (name === 'System' && email === '')

/**
 * People sorted by name, joined with their roles and accounts. Agents are excluded because they have a page of their
 * own.
 */
export function joinPeople(
  rows: readonly Row[],
  roles: readonly z.infer<typeof withRoles>[] | undefined,
  identities: readonly z.infer<typeof identity>[] | undefined
): Person[] {
  const rolesOf = new Map(roles?.map((one) => [one.id, one.roles ?? []]))
  const identityOf = new Map(identities?.map((one) => [one.id, one]))
  return (
    rows
      .filter((row) => !isMachine(row))
      .map((row) => {
        const known = identityOf.get(row.id)
        const [first = '', ...rest] = row.name.split(' ')
        return {
          id: row.id,
          name: row.name || row.email,
          firstName: known?.traits?.name?.first || first,
          lastName: known?.traits?.name ? known.traits.name.last : rest.join(' '),
          email: known?.traits?.email || row.email,
          avatar: row.avatar,
          roles: roles ? (rolesOf.get(row.id) ?? []).filter(isAssigned) : undefined,
          account: identities ? readAccountState(known?.state, row.last_login) : 'unread',
          lastLogin: row.last_login ?? undefined,
        }
      })
      // The backend sorts in the order of its database, where Á may come after Z.
      .toSorted((a, b) => alphabetical(a.name, b.name))
  )
}

function readAccountState(state: string | undefined, lastLogin: string | null | undefined): AccountState {
  if (state === undefined) return 'none'
  if (state === 'inactive') return 'off'
  return lastLogin ? 'active' : 'invited'
}

/** @returns an empty list if the backend has no sign-in of its own, and therefore no such relation. */
async function readIdentities(signal: AbortSignal) {
  try {
    return await call({
      path: '/api/db/identities',
      query: [select('id', 'state', 'traits')],
      schema: z.array(identity),
      signal,
    })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return []
    throw error
  }
}

/** The one-time values of an invitation. */
const invitation = z.object({
  link: z.string(),
  /** A code that the page behind the link may require. Newer backends have none. */
  code: z.nullish(z.string()),
  /** Absent if the backend does not report it. */
  mail_sent: z.nullish(z.boolean()),
})
export type Invitation = z.infer<typeof invitation>

export type NewPerson = { firstName: string; lastName: string; email: string; role: string }

/** Absent members stay unchanged. */
type PersonChange = Partial<NewPerson> & { id: string; active?: boolean }

export const people = {
  all: ['people'] as const,

  /** All people who are not deleted, sorted by name, with roles and account. */
  list: () =>
    queryOptions({
      queryKey: [...people.all, 'list'],
      meta: { names: rowNames<Person>('person', ({ name }) => name) },
      queryFn: async ({ signal }) => {
        const missing: string[] = []
        const [rows, roles, identities] = await Promise.all([
          call({
            path: '/api/db/people',
            query: [
              select('id', 'name', 'email', 'type', 'avatar', 'last_login'),
              isNull('deleted_at'),
              order('name.asc'),
            ],
            schema: z.array(person),
            signal,
          }),
          readPart(
            'Roles',
            call({ path: '/api/db/people_roles', query: [select('id', 'roles')], schema: z.array(withRoles), signal }),
            missing
          ),
          readPart('Accounts', readIdentities(signal), missing),
        ])
        const found = joinPeople(rows, roles, identities)
        return missing.length === 0 ? found : found.map((one) => ({ ...one, missing }))
      },
    }),

  /** Invites a person to create an account. Requires permission to update accounts and roles. */
  invite: () =>
    mutationOptions({
      mutationFn: (body: NewPerson) =>
        call({ method: 'post', path: '/api/auth/invite_user', body, schema: invitation }),
      meta: { invalidates: [people.all, invitations.all] },
    }),

  /** Creates another link for an existing account. Earlier links become invalid. */
  inviteAgain: () =>
    mutationOptions({
      mutationFn: (id: string) =>
        call({ method: 'post', path: `/api/auth/${encodeURIComponent(id)}/resend_invite`, schema: invitation }),
      meta: { invalidates: [people.all] },
    }),

  /** Updates a person. A new role replaces all roles. */
  update: () =>
    mutationOptions({
      mutationFn: (body: PersonChange) =>
        call({ method: 'post', path: '/api/people/update', body, schema: z.unknown() }),
      meta: { invalidates: [people.all] },
    }),

  addRoles: () =>
    mutationOptions({
      mutationFn: ({ id, roles }: { id: string; roles: readonly string[] }) =>
        call({
          method: 'post',
          path: `/api/rbac/${encodeURIComponent(id)}/update_role`,
          body: { roles },
          schema: z.unknown(),
        }),
      meta: { invalidates: [people.all] },
    }),

  setState: () =>
    mutationOptions({
      mutationFn: ({ id, state }: { id: string; state: 'active' | 'inactive' }) =>
        call({
          method: 'post',
          path: `/api/auth/${encodeURIComponent(id)}/update_state`,
          body: { id, state },
          schema: z.unknown(),
        }),
      meta: { invalidates: [people.all] },
    }),

  /** Deletes the account, sessions, roles and tokens of a person. */
  remove: () =>
    mutationOptions({
      mutationFn: (id: string) =>
        call({ method: 'delete', path: `/api/people/${encodeURIComponent(id)}`, schema: z.unknown() }),
      meta: { invalidates: [people.all] },
    }),
}

/**
 * A complete change of a person, for backends that treat absent members as empty.
 * @param role undefined keeps the roles.
 */
export const toPersonChange = (
  { id, firstName, lastName, email, account }: Person,
  role: string | undefined
): PersonChange => ({
  id,
  ...(firstName === '' ? {} : { firstName }),
  lastName,
  ...(email === '' ? {} : { email }),
  ...(role === undefined ? {} : { role }),
  ...(account === 'none' ? {} : { active: account !== 'off' }),
})

import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { WHOAMI_PATH } from '@/shared/first-requests'
import type { AccessRule } from '@/shared/access/policy'
import { call } from '../http'

/** A backend may omit members or send null. */
const text = (fallback: string) =>
  z.pipe(
    z.nullish(z.string()),
    z.transform((value) => value ?? fallback)
  )

const rule = z.pipe(
  z.object({
    id: text(''),
    subject: text(''),
    object: text(''),
    action: text(''),
    condition: text('true'),
    deny: z.nullish(z.boolean()),
  }),
  z.transform(({ deny, ...rest }): AccessRule => ({ ...rest, ...(deny && { deny }) }))
)

export const whoamiAnswer = z.object({
  payload: z.object({
    user: z.object({ id: z.string(), name: z.string(), email: z.nullish(z.string()), avatar: z.nullish(z.string()) }),
    /** Implicit roles come first. Duplicates are normal. */
    roles: z.nullable(z.array(z.string())),
    permissions: z.nullish(z.array(rule)),
  }),
})

/** What Mission Control allows all signed-in users to read without listing it. */
const unlisted = ['database.public', 'canaries', 'catalog', 'playbooks', 'topology', 'people'].map(
  (object): AccessRule => ({
    id: 'na',
    subject: 'everyone',
    object,
    action: 'read',
    condition: 'true',
  })
)

/** All permissions of the user. A backend that lists any rule for everyone lists all of them. */
const completed = (listed: readonly AccessRule[]): readonly AccessRule[] =>
  listed.length === 0 || listed.some(({ id, subject, deny }) => id === 'na' && subject === 'everyone' && !deny)
    ? listed
    : [...listed, ...unlisted]

type Whoami = {
  id: string
  name: string
  email?: string
  avatar?: string
  roles: readonly string[]
  permissions: readonly AccessRule[]
}

export const whoamiKey = ['whoami'] as const

/** The signed-in user with roles and permissions. */
export const whoami = () =>
  queryOptions({
    queryKey: whoamiKey,
    queryFn: ({ signal }) => call({ path: WHOAMI_PATH, schema: whoamiAnswer, signal }),
    select: ({ payload: { user, roles, permissions } }): Whoami => ({
      id: user.id,
      name: user.name,
      ...(user.email ? { email: user.email } : {}),
      ...(user.avatar ? { avatar: user.avatar } : {}),
      roles: [...new Set(roles)],
      permissions: completed(permissions ?? []),
    }),
  })

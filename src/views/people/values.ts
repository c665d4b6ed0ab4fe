import { z } from 'zod/mini'
import { givenRoles } from '../../lib/policy'
import { capital } from '../../lib/format'

export type PersonValues = { firstName: string; lastName: string; email: string; role: string }

export const noValues: PersonValues = { firstName: '', lastName: '', email: '', role: '' }

const named = {
  firstName: z
    .string()
    .check(z.trim(), z.minLength(1, 'A first name is needed'), z.maxLength(100, 'At most 100 characters')),
  lastName: z.string().check(z.trim(), z.maxLength(100, 'At most 100 characters')),
}
// As browsers check it: a mailbox of this very machine, `admin@local`, is one.
const address = z.email({ pattern: z.regexes.html5Email, error: 'An address such as ada@example.org is needed' })

/** Somebody new: to have an address is to be told apart, to have a role is to be able to do something. */
export const invited = z.object({
  ...named,
  email: z.pipe(z.string().check(z.trim()), address),
  role: z.string().check(z.minLength(1, 'A role is needed')),
})

/** Somebody who is there: what they never had may stay absent. */
export const changed = z.object({
  ...named,
  email: z.pipe(z.string().check(z.trim()), z.union([z.literal(''), address])),
  role: z.string(),
})

const rights: Readonly<Record<(typeof givenRoles)[number], string>> = {
  admin: 'everything',
  editor: 'changes checks, catalog, topology, playbooks',
  commander: 'leads incidents, runs checks',
  responder: 'works on incidents, runs checks',
  viewer: 'reads',
  guest: 'reads',
}

export const roleOptions = givenRoles.map((value) => ({ value, label: capital(value), hint: rights[value] }))

import { z } from 'zod'
import { givenRoles } from '../../lib/policy'
import { capital } from '../../lib/format'

export type PersonValues = { firstName: string; lastName: string; email: string; role: string }

export const noValues: PersonValues = { firstName: '', lastName: '', email: '', role: '' }

const named = {
  firstName: z.string().trim().min(1, 'A first name is needed').max(100, 'At most 100 characters'),
  lastName: z.string().trim().max(100, 'At most 100 characters'),
}
// As browsers check it: a mailbox of this very machine, `admin@local`, is one.
const address = z.email({ pattern: z.regexes.html5Email, error: 'An address such as ada@example.org is needed' })

/** Somebody new: to have an address is to be told apart, to have a role is to be able to do something. */
export const invited = z.object({
  ...named,
  email: z.string().trim().pipe(address),
  role: z.string().min(1, 'A role is needed'),
})

/** Somebody who is there: what they never had may stay absent. */
export const changed = z.object({
  ...named,
  email: z.string().trim().pipe(z.literal('').or(address)),
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

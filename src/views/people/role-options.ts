import { givenRoles } from '../../lib/policy'
import { capital } from '../../lib/format'

const rights: Readonly<Record<(typeof givenRoles)[number], string>> = {
  admin: 'everything',
  editor: 'changes checks, catalog, topology, playbooks',
  commander: 'leads incidents, runs checks',
  responder: 'works on incidents, runs checks',
  viewer: 'reads',
  guest: 'reads',
}

export const roleOptions = givenRoles.map((value) => ({ value, label: capital(value), hint: rights[value] }))

import { assignableRoles } from '@/shared/access/policy'
import { capital } from '@/shared/format'

const rights: Readonly<Record<(typeof assignableRoles)[number], string>> = {
  admin: 'full access',
  editor: 'changes checks, catalog, topology, playbooks',
  commander: 'leads incidents, runs checks',
  responder: 'works on incidents, runs checks',
  viewer: 'read-only',
  guest: 'read-only',
}

export const roleOptions = assignableRoles.map((value) => ({ value, label: capital(value), hint: rights[value] }))

import { refuseWithoutAccounts } from '../../settings/no-accounts'
import { defineResource } from '../../routing/resource'

declare module '../../routing/resource' {
  interface ResourceKinds {
    invitation: true
  }
}

/** The id of an invitation is the secret of its link, so only users who may create accounts can read it. */
export default defineResource({
  kind: 'invitation',
  path: '/settings/invitations',
  title: 'Invitations',
  access: { feature: 'settings.users', areas: ['auth', 'rbac'], action: 'write' },
  hasCommands: true,
  go: { id: 'go.invitations', title: 'Go to invitations', keywords: 'invites pending users' },
  unavailable: refuseWithoutAccounts,
})

import { refuseWithoutAccounts } from '../../settings/no-accounts'
import { defineResource } from '../../routing/resource'

declare module '../../routing/resource' {
  interface ResourceKinds {
    message: true
  }
}

/**
 * Messages contain sign-in codes: they can be read with the embedded backend only, and only by users who may create
 * accounts.
 */
export default defineResource({
  kind: 'message',
  path: '/settings/outbox',
  title: 'Outbox',
  access: { feature: 'settings.users', areas: ['auth', 'rbac'], action: 'write' },
  isPaged: true,
  hasCommands: true,
  go: {
    id: 'go.outbox',
    title: 'Go to the outbox',
    keywords: 'mail messages e-mail email sent codes recovery settings',
  },
  unavailable(deployment) {
    if (deployment?.backend === 'gateway') return 'The backend has no outbox.'
    return refuseWithoutAccounts(deployment)
  },
})

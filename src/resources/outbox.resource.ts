import { NO_ACCOUNTS } from '../lib/accounts'
import type { Resource } from './resource'

/**
 * Messages contain sign-in codes: they can be read with the embedded backend only, and only by users who may create
 * accounts.
 */
export default {
  kind: 'message',
  title: 'Outbox',
  feature: 'settings.users',
  access: { areas: ['auth', 'rbac'], action: 'write' },
  unavailable(deployment) {
    if (deployment?.backend === 'gateway') return 'The backend sends messages directly and has no outbox.'
    return deployment && deployment.signIn !== 'kratos' ? NO_ACCOUNTS : undefined
  },
  go: {
    id: 'go.outbox',
    title: 'Go to the outbox',
    keywords: 'mail messages e-mail email sent invitations codes recovery settings',
  },
  details: () => import('./outbox.details'),
} satisfies Resource

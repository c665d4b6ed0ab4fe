import { NO_ACCOUNTS } from '../lib/accounts'
import type { Resource } from './resource'

/** Mails hold codes to sign in with: only the embedded backend lets anybody read them, and only who may give accounts. */
export default {
  kind: 'message',
  title: 'Outbox',
  feature: 'settings.users',
  access: { areas: ['auth', 'rbac'], action: 'write' },
  unavailable(deployment) {
    if (deployment?.backend === 'gateway') return 'The backend sends its messages itself.'
    return deployment && deployment.signIn !== 'kratos' ? NO_ACCOUNTS : undefined
  },
  go: {
    id: 'go.outbox',
    title: 'Go to the outbox',
    keywords: 'mail messages e-mail email sent invitations codes recovery settings',
  },
  details: () => import('./outbox.details'),
} satisfies Resource

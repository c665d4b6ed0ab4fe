import { NO_ACCOUNTS } from '@/lib/settings/accounts'
import type { ResourceDefinition } from '../resource'

/**
 * Messages contain sign-in codes: they can be read with the embedded backend only, and only by users who may create
 * accounts.
 */
export default {
  kind: 'message',
  unavailable(deployment) {
    if (deployment?.backend === 'gateway') return 'The backend sends messages directly and has no outbox.'
    return deployment && deployment.signIn !== 'kratos' ? NO_ACCOUNTS : undefined
  },
  details: () => import('./details'),
} satisfies ResourceDefinition

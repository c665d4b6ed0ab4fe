/** Statuses of notifications that were not sent and are not in progress. Another attempt can be queued for them. */
export const resendableStatuses = ['error', 'grouped', 'repeat-interval', 'inhibited', 'silenced', 'skipped'] as const

import type { HealthDot } from './catalog/health-status'

/**
 * The meaning of a status word for the reader:
 *
 * - `failed`: broken, or ended without a result.
 * - `attention`: a person has to look or decide.
 * - `running`: work is done now.
 * - `waiting`: nothing happens now; it continues later.
 * - `done`: as intended.
 * - `cancelled`: left out or stopped on purpose.
 * - `decided`: over, nothing is left to do.
 * - `unknown`: no known result.
 */
export type StatusMeaning =
  'failed' | 'attention' | 'running' | 'waiting' | 'done' | 'cancelled' | 'decided' | 'unknown'

/** Every status word of the product with its meaning, as it is displayed, in lower case. */
const words: Readonly<Record<StatusMeaning, readonly string[]>> = {
  failed: [
    'failed',
    'timed out',
    'error',
    'stopped',
    'trying fallback',
    'condition failed',
    'unhealthy',
    'degraded',
    'missing',
    'offline',
    'disabled',
  ],
  attention: ['warning', 'mixed', 'pending approval', 'new', 'open', 'to do', 'likely', 'failing'],
  running: ['running', 'in progress', 'sending', 'starting playbook', 'running playbook', 'investigating'],
  waiting: [
    'waiting',
    'waiting children',
    'sleeping',
    'scheduled',
    'pending',
    'retrying',
    'not started',
    'upcoming',
    'invited',
    'mitigated',
    'possible',
  ],
  done: [
    'completed',
    'success',
    'sent',
    'done',
    'resolved',
    'approved',
    'linked',
    'healthy',
    'online',
    'active',
    'proven',
  ],
  cancelled: ['cancelled', 'skipped', 'silenced', 'inhibited', 'off', 'dismissed'],
  decided: ['decided', 'accepted', 'closed', 'grouped', 'repeated', 'expired', 'unlikely', 'improbable', 'disproven'],
  unknown: [
    'unknown',
    'suspended',
    'not run',
    'not run yet',
    'never ran',
    'no runs',
    'no checks',
    'never connected',
    'no account',
    'not available',
  ],
}

/** All known words with their meanings. */
export const statusWords = (Object.keys(words) as StatusMeaning[]).flatMap((meaning) =>
  words[meaning].map((word) => [word, meaning] as const)
)

const meanings: ReadonlyMap<string, StatusMeaning> = new Map(statusWords)

/** Backends write `timed_out` and `RUNNING`; screens show `Timed out` and `Running`. */
const normalise = (word: string) => word.trim().toLowerCase().replaceAll(/[_-]/g, ' ')

/** Whether the word has an entry in the table. */
export const isStatusWord = (word: string): boolean => meanings.has(normalise(word))

/** The meaning of a status word. A word that the table does not contain is unknown. */
export const statusMeaning = (word: string | null | undefined): StatusMeaning =>
  meanings.get(normalise(word ?? '')) ?? 'unknown'

const shapes: Readonly<Partial<Record<StatusMeaning, HealthDot>>> = {
  failed: 'unhealthy',
  attention: 'warning',
  done: 'healthy',
  unknown: 'unknown',
}

/** The shape of health that a meaning shares; undefined if it has an icon of its own. */
export const meaningShape = (meaning: StatusMeaning): HealthDot | undefined => shapes[meaning]

/** A status as one of the four states of health. */
export const statusHealth = (word: string): HealthDot => meaningShape(statusMeaning(word)) ?? 'unknown'

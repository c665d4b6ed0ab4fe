import { type CheckStatus, runVerdict } from '@/api/health/checks'
import type { RelatedEvent } from '@/api/health/related-events'
import { statusHealth } from '@/lib/status-words'
import type { ChartEvent } from '@/ui/charts/chart-spec'
import type { HealthShape } from '@/ui/status'

/** A change usually breaks a check within minutes, and responders act soon after. */
const BEFORE_MS = 15 * 60_000
const AFTER_MS = 5 * 60_000

const healthBySeverity: Readonly<Record<string, HealthShape>> = {
  critical: 'unhealthy',
  high: 'unhealthy',
  medium: 'warning',
  low: 'warning',
}

export const eventHealth = (one: RelatedEvent): HealthShape =>
  one.is === 'change' ? (healthBySeverity[one.severity?.toLowerCase() ?? ''] ?? 'unknown') : statusHealth(one.status)

/** The title of an event: `checkout: diff`, `Playbook Restart deployment: failed`. */
export function eventTitle(one: RelatedEvent): string {
  if (one.is === 'change') return `${one.config?.name || 'Config'}: ${one.change_type || 'changed'}`
  const { title, name } = one.playbooks ?? {}
  return `Playbook ${title || name || '(deleted)'}: ${one.status.replaceAll('_', ' ')}`
}

export type MarkedEvent = ChartEvent & { event: RelatedEvent }

export const toChartEvents = (list: readonly RelatedEvent[]): MarkedEvent[] =>
  list.map((event) => ({
    time: Date.parse(event.created_at),
    label: eventTitle(event),
    health: eventHealth(event),
    event,
  }))

/** The events from 15 minutes before to 5 minutes after a moment, in the order of `list`. @param time ISO time */
export const eventsNear = (list: readonly RelatedEvent[], time: string): RelatedEvent[] =>
  list.filter(({ created_at }) => {
    const after = Date.parse(created_at) - Date.parse(time)
    return after >= -BEFORE_MS && after <= AFTER_MS
  })

/**
 * The runs whose result differs from the previous run, by time. Runs that did not take place are skipped.
 * @param runs newest first, without gaps
 */
export function findTransitions(runs: readonly CheckStatus[]): ReadonlyMap<string, 'failed' | 'passed'> {
  const found = new Map<string, 'failed' | 'passed'>()
  const finished = runs.filter(({ status }) => status !== null)
  finished.forEach((run, at) => {
    const before = finished[at + 1]
    const result = runVerdict(run)
    if (before && result !== 'not run' && before.status !== run.status) found.set(run.time, result)
  })
  return found
}

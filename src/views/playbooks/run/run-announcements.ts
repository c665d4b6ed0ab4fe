import { useEffect, useRef } from 'react'
import type { RunDetail } from '@/api/playbooks/run'
import { isRunOver, formatRunStatus } from '@/lib/playbooks/run-status'
import { announcedRuns } from '@/lib/playbooks/announced-runs'
import { announce } from '@/ui/voice'
import type { StepRow } from './step-rows'

type State = { run: Pick<RunDetail, 'status' | 'end_time'>; rows: readonly StepRow[] }

const ends: Readonly<Record<string, string>> = {
  completed: 'completed',
  failed: 'failed',
  timed_out: 'timed out',
  cancelled: 'was cancelled',
}

/**
 * Describes the progress of a run between two states for announcement: its start, each failure and its end.
 * @param name of the run
 * @returns undefined if there is nothing to announce
 */
export function describeProgress(name: string, before: State, now: State): string | undefined {
  if (isRunOver(before.run)) return undefined
  if (isRunOver(now.run)) {
    const { status } = now.run
    return `${name} ${ends[status] ?? `ended: ${formatRunStatus(status)}`}.`
  }
  const known = new Map(before.rows.map(({ id, status }) => [id, status]))
  const failed = now.rows.filter(({ id, status }) => status === 'failed' && known.get(id) !== 'failed')
  if (failed.length > 0) return `${failed.map((row) => row.name).join(', ')} failed.`
  if (before.run.status === 'pending_approval' && now.run.status !== 'pending_approval') return `${name} is approved.`
  const hasStarted = ({ rows }: State) => rows.some(({ step }) => step)
  return !hasStarted(before) && hasStarted(now) ? `${name} started.` : undefined
}

/** Announces the progress of a run while its page is open; `rows` are undefined until they are loaded. */
export function useRunAnnouncements(name: string, run: RunDetail, rows: readonly StepRow[] | undefined): void {
  const last = useRef<State>(undefined)
  useEffect(() => {
    if (!rows) return
    const now = { run, rows }
    const text = last.current && describeProgress(name, last.current, now)
    last.current = now
    const isAnnounced = isRunOver(run) && announcedRuns.has(run.id)
    if (text !== undefined && !isAnnounced) announce(text, { key: 'run' })
  }, [name, run, rows])
}

import { useEffect, useRef } from 'react'
import type { Run } from '../../../api/run'
import { isRunOver, wordsOfStatus } from '../../../lib/run-status'
import { announcedRuns } from '../../../lib/announced-runs'
import { announce } from '../../../ui/voice'
import type { StepRow } from './rows'

type State = { run: Pick<Run, 'status' | 'end_time'>; rows: readonly StepRow[] }

const ends: Readonly<Record<string, string>> = {
  completed: 'completed',
  failed: 'failed',
  timed_out: 'timed out',
  cancelled: 'was cancelled',
}

/**
 * What is said of a run that has gone on: that it has begun, each failure, and how it ended; undefined for nothing.
 * @param name of the run
 */
export function tellingOf(name: string, before: State, now: State): string | undefined {
  if (isRunOver(before.run)) return undefined
  if (isRunOver(now.run)) {
    const { status } = now.run
    return `${name} ${ends[status] ?? `ended: ${wordsOfStatus(status)}`}.`
  }
  const known = new Map(before.rows.map(({ id, status }) => [id, status]))
  const failed = now.rows.filter(({ id, status }) => status === 'failed' && known.get(id) !== 'failed')
  if (failed.length > 0) return `${failed.map((row) => row.name).join(', ')} failed.`
  if (before.run.status === 'pending_approval' && now.run.status !== 'pending_approval') return `${name} is approved.`
  const hasBegun = ({ rows }: State) => rows.some(({ step }) => step)
  return !hasBegun(before) && hasBegun(now) ? `${name} has begun.` : undefined
}

/** Says how a run goes on while its page is open; `rows` are undefined until they are known. */
export function useTelling(name: string, run: Run, rows: readonly StepRow[] | undefined): void {
  const last = useRef<State>(undefined)
  useEffect(() => {
    if (!rows) return
    const now = { run, rows }
    const text = last.current && tellingOf(name, last.current, now)
    last.current = now
    const isTold = isRunOver(run) && announcedRuns.has(run.id)
    if (text !== undefined && !isTold) announce(text, { key: 'run' })
  }, [name, run, rows])
}

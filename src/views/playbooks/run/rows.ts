import type { Run, Step } from '../../../api/run'
import { formatDuration } from '../../../lib/format'
import { isRunOver, isStepOver, wordsOfStatus } from '../../../lib/run-status'
import { durationOf } from '../run-status'

/** One line of what a run does: a step that was begun, or an action of its playbook that was not. */
export type StepRow = {
  id: string
  name: string
  status: string
  /** Undefined: it was not begun. */
  step: Step | undefined
  /** Of a run that this one has begun. */
  isOfChild: boolean
  /** From 1, where there were several. */
  attempt: number | undefined
}

const TO_COME = 'not begun'
const NOT_RUN = 'not run'

/** What a run has done, in order, and what its playbook has besides. */
export function rowsOf(run: Pick<Run, 'id' | 'status' | 'end_time' | 'spec'>, steps: readonly Step[]): StepRow[] {
  const begun = steps.map((step): StepRow => ({
    id: step.id,
    name: step.name,
    status: step.status,
    step,
    isOfChild: isOfChild(run, step),
    attempt: step.retry_count ? step.retry_count + 1 : undefined,
  }))
  const known = new Set(steps.filter((step) => !isOfChild(run, step)).map(({ name }) => name))
  const left = (run.spec.actions ?? []).flatMap(({ name }, at): StepRow[] =>
    known.has(name)
      ? []
      : [
          {
            id: `action-${at}`,
            name: name || `Action ${at + 1}`,
            status: isRunOver(run) ? NOT_RUN : TO_COME,
            step: undefined,
            isOfChild: false,
            attempt: undefined,
          },
        ]
  )
  return [...begun, ...left]
}

/** The agent that stands for the backend itself, which is not told as one. */
const LOCAL = '00000000-0000-0000-0000-000000000000'

/** Which agent does a step, where that is not the backend itself. */
export const agentOf = ({ agent }: Step): string | undefined =>
  agent && agent.id !== LOCAL ? (agent.name ?? undefined) : undefined

const isOfChild = ({ id }: { id: string }, { playbook_run_id: of }: Step) => Boolean(of) && of !== id

/**
 * The step that somebody who opens the run wants to see: while it goes on, the one that it is at; then the first that failed for
 * good, or else the last.
 */
export function stepThatMatters(run: Pick<Run, 'status' | 'end_time'>, rows: readonly StepRow[]): string | undefined {
  const begun = rows.filter(({ step }) => step)
  if (!isRunOver(run)) {
    const now = begun.findLast(({ status }) => !isStepOver({ status }))
    return (now ?? begun.at(-1))?.id
  }
  const last = new Map(begun.map((row) => [`${row.step?.playbook_run_id} ${row.name}`, row.id]))
  const failed = begun.find(
    (row) => row.status === 'failed' && last.get(`${row.step?.playbook_run_id} ${row.name}`) === row.id
  )
  const own = begun.findLast((row) => !row.isOfChild)
  return (failed ?? begun.find(({ status }) => status === 'failed') ?? own ?? begun.at(-1))?.id
}

/** How many of its own actions a run has ended, of all. */
export function progressOfRun(rows: readonly StepRow[]): { done: number; of: number } {
  const names = new Map<string, boolean>()
  for (const { name, status, isOfChild: isElsewhere } of rows) {
    // Of several attempts the last counts.
    if (!isElsewhere) names.set(name, isStepOver({ status }))
  }
  return { done: [...names.values()].filter(Boolean).length, of: names.size }
}

/** The row in one sentence, in reading order. */
export function sentenceOf({ name, status, step, isOfChild: isElsewhere, attempt }: StepRow): string {
  const took = step?.end_time ? durationOf(step, 0) : undefined
  return [
    name,
    wordsOfStatus(status),
    attempt && `attempt ${attempt}`,
    isElsewhere && 'of a run that it began',
    step && agentOf(step) && `on ${agentOf(step)}`,
    took !== undefined && `took ${formatDuration(took)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

export const targetOf = ({ id, name }: StepRow) => ({ kind: 'step', id, label: name }) as const

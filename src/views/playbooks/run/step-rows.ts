import type { RunDetail, RunStepRow } from '@/api/playbooks/run'
import { formatCount, formatDuration } from '@/shared/format'
import { isRunFailed, isRunOver, isStepOver, formatRunStatus } from '@/lib/playbooks/run-status'
import { measureRunDuration } from '../run-status'

/** A row of the steps: a step that was started, or an action of the playbook that was not. */
export type StepRow = {
  id: string
  name: string
  status: string
  /** Undefined if it was not started. */
  step: RunStepRow | undefined
  /** Whether the step belongs to a child run. */
  isOfChild: boolean
  /** From 1; undefined for the first attempt. */
  attempt: number | undefined
}

const NOT_STARTED = 'not started'
const NOT_RUN = 'not run'

/** Returns the steps of a run in order, followed by the actions of its playbook that were not started. */
export function toStepRows(
  run: Pick<RunDetail, 'id' | 'status' | 'end_time' | 'spec'>,
  steps: readonly RunStepRow[]
): StepRow[] {
  const started = steps.map((step): StepRow => ({
    id: step.id,
    name: step.name,
    status: step.status,
    step,
    isOfChild: belongsToChildRun(run, step),
    attempt: step.retry_count ? step.retry_count + 1 : undefined,
  }))
  const known = new Set(steps.filter((step) => !belongsToChildRun(run, step)).map(({ name }) => name))
  const left = (run.spec.actions ?? []).flatMap(({ name }, at): StepRow[] =>
    known.has(name)
      ? []
      : [
          {
            id: `action-${at}`,
            name: name || `Action ${at + 1}`,
            status: isRunOver(run) ? NOT_RUN : NOT_STARTED,
            step: undefined,
            isOfChild: false,
            attempt: undefined,
          },
        ]
  )
  return [...started, ...left]
}

/** The agent id of the backend itself, which is not shown as an agent. */
const LOCAL = '00000000-0000-0000-0000-000000000000'

/** The name of the agent that runs a step; undefined for the backend itself. */
export const readAgentName = ({ agent }: RunStepRow): string | undefined =>
  agent && agent.id !== LOCAL ? (agent.name ?? undefined) : undefined

const belongsToChildRun = ({ id }: { id: string }, { playbook_run_id: of }: RunStepRow) => Boolean(of) && of !== id

/**
 * The step to show initially: of a run in progress, the current one; of a run that is over, the first one whose last
 * attempt failed, or else the last.
 */
export function findCurrentStep(
  run: Pick<RunDetail, 'status' | 'end_time'>,
  rows: readonly StepRow[]
): string | undefined {
  const started = rows.filter(({ step }) => step)
  if (!isRunOver(run)) {
    const current = started.findLast(({ status }) => !isStepOver({ status }))
    return (current ?? started.at(-1))?.id
  }
  const last = new Map(started.map((row) => [`${row.step?.playbook_run_id} ${row.name}`, row.id]))
  const failed = started.find(
    (row) => row.status === 'failed' && last.get(`${row.step?.playbook_run_id} ${row.name}`) === row.id
  )
  const own = started.findLast((row) => !row.isOfChild)
  return (failed ?? started.find(({ status }) => status === 'failed') ?? own ?? started.at(-1))?.id
}

/** The progress of a run in a sentence part: `1 of 3 steps done, 1 failed`. Undefined without steps. */
export function describeRunProgress(rows: readonly StepRow[]): string | undefined {
  // The last of several attempts determines the state. Steps of child runs are not counted.
  const statuses = new Map(rows.flatMap(({ name, status, isOfChild }) => (isOfChild ? [] : [[name, status] as const])))
  if (statuses.size === 0) return undefined
  const over = [...statuses.values()].map((status) => ({ status })).filter(isStepOver)
  const failed = over.filter(isRunFailed).length
  const steps = formatCount(statuses.size, 'step')
  return `${over.length - failed} of ${steps} done${failed > 0 ? `, ${failed} failed` : ''}`
}

/** Describes a row in one sentence, in reading order. */
export function describeStepRow({ name, status, step, isOfChild: isElsewhere, attempt }: StepRow): string {
  const took = step?.end_time ? measureRunDuration(step, 0) : undefined
  return [
    name,
    formatRunStatus(status),
    attempt && `attempt ${attempt}`,
    isElsewhere && 'in a child run',
    step && readAgentName(step) && `on ${readAgentName(step)}`,
    took !== undefined && `took ${formatDuration(took)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

export const toStepTarget = ({ id, name }: StepRow) => ({ kind: 'step', id, label: name }) as const

import { readLatestRuns, type RunRow, runName } from '@/api/playbooks/run-list'
import { formatAgo } from '@/shared/format'
import { formatRunStatus, isRunOver, isRunWaiting } from '@/lib/playbooks/run-status'
import type { SlotOption, Target } from '../command'

/** Finds the latest runs by the name of their playbook or target. */
export const findRuns = (text: string, signal: AbortSignal) => search(text, signal, () => true)

/** Finds runs that can be cancelled. */
export const findUnfinishedRuns = (text: string, signal: AbortSignal) => search(text, signal, (run) => !isRunOver(run))

/** Finds runs that wait for approval. */
export const findWaitingRuns = async (text: string, signal: AbortSignal): Promise<SlotOption<Target<'run'>>[]> =>
  (await search(text, signal, isRunWaiting)).flatMap(({ value: [run], ...option }) =>
    run ? [{ ...option, value: run }] : []
  )

async function search(
  text: string,
  signal: AbortSignal,
  matches: (run: RunRow) => boolean
): Promise<SlotOption<readonly Target<'run'>[]>[]> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = await readLatestRuns(signal)
  return found.filter(matches).flatMap((run) => {
    const label = runName(run)
    const searched = `${label} ${formatRunStatus(run.status)}`.toLowerCase()
    if (!words.every((word) => searched.includes(word))) return []
    const hint = `${formatRunStatus(run.status)}, ${formatAgo(Date.now() - Date.parse(run.created_at))}`
    return [{ value: [{ kind: 'run', id: run.id, label }], label, hint }]
  })
}

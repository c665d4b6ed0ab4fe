import { runName, readLatestRuns } from '@/api/playbooks/run-list'
import { formatAgo } from '@/shared/format'
import { formatRunStatus } from '@/lib/playbooks/run-status'
import type { SlotOption, Target } from '../command'

/** Finds the latest runs by the name of their playbook or target. */
export async function findRuns(text: string, signal: AbortSignal): Promise<SlotOption<readonly Target<'run'>[]>[]> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = await readLatestRuns(signal)
  return found.flatMap((run) => {
    const label = runName(run)
    const searched = `${label} ${formatRunStatus(run.status)}`.toLowerCase()
    if (!words.every((word) => searched.includes(word))) return []
    const hint = `${formatRunStatus(run.status)}, ${formatAgo(Date.now() - Date.parse(run.created_at))}`
    return [{ value: [{ kind: 'run', id: run.id, label }], label, hint }]
  })
}

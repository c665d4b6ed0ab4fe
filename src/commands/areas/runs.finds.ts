import { nameOfRow, readLatestRuns } from '../../api/run-list'
import { formatAgo } from '../../lib/format'
import { wordsOfStatus } from '../../lib/run-status'
import type { Option, Target } from '../command'

/** Finds the latest runs by the name of their playbook or target. */
export async function findRun(text: string, signal: AbortSignal): Promise<Option<readonly Target<'run'>[]>[]> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = await readLatestRuns(signal)
  return found.flatMap((run) => {
    const label = nameOfRow(run)
    const searched = `${label} ${wordsOfStatus(run.status)}`.toLowerCase()
    if (!words.every((word) => searched.includes(word))) return []
    const hint = `${wordsOfStatus(run.status)}, ${formatAgo(Date.now() - Date.parse(run.created_at))}`
    return [{ value: [{ kind: 'run', id: run.id, label }], label, hint }]
  })
}

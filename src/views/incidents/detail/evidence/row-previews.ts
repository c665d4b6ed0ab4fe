import { readChangeTitles } from '@/api/catalog/change-titles'
import { recentRuns } from '@/api/health/recent-runs'
import type { Evidence, Incident } from '@/api/incidents/incident'
import type { CachedFetch } from '@/commands/command'
import { formattedTextLines } from '@/lib/formatted-text'
import { firstBucketStart, toBucketResults } from '@/lib/health/buckets'
import { quotedLines } from '@/lib/incidents/evidence-lines'
import { isErrorLevel } from '@/lib/logs/level'
import { readNoteText, readStoredLog } from './stored-evidence'
import type { RowPreview } from './use-row-previews'

/**
 * Previews of the evidence and the comments of an incident by their ids. What the incident does not contain is requested
 * once for all evidence; without an answer, the previews have what the incident contains.
 */
export async function readRowPreviews(
  { hypotheses, comments }: Incident,
  ask: CachedFetch,
  signal: AbortSignal
): Promise<ReadonlyMap<string, RowPreview>> {
  const evidence = hypotheses.flatMap(({ evidences }) => evidences)
  const outside = await readOutside(evidence, ask, signal)
  const found = new Map<string, RowPreview>()
  for (const one of evidence) {
    const preview = previewOf(one, outside)
    if (preview) found.set(one.id, preview)
  }
  for (const { id, comment } of comments) found.set(id, { text: formattedTextLines(comment).join(' ') })
  return found
}

type Outside = Awaited<ReturnType<typeof readOutside>>

/** The titles of the changes, and the last hour and the last failures of the checks. */
async function readOutside(evidence: readonly Evidence[], ask: CachedFetch, signal: AbortSignal) {
  const changes = evidence.flatMap(({ config_changes: change }) => change ?? [])
  const checks = evidence.flatMap(({ checks: check }) => check?.id ?? [])
  const from = firstBucketStart(Date.now())
  const hasChecks = checks.length > 0
  const [titles, hour, failures] = await Promise.all([
    changes.length > 0 ? readChangeTitles(changes, signal).catch(() => undefined) : undefined,
    hasChecks ? ask(recentRuns.buckets(checks, from)).catch(() => undefined) : undefined,
    hasChecks ? ask(recentRuns.failures(checks)).catch(() => undefined) : undefined,
  ])
  return { titles, hour, failures, from }
}

function previewOf(one: Evidence, { titles, hour, failures, from }: Outside): RowPreview | undefined {
  const { config_changes: change, config_analysis: insight, checks: check } = one
  if (change) return preview(titles?.get(change.id) ?? change.summary)
  if (insight) return preview(formattedTextLines(insight.message ?? '')[0])
  if (check) {
    const buckets =
      hour &&
      toBucketResults(
        hour.filter((each) => each.check_id === check.id),
        from
      )
    const failure = check.status === 'unhealthy' ? failures?.get(check.id) : undefined
    return buckets ? { text: failure ?? '', buckets } : preview(failure)
  }
  const note = readNoteText(one)
  if (note !== undefined) return preview(formattedTextLines(note)[0])
  const log = readStoredLog(one)
  const line = log.find(({ level }) => isErrorLevel(level))?.message ?? quotedLines(one).at(log.length > 0 ? -1 : 0)
  return line === undefined ? undefined : { text: line.trim(), isCode: true }
}

const preview = (text: string | null | undefined): RowPreview | undefined => (text ? { text } : undefined)

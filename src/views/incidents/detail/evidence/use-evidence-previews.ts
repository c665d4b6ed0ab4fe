import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { readChangeTitles } from '@/api/catalog/change-titles'
import { recentRuns } from '@/api/health/recent-runs'
import type { Evidence, Incident } from '@/api/incidents/incident'
import { incidents } from '@/api/incidents/incidents'
import { formattedTextLines } from '@/lib/formatted-text'
import { BUCKET_MS, type BucketResult, firstBucketStart, toBucketResults } from '@/lib/health/buckets'
import { quotedLines } from '@/lib/incidents/evidence-lines'
import { isErrorLevel } from '@/lib/logs/level'
import { readNoteText, readStoredLog } from './stored-evidence'

/** The content of a piece of evidence in one line. `isCode`: a line of a log or of a document. */
export type EvidencePreview = { text: string; isCode?: boolean; buckets?: readonly BucketResult[] }

export type EvidencePreviews = (evidence: Evidence) => EvidencePreview | undefined

/**
 * Previews of the evidence of an incident: what a change changed, the last hour of a check, the first error of log lines.
 * What the incident does not contain is requested once for all of its evidence.
 */
export function useEvidencePreviews({ hypotheses }: Incident): EvidencePreviews {
  const [from] = useState(() => firstBucketStart(Date.now()))
  const evidence = hypotheses.flatMap(({ evidences }) => evidences)
  const changes = evidence.flatMap(({ config_changes: change }) => change ?? [])
  const checks = evidence.flatMap(({ checks: check }) => check?.id ?? [])
  const titles = useQuery({
    queryKey: [...incidents.all, 'change titles', changes.map(({ id }) => id)],
    queryFn: ({ signal }) => readChangeTitles(changes, signal),
    enabled: changes.length > 0,
    staleTime: Infinity,
  })
  const hour = useQuery({ ...recentRuns.buckets(checks, from), enabled: checks.length > 0, gcTime: BUCKET_MS })
  const failures = useQuery({ ...recentRuns.failures(checks), enabled: checks.length > 0, gcTime: BUCKET_MS })
  return useMemo(
    () => (one) => {
      const { config_changes: change, config_analysis: insight, checks: check } = one
      if (change) return preview(titles.data?.get(change.id) ?? change.summary)
      if (insight) return preview(formattedTextLines(insight.message ?? '')[0])
      if (check) {
        const buckets =
          hour.data &&
          toBucketResults(
            hour.data.filter((each) => each.check_id === check.id),
            from
          )
        const failure = check.status === 'unhealthy' ? failures.data?.get(check.id) : undefined
        return buckets ? { text: failure ?? '', buckets } : preview(failure)
      }
      const note = readNoteText(one)
      if (note !== undefined) return preview(formattedTextLines(note)[0])
      const log = readStoredLog(one)
      const line = log.find(({ level }) => isErrorLevel(level))?.message ?? quotedLines(one).at(log.length > 0 ? -1 : 0)
      return line === undefined ? undefined : { text: line.trim(), isCode: true }
    },
    [titles.data, hour.data, failures.data, from]
  )
}

const preview = (text: string | null | undefined): EvidencePreview | undefined => (text ? { text } : undefined)

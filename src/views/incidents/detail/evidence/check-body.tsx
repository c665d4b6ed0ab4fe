import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Evidence } from '@/api/incidents/incident'
import { recentRuns } from '@/api/health/recent-runs'
import { BUCKET_MS, toBucketResults, firstBucketStart, describeBuckets } from '@/lib/health/buckets'
import { capital } from '@/shared/format'
import { toHealthDot } from '@/lib/catalog/health-status'
import { checkPath } from '@/shared/pages/health'
import { CopyBlock } from '@/ui/copy-block'
import { PageLink } from '@/ui/page-link'
import { StatusShape } from '@/ui/status'
import { Time } from '@/ui/time'
import { UptimeStrip } from '@/ui/uptime-strip'
import { QueryState } from '@/views/shared/query/query-state'
import css from './evidence.module.css'

/** The current state of a check: its health and since when, its last hour, and its latest failure. */
export function CheckBody({ check }: { check: NonNullable<Evidence['checks']> }) {
  const { id, name, type, status, last_transition_time: since } = check
  const [from] = useState(() => firstBucketStart(Date.now()))
  const hour = useQuery({ ...recentRuns.buckets([id], from), gcTime: BUCKET_MS })
  const failures = useQuery({ ...recentRuns.failures([id]), gcTime: BUCKET_MS })
  const buckets = hour.data && toBucketResults(hour.data, from)
  const failure = failures.data?.get(id)
  const health = toHealthDot(status || 'unknown')
  return (
    <>
      <p className={css.facts}>
        <StatusShape health={health} />
        <PageLink href={checkPath(id)} className={css.link}>
          <bdi>{name}</bdi>
        </PageLink>
        <span>{capital(health)}</span>
        {since && (
          <span className={css.quiet}>
            for <Time at={since} as="age" />
          </span>
        )}
        {type && <span className={css.quiet}>{type}</span>}
      </p>
      <QueryState query={hour} what="its last hour" as="part">
        {() =>
          buckets && (
            <p className={css.facts}>
              <UptimeStrip buckets={buckets} />
              <span className={css.quiet}>{capital(describeBuckets(buckets) ?? describeHour(buckets))}</span>
            </p>
          )
        }
      </QueryState>
      <QueryState query={failures} what="its latest failure" as="part" pending={null}>
        {() => failure && <CopyBlock label="Latest failure" code={failure} />}
      </QueryState>
    </>
  )
}

/** Describes an hour in which the check always passed, always failed, or never ran. */
function describeHour(buckets: readonly string[]): string {
  if (buckets.includes('failed')) return 'every run of the last hour failed'
  return buckets.includes('passed') ? 'no run of the last hour failed' : 'no run in the last hour'
}

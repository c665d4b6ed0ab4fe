import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { jobHistory, jobRunName, type WholeJobRun } from '@/api/settings/job-history'
import type { Target } from '@/commands/command'
import { formatDuration } from '@/shared/format'
import { agentPath } from '@/shared/pages/settings'
import { Button } from '@/ui/button'
import { DescriptionList } from '@/ui/description-list'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'
import { PageLink } from '@/ui/page-link'
import { Tabs } from '@/ui/tabs'
import { Time } from '@/ui/time'
import type { CommandDialogProps } from '../../shared/forms/command-dialog'
import { QueryState } from '../../shared/query/query-state'
import { JobResourceLink, remoteAgent } from './columns'
import { jobDetailParts } from './job-details'
import css from './jobs.module.css'
import { JobStatusBadge } from './status-badge'

/** One run of a job: its facts, and its errors and counts in tabs. */
export default function JobDialog({ known, onClose }: CommandDialogProps) {
  const [job] = known['job'] as readonly Target<'job'>[]
  const read = useQuery(jobHistory.byId(job?.id ?? ''))
  const name = read.data ? jobRunName(read.data) : (job?.label ?? '')
  return (
    <Dialog
      title={`Details for job ${name}`}
      actions={
        <Button tone="primary" onPress={() => void onClose()}>
          Done
        </Button>
      }
      onClose={() => void onClose()}
    >
      <QueryState
        query={read}
        what="the job"
        as="pane"
        gone={
          <Notice tone="empty" title="This run is no longer stored">
            The server keeps only the newest runs of each job.
          </Notice>
        }
      >
        {(run) => (
          <div className={css.details}>
            <Facts run={run} />
            <Details run={run} />
          </div>
        )}
      </QueryState>
    </Dialog>
  )
}

function Details({ run }: { run: WholeJobRun }) {
  const parts = jobDetailParts(run.details)
  const [chosen, choose] = useState<string>()
  const [first] = parts
  if (!first) return <p className={css.none}>No details found</p>
  return (
    <Tabs
      label={`Details of ${jobRunName(run)}`}
      tabs={parts.map(({ id, label, panel }) => ({ id, label, panel: <div className={css.panel}>{panel}</div> }))}
      selected={parts.find(({ id }) => id === chosen)?.id ?? first.id}
      onSelect={choose}
    />
  )
}

function Facts({ run }: { run: WholeJobRun }) {
  const agent = remoteAgent(run)
  const counts = [
    { name: 'Success', value: run.success_count },
    { name: 'Error', value: run.error_count },
  ]
  return (
    <DescriptionList
      items={[
        { name: 'Status', value: <JobStatusBadge status={run.status} /> },
        { name: 'Started', value: <Time at={run.time_start ?? run.created_at} as="exact" /> },
        ...(typeof run.duration_millis === 'number'
          ? [{ name: 'Duration', value: formatDuration(run.duration_millis) }]
          : []),
        ...counts.flatMap(({ name, value }) => (value ? [{ name, value: value.toLocaleString('en') }] : [])),
        ...(run.resource_id
          ? [
              {
                name: 'Resource',
                value: (
                  <>
                    <JobResourceLink run={run} /> <span className={css.none}>{run.resource_type}</span>
                  </>
                ),
              },
            ]
          : []),
        ...(agent
          ? [
              {
                name: 'Agent',
                value: (
                  <PageLink href={agentPath(agent.id)} className={css.link}>
                    {agent.name}
                  </PageLink>
                ),
              },
            ]
          : []),
        ...(run.hostname ? [{ name: 'Host', value: run.hostname }] : []),
      ]}
    />
  )
}

import '@/commands/playbooks/playbook.commands'
import '@/commands/playbooks/runs.commands'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { ApiError } from '@/api/http'
import { runChildren, type RunDetail, runById, runSteps } from '@/api/playbooks/run'
import { runName, runTitle } from '@/api/playbooks/run-list'
import { runPage, runsOfPath, runsPage } from '@/shared/pages/playbooks'
import { readApproval } from '@/lib/playbooks/playbook-approval'
import { isRunOver, isRunWaiting } from '@/lib/playbooks/run-status'
import { Breadcrumbs } from '@/ui/breadcrumbs'
import { Notice } from '@/ui/notice'
import { CommandButton } from '../../shared/commands/command-button'
import { lazyComponent } from '@/ui/lazy-component'
import { Page } from '../../shared/page/page'
import { DetailPage } from '../../shared/list/detail/detail-page'
import { type DetailTab } from '../../shared/list/detail/tabbed-body'
import { tabCount } from '@/ui/tabs'
import { QueryState } from '../../shared/query/query-state'
import { useLiveUpdates } from '../../shared/stores'
import { useDisplayedRuns } from '../../shared/access/displayed-runs'
import { ChildRuns } from './child-runs'
import { PlaybookRunFacts } from './facts'
import { RunParameters } from './parameters'
import { toStepRows } from './step-rows'
import { RunStatusPanel } from './run-status-panel'
import { Steps } from './steps'
import { useRunAnnouncements } from './run-announcements'
import { runPanelPath, type RunPanel, useRunAddress } from './url'
import { goBack } from '../../shared/page/back'

const Spec = lazyComponent({ what: 'the playbook', load: () => import('./spec') })

/** Milliseconds between refreshes of a run in progress. A run that is over, or in a hidden tab, is not refreshed. */
const POLL_MS = 2000
/** The same for a run with more than `MANY` steps, since each refresh reads all of them. */
const POLL_MANY_MS = 10_000
const MANY = 1000

/** The page of a playbook run: its status, steps and results. */
export default function RunView() {
  const { id, panel } = useRunAddress()
  const isLive = useLiveUpdates()
  const query = useQuery({
    ...runById(id),
    refetchInterval: ({ state: { data } }) => isLive && data !== null && !(data && isRunOver(data)) && POLL_MS,
  })
  if (query.data) return <RunDetail key={id} run={query.data} panel={panel} query={query} />
  return (
    <Page title="Playbook run" of="run">
      <QueryState query={query} what="the run" as="page" gone={<RunNotFound />}>
        {() => <RunNotFound />}
      </QueryState>
    </Page>
  )
}

type Props = { run: RunDetail; panel: RunPanel; query: UseQueryResult<RunDetail | null, ApiError> }

function RunDetail({ run, panel, query }: Props) {
  const { id, status } = run
  const [, navigate] = useLocation()
  const isLive = useLiveUpdates()
  const isOver = isRunOver(run)
  // A new key when the run ends reads the steps once more: the last ones may have changed since the last refresh.
  const edition = isOver ? `${status} ${run.end_time}` : 'in progress'
  const steps = useQuery({
    ...runSteps(id, edition),
    refetchInterval: ({ state: { data } }) =>
      isLive && !isOver && (data && data.length > MANY ? POLL_MANY_MS : POLL_MS),
  })
  const children = useQuery({ ...runChildren(id), refetchInterval: isLive && !isOver && POLL_MANY_MS }).data
  const isWaiting = isRunWaiting(run)
  const approval = isWaiting ? readApproval(run.spec) : undefined
  const mayApprove = useDisplayedRuns([{ ...run, approval }])(id)?.noApproval === undefined
  const rows = useMemo(() => (steps.data ? toStepRows(run, steps.data) : undefined), [run, steps.data])
  useRunAnnouncements(runTitle(run), run, rows)
  const tabs: readonly DetailTab<RunPanel>[] = [
    {
      id: 'steps',
      label: 'Steps',
      ...tabCount(rows?.length, 'step'),
      panel: <Steps run={run} rows={rows} query={steps} />,
    },
    ...(children && children.length > 0
      ? [
          {
            id: 'children' as const,
            label: 'Child runs',
            ...tabCount(children.length, 'run'),
            panel: <ChildRuns runs={children} />,
          },
        ]
      : []),
    { id: 'parameters', label: 'Parameters', panel: <RunParameters run={run} /> },
    { id: 'spec', label: 'Playbook', panel: <Spec run={run} /> },
  ]
  return (
    <DetailPage
      target={{ kind: 'run', id, label: runName(run) }}
      type="Playbook run"
      query={query}
      {...(!isOver && { everyMs: POLL_MS })}
      trail={
        <Breadcrumbs
          label="Part of"
          crumbs={[
            { label: 'Playbook runs', href: runsPage.path },
            { label: runTitle(run), href: runsOfPath(run.playbook_id) },
            { label: runName(run), href: runPage.at(id) },
          ]}
        />
      }
      frequent={
        <>
          {isWaiting && mayApprove && <CommandButton call="run.approve" label="Approve" tone="primary" />}
          {!isOver && <CommandButton call="run.cancel" label="Cancel" />}
          <CommandButton call="run.again" label="Run again" />
        </>
      }
      notice={<RunStatusPanel run={run} rows={rows} />}
      lead={null}
      facts={<PlaybookRunFacts run={run} />}
      tabs={tabs}
      panel={panel}
      showPanel={(to) => navigate(runPanelPath(id, to))}
      handlers={{ 'detail.back': () => goBack(runsPage.path) }}
    />
  )
}

const RunNotFound = () => (
  <Notice
    tone="empty"
    title="Run not found"
    actions={<CommandButton call="go.runs" label="Show runs" tone="primary" />}
  >
    The link may be outdated, the playbook may have been deleted, or you may not have access to it.
  </Notice>
)

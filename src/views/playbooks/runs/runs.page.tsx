import '@/commands/playbooks/playbook.commands'
import '@/commands/playbooks/runs.commands'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { RunRow } from '@/api/playbooks/run-list'
import { runGroupLabels, type RunGroup } from '@/commands/playbooks/runs.commands'
import type { FilterValues } from '@/shared/filter-values'
import { activeStatuses, failedStatuses, isRunFailed, isRunWaiting } from '@/lib/playbooks/run-status'
import { runPage, runsPage } from '@/shared/pages/playbooks'
import { readApproval } from '@/lib/playbooks/playbook-approval'
import { Notice } from '@/ui/notice'
import { announce } from '@/ui/voice'
import { ListPage } from '../../shared/list/list-page'
import { usePagedList } from '../../shared/list/paged-list'
import { useLiveUpdates } from '../../shared/stores'
import { useDisplayedRuns } from '../../shared/access/displayed-runs'
import { parseRunRequest } from './run-request'
import { runListColumns, describeRun } from './columns'
import { pagedRuns, toRunTarget } from './list'
import { RunCounts } from './run-counts'

export { prefetchRuns as prefetch } from './list'

/** Milliseconds between refreshes: a user who started a run waits for its end. */
const POLL_MS = 10_000

/** The list of playbook runs, newest first. */
export default function RunsView() {
  const [, navigate] = useLocation()
  const requestedRun = parseRunRequest(useSearch())
  useEffect(() => {
    if (requestedRun !== undefined) navigate(`${runsPage.path}?${requestedRun}`, { replace: true })
  }, [requestedRun, navigate])
  const source = usePagedList(pagedRuns, POLL_MS)
  useDisplayedRuns(
    source.rows.map(({ approval, ...run }) => ({
      ...run,
      approval: isRunWaiting(run) ? readApproval({ approval }) : undefined,
    }))
  )
  const isLive = useLiveUpdates()
  const { filters, serverQuery: question } = source
  function show(which: RunGroup) {
    filters?.set({ status: groupFilters[which] })
    announce(`Runs: ${runGroupLabels[which]}.`, { key: 'filter' })
  }
  return (
    <ListPage<RunRow>
      title="Playbook runs"
      of="run"
      source={source}
      columns={runListColumns}
      targetOf={toRunTarget}
      sentenceOf={describeRun}
      filteredBy={filteredBy}
      isProblem={needsAttention}
      searchLabel="Search playbooks and errors"
      opensByPress
      onOpen={({ id }) => navigate(runPage.at(id))}
      place={{ handlers: { 'runs.show': (_count, { which }) => show(which as RunGroup) } }}
      renderLead={() => question && <RunCounts question={question} everyMs={isLive && POLL_MS} />}
      empty={
        <Notice tone="empty" title="No runs yet">
          Run a playbook from the page of a check, a component or a config item. Its runs and their results are listed
          here.
        </Notice>
      }
    />
  )
}

const include = (statuses: readonly string[]): FilterValues =>
  Object.fromEntries(statuses.map((status) => [status, 'include']))

const groupFilters: Readonly<Record<RunGroup, FilterValues>> = {
  waiting: include(['pending_approval']),
  active: include(activeStatuses),
  failed: include(failedStatuses),
  all: {},
}

const needsAttention = (run: RunRow) => isRunWaiting(run) || isRunFailed(run)

const filteredBy = ({ status, playbook_id: playbook, created_by: by, config, component, check }: RunRow) => ({
  status,
  playbook,
  by: by?.id ?? [],
  config: config?.id ?? [],
  component: component?.id ?? [],
  check: check?.id ?? [],
})

import '../../../commands/pages/runs'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { RunRow } from '../../../api/run-list'
import { labelsOfGroup, type RunGroup } from '../../../commands/areas/runs'
import type { FilterValues } from '../../../lib/filter-values'
import { activeStatuses, failedStatuses, isRunFailed } from '../../../lib/run-status'
import { paths } from '../../../lib/paths'
import { approvalIn } from '../../../lib/playbook-approval'
import { Notice } from '../../../ui/notice'
import { announce } from '../../../ui/voice'
import { ListPage } from '../../shell/list/list-page'
import { usePagedList } from '../../shell/list/paged-list'
import { useLive } from '../../shell/stores'
import { useApprovable } from '../../shell/access/approvable'
import { askedRun } from './asked-run'
import { columns, sentenceOf } from './columns'
import { everyRun, targetOf } from './list'
import { Tally } from './tally'

export { prefetchRuns as prefetch } from './list'

/** Milliseconds between refreshes: a user who started a run waits for its end. */
const POLL_MS = 10_000

/** The list of playbook runs, newest first. */
export default function RunsView() {
  const [, navigate] = useLocation()
  const requestedRun = askedRun(useSearch())
  useEffect(() => {
    if (requestedRun !== undefined) navigate(`${paths.runs}?${requestedRun}`, { replace: true })
  }, [requestedRun, navigate])
  const source = usePagedList(everyRun, POLL_MS)
  useApprovable(source.rows.filter(isWaiting).map(({ id, approval }) => ({ id, approval: approvalIn({ approval }) })))
  const isLive = useLive()
  const { filters, asked: question } = source
  function show(which: RunGroup) {
    filters?.set({ status: groupFilters[which] })
    announce(`Runs: ${labelsOfGroup[which]}.`, { key: 'filter' })
  }
  return (
    <ListPage<RunRow>
      title="Playbook runs"
      of="run"
      source={source}
      columns={columns}
      targetOf={targetOf}
      sentenceOf={sentenceOf}
      filteredBy={filteredBy}
      isProblem={needsAttention}
      searchLabel="Search playbooks and errors"
      opensByPress
      onOpen={({ id }) => navigate(paths.run(id))}
      place={{ handlers: { 'runs.show': (_count, { which }) => show(which as RunGroup) } }}
      renderLead={() => question && <Tally question={question} everyMs={isLive && POLL_MS} />}
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

const isWaiting = ({ status }: RunRow) => status === 'pending_approval'

const needsAttention = (run: RunRow) => isWaiting(run) || isRunFailed(run)

const filteredBy = ({ status, playbook_id: playbook, created_by: by, config, component, check }: RunRow) => ({
  status,
  playbook,
  by: by?.id ?? [],
  config: config?.id ?? [],
  component: component?.id ?? [],
  check: check?.id ?? [],
})

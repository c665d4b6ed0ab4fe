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

/** Whoever has begun a run waits for its end. */
const POLL_MS = 10_000

/** The runs of playbooks, the newest first. */
export default function RunsView() {
  const [, navigate] = useLocation()
  const asked = askedRun(useSearch())
  useEffect(() => {
    if (asked !== undefined) navigate(`${paths.runs}?${asked}`, { replace: true })
  }, [asked, navigate])
  const source = usePagedList(everyRun, POLL_MS)
  useApprovable(source.rows.filter(isWaiting).map(({ id, approval }) => ({ id, approval: approvalIn({ approval }) })))
  const isLive = useLive()
  const { filters, asked: question } = source
  function show(which: RunGroup) {
    filters?.set({ status: statusesOf[which] })
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
      isProblem={wantsSomebody}
      searchLabel="Search playbooks and errors"
      opensByPress
      onOpen={({ id }) => navigate(paths.run(id))}
      place={{ handlers: { 'runs.show': (_count, { which }) => show(which as RunGroup) } }}
      renderLead={() => question && <Tally question={question} everyMs={isLive && POLL_MS} />}
      empty={
        <Notice tone="empty" title="No playbook was run yet">
          Playbooks are run for a check, a component or an item of the catalog, from where it is shown. What they do,
          and what came of it, is told here.
        </Notice>
      }
    />
  )
}

const chosen = (statuses: readonly string[]): FilterValues =>
  Object.fromEntries(statuses.map((status) => [status, 'include']))

const statusesOf: Readonly<Record<RunGroup, FilterValues>> = {
  waiting: chosen(['pending_approval']),
  active: chosen(activeStatuses),
  failed: chosen(failedStatuses),
  all: {},
}

const isWaiting = ({ status }: RunRow) => status === 'pending_approval'

const wantsSomebody = (run: RunRow) => isWaiting(run) || isRunFailed(run)

const filteredBy = ({ status, playbook_id: playbook, created_by: by, config, component, check }: RunRow) => ({
  status,
  playbook,
  by: by?.id ?? [],
  config: config?.id ?? [],
  component: component?.id ?? [],
  check: check?.id ?? [],
})

import '../../../commands/pages/runs'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { ApiError } from '../../../api/http'
import { childrenOf, type Run, runById, stepsOf } from '../../../api/run'
import { nameOfRow, titleOfRun } from '../../../api/run-list'
import { paths } from '../../../lib/paths'
import { approvalIn } from '../../../lib/playbook-approval'
import { isRunOver } from '../../../lib/run-status'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Notice } from '../../../ui/notice'
import { CommandButton } from '../../shell/commands/command-button'
import { lazyPart } from '../../shell/frame/lazy-part'
import { Page } from '../../shell/frame/page'
import { DetailPage } from '../../shell/list/detail/detail-page'
import { countOf, type DetailTab } from '../../shell/list/detail/tabbed-body'
import { QueryState } from '../../shell/query/query-state'
import { useLive } from '../../shell/stores'
import { useApprovable } from '../../shell/access/approvable'
import { Children } from './children'
import { Facts } from './facts'
import { Parameters } from './parameters'
import { rowsOf } from './rows'
import { RunStatusPanel } from './run-status-panel'
import { Steps } from './steps'
import { useTelling } from './telling'
import { pathOfPanel, type RunPanel, useRunAddress } from './url'

const { Part: Spec } = lazyPart({ what: 'the playbook', load: () => import('./spec') })

/** Somebody looks on as it goes; nothing is asked any more once it has ended, nor while its tab is hidden. */
const POLL_MS = 2000
/** Of those with very many steps, all of which are read again. */
const POLL_MANY_MS = 10_000
const MANY = 1000

/** One run of a playbook: how it stands, what it does, and what came of it. */
export default function RunView() {
  const { id, panel } = useRunAddress()
  const isLive = useLive()
  const query = useQuery({
    ...runById(id),
    refetchInterval: ({ state: { data } }) => isLive && data !== null && !(data && isRunOver(data)) && POLL_MS,
  })
  if (query.data) return <Found key={id} run={query.data} panel={panel} query={query} />
  return (
    <Page title="Playbook run" of="run">
      <QueryState query={query} what="the run" as="page" gone={<NoSuchRun />}>
        {() => <NoSuchRun />}
      </QueryState>
    </Page>
  )
}

type Props = { run: Run; panel: RunPanel; query: UseQueryResult<Run | null, ApiError> }

function Found({ run, panel, query }: Props) {
  const { id, status } = run
  const [, navigate] = useLocation()
  const isLive = useLive()
  const isOver = isRunOver(run)
  // Once more when it has ended: what it did last may have come after the look before.
  const edition = isOver ? `${status} ${run.end_time}` : 'under way'
  const steps = useQuery({
    ...stepsOf(id, edition),
    refetchInterval: ({ state: { data } }) =>
      isLive && !isOver && (data && data.length > MANY ? POLL_MANY_MS : POLL_MS),
  })
  const children = useQuery({ ...childrenOf(id), refetchInterval: isLive && !isOver && POLL_MANY_MS }).data
  const isWaiting = status === 'pending_approval'
  const mayApprove = useApprovable(isWaiting ? [{ id, approval: approvalIn(run.spec) }] : [])(id) !== false
  const rows = useMemo(() => (steps.data ? rowsOf(run, steps.data) : undefined), [run, steps.data])
  useTelling(titleOfRun(run), run, rows)
  const tabs: readonly DetailTab<RunPanel>[] = [
    {
      id: 'steps',
      label: 'Steps',
      ...countOf(rows?.length, 'step'),
      panel: <Steps run={run} rows={rows} query={steps} />,
    },
    ...(children && children.length > 0
      ? [
          {
            id: 'children' as const,
            label: 'Child runs',
            ...countOf(children.length, 'run'),
            panel: <Children runs={children} />,
          },
        ]
      : []),
    { id: 'parameters', label: 'Parameters', panel: <Parameters run={run} /> },
    { id: 'spec', label: 'Playbook', panel: <Spec run={run} /> },
  ]
  return (
    <DetailPage
      target={{ kind: 'run', id, label: nameOfRow(run) }}
      type="Playbook run"
      query={query}
      {...(!isOver && { everyMs: POLL_MS })}
      trail={
        <Breadcrumbs
          label="Part of"
          crumbs={[
            { label: 'Playbook runs', href: paths.runs },
            { label: titleOfRun(run), href: paths.runsOf(run.playbook_id) },
            { label: nameOfRow(run), href: paths.run(id) },
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
      facts={<Facts run={run} />}
      tabs={tabs}
      panel={panel}
      showPanel={(to) => navigate(pathOfPanel(id, to))}
      handlers={{ 'detail.back': () => navigate(paths.runs) }}
    />
  )
}

const NoSuchRun = () => (
  <Notice
    tone="empty"
    title="There is no such run"
    actions={<CommandButton call="go.runs" label="To the runs" tone="primary" />}
  >
    The link may be old, its playbook was removed for good, or you may not see it.
  </Notice>
)

import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiError } from '@/api/http'
import type { RunDetail, RunStepRow } from '@/api/playbooks/run'
import { isRunOver } from '@/lib/playbooks/run-status'
import { Notice } from '@/ui/notice'
import { announce } from '@/ui/voice'
import { CommandButton } from '../../shared/commands/command-button'
import { backToList, type DetailProps } from '../../shared/list/detail/detail-props'
import { lazyComponent } from '@/ui/lazy-component'
import { useDetail } from '../../shared/list/detail/use-detail'
import { ListSection } from '../../shared/list/list-page'
import { useWholeList } from '../../shared/list/whole-list'
import { useMedia } from '../../shared/stores'
import { describeStepRow, type StepRow, findCurrentStep, toStepTarget } from './step-rows'
import { stepColumns } from './step-columns'
import { buildStepAddress, stepUrl } from './url'

const detail = lazyComponent<DetailProps<StepRow>>({
  what: 'this step',
  load: () => import('./step-detail'),
  otherwise: backToList,
})

type Props = { run: RunDetail; rows: readonly StepRow[] | undefined; query: UseQueryResult<RunStepRow[], ApiError> }

/** The steps of a run, and beside them the detail of one: of the current step, until the user selects another. */
export function Steps({ run, rows, query }: Props) {
  const { data: _, ...rest } = query
  const source = useWholeList<StepRow>({ ...rest, data: rows }, ({ name, status }) => `${name} ${status}`)
  // On a narrow screen the detail would cover the list.
  const isNarrow = useMedia('(max-width: 1023px)')
  const matters = useMemo(() => (rows ? findCurrentStep(run, rows) : undefined), [run, rows])
  const followed = isNarrow ? undefined : matters
  const address = useMemo(() => buildStepAddress(followed), [followed])
  const { step: chosen } = stepUrl.use()
  const opened = useDetail<StepRow>({
    address,
    detail,
    of: 'step',
    rows: source.loaded,
    targetOf: toStepTarget,
    list: source.list,
  })
  const isOver = isRunOver(run)
  function open(row: StepRow, how: 'enter' | 'peek') {
    if (!row.step) return announce(`${row.name}: ${row.status}.`)
    // Opening the followed step selects it, so that the detail does not move on to the next step.
    if (chosen === undefined && row.id === followed) address.show(row.id, 'replace')
    opened.list.onOpen(row, how)
  }
  return (
    <ListSection<StepRow>
      title="Steps"
      of="step"
      source={{ ...source, grid: { isSorted: true } }}
      detail={{ ...opened, list: { ...opened.list, onOpen: open } }}
      columns={stepColumns}
      targetOf={toStepTarget}
      sentenceOf={describeStepRow}
      isProblem={({ status }) => status === 'failed'}
      searchLabel="Search steps"
      actions={!isOver && <CommandButton call="run.follow" label="Follow" isPressed={chosen === undefined} />}
      place={{
        handlers: {
          ...(!isOver && {
            'run.follow': () => {
              stepUrl.set({ step: chosen === undefined ? matters : undefined, view: undefined }, 'replace')
              announce(chosen === undefined ? 'Stopped following the run.' : 'Following the run.')
            },
          }),
        },
      }}
      empty={
        <Notice tone="empty" title={isOver ? 'No steps' : 'Not started'}>
          {isOver ? 'The run ended before its first step.' : 'Steps appear here when they start.'}
        </Notice>
      }
    />
  )
}

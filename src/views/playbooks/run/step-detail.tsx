import '../../../commands/pages/document'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { stepById, type StepDetail as Detail } from '../../../api/run'
import { formatDuration } from '../../../lib/format'
import { isStepOver } from '../../../lib/run-status'
import { type Output, outputsOf, type OutputId } from '../../../lib/step-output'
import { Notice } from '../../../ui/notice'
import { saveFile } from '../../../ui/save-file'
import { Skeleton } from '../../../ui/skeleton'
import { Time } from '../../../ui/time'
import { announce } from '../../../ui/voice'
import { CommandButton } from '../../shell/commands/command-button'
import { DetailPane } from '../../shell/list/detail/detail-pane'
import type { DetailProps } from '../../shell/list/detail/lazy-detail'
import { countOf, type DetailTab } from '../../shell/list/detail/tabbed-body'
import { QueryState } from '../../shell/query/query-state'
import { useLive } from '../../shell/stores'
import { durationOf, StatusBadge } from '../run-status'
import { Artifacts } from './artifacts'
import { OutputView } from './output-view'
import css from './run.module.css'
import { agentOf, sentenceOf, type StepRow, targetOf } from './rows'
import { stepAddress, stepUrl } from './url'

/** Its result comes at its end, which the list of steps is told of sooner. */
const POLL_MS = 5000

/** What came of one step: what is wrong first, then what it wrote, each as what it is. */
export default function StepDetail({ row, controls }: DetailProps<StepRow>) {
  const { id } = controls
  const isLive = useLive()
  const isOver = row !== undefined && isStepOver(row)
  const query = useQuery({
    // Once more when it has ended.
    ...stepById(id, row?.status ?? ''),
    refetchInterval: ({ state: { data } }) =>
      isLive && !isOver && data !== null && !(data && isStepOver(data)) && POLL_MS,
  })
  const step = query.data ?? undefined
  const found = useMemo(() => (step ? outputsOf(step) : { outputs: [], facts: [] }), [step])
  const target = row ? targetOf(row) : ({ kind: 'step', id, label: step?.name ?? 'Step' } as const)
  const { step: chosen, view } = stepUrl.use()
  const tabs = step ? tabsOf(step, found.outputs) : []
  const shown = found.outputs.find(({ id: one }) => one === view) ?? found.outputs[0]
  return (
    // Whoever goes into what is followed stays with it.
    <div className={css.step} onFocus={() => chosen === undefined && stepAddress.show(id, 'replace')}>
      <DetailPane<OutputId>
        address={stepAddress}
        controls={controls}
        target={target}
        takesFocus={chosen !== undefined}
        summary={row && sentenceOf(row)}
        hasMenu={row !== undefined}
        isGone={query.data === null}
        instead={
          !step && (
            <QueryState
              query={query}
              what="the step"
              as="page"
              pending={<Skeleton label="Loading the step…" as="text" />}
              gone={<NoSuchStep />}
            />
          )
        }
        banner={step && <Head row={row} step={step} facts={found.facts} />}
        side={null}
        tabs={tabs}
        {...(shown && { handlers: { 'output.download': () => save(target.label, shown) } })}
      />
    </div>
  )
}

const NoSuchStep = () => (
  <Notice tone="empty" title="This step is not there" actions={<CommandButton call="detail.back" />}>
    The link may be old, or it is a step of another run.
  </Notice>
)

function tabsOf(step: Detail, outputs: readonly Output[]): DetailTab<OutputId>[] {
  const artifacts = step.artifacts.filter(({ deleted_at: deleted }) => !deleted)
  const tabs: DetailTab<OutputId>[] = outputs.map((output) => ({
    id: output.id,
    label: output.label,
    panel: (
      <OutputView key={`${step.id} ${output.id}`} of={step.name} stepId={`${step.id} ${step.status}`} output={output} />
    ),
  }))
  if (artifacts.length > 0)
    tabs.push({
      id: 'artifacts',
      label: 'Artifacts',
      ...countOf(artifacts.length, 'artifact'),
      panel: <Artifacts of={step.name} artifacts={artifacts} />,
    })
  if (tabs.length > 0) return tabs
  const isOver = isStepOver(step)
  return [
    {
      id: 'result',
      label: 'Result',
      panel: (
        <p className={css.none}>
          {step.status === 'skipped'
            ? 'It was skipped: its condition did not hold.'
            : isOver
              ? 'It left nothing.'
              : 'What comes of it appears here when it has ended.'}
        </p>
      ),
    },
  ]
}

/** How the step stands, and what of its result is short. */
function Head({
  row,
  step,
  facts,
}: {
  row: StepRow | undefined
  step: Detail
  facts: readonly { name: string; value: string }[]
}) {
  const of = row?.step
  const agent = of && agentOf(of)
  const took = of?.end_time ? durationOf(of, 0) : undefined
  return (
    <div className={css.standing}>
      <StatusBadge status={step.status} />
      {took !== undefined && <span className={css.quiet}>{`took ${formatDuration(took)}`}</span>}
      {of?.start_time && took === undefined && (
        <span className={css.quiet}>
          for <Time at={of.start_time} as="age" />
        </span>
      )}
      {row?.attempt !== undefined && <span>{`Attempt ${row.attempt}`}</span>}
      {agent && <span className={css.quiet}>{`on ${agent}`}</span>}
      {facts.map(({ name, value }) => (
        <span key={name}>{`${name} ${value}`}</span>
      ))}
    </div>
  )
}

/** Saves what is shown as the file that it is. */
function save(name: string, { id, label, shown }: Output): void {
  const base = `${name}-${id}`.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')
  const file = (extension: string, text: string, type: string) => {
    saveFile(`${base}.${extension}`, text, type)
    announce(`Saved ${label}.`)
  }
  switch (shown.is) {
    case 'lines':
    case 'message':
      return file(shown.is === 'message' ? 'md' : 'txt', shown.text, 'text/plain')
    case 'json':
      return file('json', shown.text, 'application/json')
    case 'value':
      return file('json', JSON.stringify(shown.value, null, 2), 'application/json')
    case 'table':
      return file(
        'json',
        JSON.stringify(
          shown.rows.map(({ cells }) => cells),
          null,
          2
        ),
        'application/json'
      )
  }
}

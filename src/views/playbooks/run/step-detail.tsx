import '@/commands/editor/editor.commands'
import '@/commands/editor/lines.commands'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { stepById, type StepDetail as Detail } from '@/api/playbooks/run'
import { formatDuration } from '@/shared/format'
import { isStepOver } from '@/lib/playbooks/run-status'
import { type StepOutput, readStepOutputs, type OutputId } from '@/lib/playbooks/step-output'
import { Notice } from '@/ui/notice'
import { saveFile } from '@/ui/save-file'
import { Skeleton } from '@/ui/skeleton'
import { Time } from '@/ui/time'
import { announce } from '@/ui/voice'
import { CommandButton } from '../../shared/commands/command-button'
import { DetailPane } from '../../shared/list/detail/detail-pane'
import type { DetailProps } from '../../shared/list/detail/detail-props'
import { type DetailTab } from '../../shared/list/detail/tabbed-body'
import { tabCount } from '@/ui/tabs'
import { QueryState } from '../../shared/query/query-state'
import { useLiveUpdates } from '../../shared/stores'
import { measureRunDuration, RunStatusBadge } from '../run-status'
import { StepArtifacts } from './artifacts'
import { OutputView } from './output-view'
import css from './run.module.css'
import { readAgentName, describeStepRow, type StepRow, toStepTarget } from './step-rows'
import { stepAddress, stepUrl } from './url'

/** Milliseconds between refreshes: the result is available at the end, which the list of steps reports earlier. */
const POLL_MS = 5000

/** The results of a step: its error first, then its output, each rendered by its type. */
export default function StepDetailPanel({ row, controls }: DetailProps<StepRow>) {
  const { id } = controls
  const isLive = useLiveUpdates()
  const isOver = row !== undefined && isStepOver(row)
  const query = useQuery({
    // The status is part of the key, so that the step is read once more when it ends.
    ...stepById(id, row?.status ?? ''),
    refetchInterval: ({ state: { data } }) =>
      isLive && !isOver && data !== null && !(data && isStepOver(data)) && POLL_MS,
  })
  const step = query.data ?? undefined
  const found = useMemo(() => (step ? readStepOutputs(step) : { outputs: [], facts: [] }), [step])
  const target = row ? toStepTarget(row) : ({ kind: 'step', id, label: step?.name ?? 'Step' } as const)
  const { step: chosen, view } = stepUrl.use()
  const tabs = step ? buildTabs(step, found.outputs) : []
  const shown = found.outputs.find(({ id: one }) => one === view) ?? found.outputs[0]
  return (
    // Focus in the followed step selects it, so that the detail does not move on to the next step.
    <div className={css.step} onFocus={() => chosen === undefined && stepAddress.show(id, 'replace')}>
      <DetailPane<OutputId>
        address={stepAddress}
        controls={controls}
        target={target}
        takesFocus={chosen !== undefined}
        summary={row && describeStepRow(row)}
        hasMenu={row !== undefined}
        isGone={query.data === null}
        instead={
          !step && (
            <QueryState
              query={query}
              what="the step"
              as="page"
              pending={<Skeleton label="Loading the step…" as="text" />}
              gone={<StepNotFound />}
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

const StepNotFound = () => (
  <Notice tone="empty" title="Step not found" actions={<CommandButton call="detail.back" />}>
    The link may be outdated, or the step belongs to another run.
  </Notice>
)

function buildTabs(step: Detail, outputs: readonly StepOutput[]): DetailTab<OutputId>[] {
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
      ...tabCount(artifacts.length, 'artifact'),
      panel: <StepArtifacts of={step.name} artifacts={artifacts} />,
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
            ? 'Skipped: its condition was not met.'
            : isOver
              ? 'No output'
              : 'The result appears here when the step has ended.'}
        </p>
      ),
    },
  ]
}

/** The status of the step, and the short values of its result. */
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
  const agent = of && readAgentName(of)
  const took = of?.end_time ? measureRunDuration(of, 0) : undefined
  return (
    <div className={css.standing}>
      <RunStatusBadge status={step.status} />
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

/** Saves an output as a file of its type. */
function save(name: string, { id, label, shown }: StepOutput): void {
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

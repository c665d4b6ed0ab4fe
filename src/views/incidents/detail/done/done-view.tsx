import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { ApiError } from '@/api/http'
import { definitionEvaluation, incidentHistory, type Incident } from '@/api/incidents/incident'
import { asSentence, formatCount } from '@/shared/format'
import { isOver } from '@/lib/incidents/incidents'
import { countProgress } from '@/lib/incidents/progress'
import { Notice } from '@/ui/notice'
import { ProgressBar } from '@/ui/progress-bar'
import { Time } from '@/ui/time'
import { announce } from '@/ui/voice'
import { CommandButton } from '@/views/shared/commands/command-button'
import { useConsole } from '@/views/shared/console'
import { backToList, type DetailProps } from '@/views/shared/list/detail/detail-props'
import { lazyComponent } from '@/ui/lazy-component'
import { useDetail } from '@/views/shared/list/detail/use-detail'
import { ListSection } from '@/views/shared/list/list-page'
import { useWholeList } from '@/views/shared/list/whole-list'
import { QueryState } from '@/views/shared/query/query-state'
import { useLiveUpdates } from '@/views/shared/stores'
import { INCIDENT_POLL_MS, treeRowAddress } from '../url'
import { doneColumns } from './columns'
import css from './done.module.css'
import {
  doneItemName,
  type DoneItem,
  toDoneItems,
  readScriptMessage,
  describeDoneItem,
  toDoneItemTarget,
  doneItemText,
  describeDoneChanges,
} from './done-items'

const detail = lazyComponent<DetailProps<DoneItem>>({
  what: 'the item',
  load: () => import('./done-item-detail'),
  otherwise: backToList,
})

export type DoneProps = { incident: Incident; query: UseQueryResult<Incident | null, ApiError> }

/** The definition of done of an incident: its items with their conditions, and the progress. */
export default function Done({ incident, query }: DoneProps) {
  const history = useQuery({ ...incidentHistory(incident.id), refetchInterval: useLiveUpdates() && INCIDENT_POLL_MS })
  const parts = useMemo(() => toDoneItems(incident, history.data), [incident, history.data])
  useAnnouncedChanges(parts)
  const { data: _, ...rest } = query
  const source = useWholeList<DoneItem>({ ...rest, data: parts }, doneItemText)
  const opened = useDetail<DoneItem>({
    address: treeRowAddress,
    detail,
    of: 'evidence',
    rows: parts,
    targetOf: toDoneItemTarget,
    list: source.list,
  })
  return (
    <ListSection<DoneItem>
      title="Definition of done"
      of="evidence"
      source={source}
      detail={opened}
      columns={doneColumns}
      targetOf={toDoneItemTarget}
      sentenceOf={describeDoneItem}
      isProblem={({ state }) => state !== 'done'}
      searchLabel="Search items"
      actions={<AddButtons />}
      renderLead={() => (
        <div className={css.lead}>
          <Progress incident={incident} parts={parts} />
          <QueryState query={history} what="the times of the last changes" as="part" pending={null} />
        </div>
      )}
      empty={
        <Notice tone="empty" title="No items yet" actions={<AddButtons />}>
          The definition of done lists what must be done before the incident is over: items to mark as done manually,
          and conditions that the server checks, such as a check that is healthy again. Press Shift+D on existing
          evidence to add it.
        </Notice>
      }
    />
  )
}

const AddButtons = () => (
  <>
    <CommandButton call="done.add" label="Add manual item" />
    <CommandButton call="done.automate" label="Add condition" />
  </>
)

function Progress({ incident, parts }: { incident: Incident; parts: readonly DoneItem[] }) {
  const { done, total } = countProgress(incident)
  const failed = parts.filter(({ state }) => state === 'failed')
  return (
    <>
      <ProgressBar
        label="Done"
        percent={total === 0 ? 0 : (done / total) * 100}
        text={`${done} of ${formatCount(total, 'item')}`}
        isProgress
      />
      {failed.length > 0 && (
        <ul className={css.failed} aria-label="Failed conditions">
          {failed.map((part) => (
            <li key={part.id}>
              {asSentence(`The condition of ${doneItemName(part)} failed: ${readScriptMessage(part)}`)}
            </li>
          ))}
        </ul>
      )}
      {parts.some(({ evidence }) => evidence.script) && <LastEvaluation incident={incident} />}
    </>
  )
}

/** When the server last evaluated the conditions. */
function LastEvaluation({ incident }: { incident: Incident }) {
  const { environment } = useConsole()
  const isEmbedded = environment.deployment?.backend === 'embedded'
  const isLive = useLiveUpdates()
  const isClosed = isOver(incident) && incident.status.toLowerCase() !== 'resolved'
  const evaluation = useQuery({
    ...definitionEvaluation(),
    enabled: isEmbedded && !isClosed,
    refetchInterval: isLive && INCIDENT_POLL_MS,
  })
  if (isClosed) return <p className={css.note}>The conditions of a closed incident are no longer checked.</p>
  if (!isEmbedded) return <p className={css.note}>The server checks the conditions about every 5 minutes.</p>
  return (
    <QueryState query={evaluation} what="the time of the last check" as="part" pending={null}>
      {({ at }) => (
        <p className={css.note}>
          {at ? (
            <>
              Checked <Time at={at} as="elapsed" />; runs every 10 s
            </>
          ) : (
            'Not checked yet'
          )}
        </p>
      )}
    </QueryState>
  )
}

/** Announces the items whose condition has changed to met or not met. */
function useAnnouncedChanges(parts: readonly DoneItem[]) {
  const before = useRef(parts)
  useEffect(() => {
    const changes = describeDoneChanges(before.current, parts)
    before.current = parts
    if (changes.length > 0) announce(changes.join(' '))
  }, [parts])
}

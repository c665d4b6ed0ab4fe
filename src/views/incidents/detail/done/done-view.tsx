import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { ApiError } from '../../../../api/http'
import { definitionLook, historyOf, type Incident } from '../../../../api/incident'
import { asSentence, formatCount } from '../../../../lib/format'
import { isOver } from '../../../../lib/incidents'
import { progressOf } from '../../../../lib/progress'
import { Notice } from '../../../../ui/notice'
import { ProgressBar } from '../../../../ui/progress-bar'
import { Time } from '../../../../ui/time'
import { announce } from '../../../../ui/voice'
import { CommandButton } from '../../../shell/commands/command-button'
import { useConsole } from '../../../shell/console'
import { lazyDetail } from '../../../shell/list/detail/lazy-detail'
import { useDetail } from '../../../shell/list/detail/use-detail'
import { ListPart } from '../../../shell/list/list-page'
import { useWholeList } from '../../../shell/list/whole-list'
import { QueryState } from '../../../shell/query/query-state'
import { useLive } from '../../../shell/stores'
import { POLL_MS, rowAddress } from '../url'
import { columns } from './columns'
import css from './done.module.css'
import { nameOf, type Part, partsOf, saidBy, sentenceOf, targetOf, textOf, tickedBetween } from './parts'

const detail = lazyDetail<Part>('the part', () => import('./part-detail'))

export type Props = { incident: Incident; query: UseQueryResult<Incident | null, ApiError> }

/** What has to be done before an incident is over: by whom or by what it is ticked, and how far that has come. */
export default function Done({ incident, query }: Props) {
  const history = useQuery({ ...historyOf(incident.id), refetchInterval: useLive() && POLL_MS })
  const parts = useMemo(() => partsOf(incident, history.data), [incident, history.data])
  useTold(parts)
  const { data: _, ...rest } = query
  const source = useWholeList<Part>({ ...rest, data: parts }, textOf)
  const opened = useDetail<Part>({
    address: rowAddress,
    detail,
    of: 'evidence',
    rows: parts,
    targetOf,
    list: source.list,
  })
  return (
    <ListPart<Part>
      title="Definition of done"
      of="evidence"
      source={source}
      detail={opened}
      columns={columns}
      targetOf={targetOf}
      sentenceOf={sentenceOf}
      isProblem={({ state }) => state !== 'done'}
      searchLabel="Search what has to be done"
      actions={<Adding />}
      renderLead={() => (
        <div className={css.lead}>
          <Progress incident={incident} parts={parts} />
          <QueryState query={history} what="since when it is so" as="part" pending={null} />
        </div>
      )}
      empty={
        <Notice tone="empty" title="Nothing has to be done yet" actions={<Adding />}>
          {`The definition of done says when this is over: something that somebody ticks, or something that the server watches, such as a check that is healthy again. Of evidence that is there, Shift+D makes a part of it.`}
        </Notice>
      }
    />
  )
}

const Adding = () => (
  <>
    <CommandButton call="done.add" label="Add by hand" />
    <CommandButton call="done.automate" label="Add automatic" />
  </>
)

function Progress({ incident, parts }: { incident: Incident; parts: readonly Part[] }) {
  const { done, of } = progressOf(incident)
  const failed = parts.filter(({ state }) => state === 'failed')
  return (
    <>
      <ProgressBar
        label="Done"
        percent={of === 0 ? 0 : (done / of) * 100}
        text={`${done} of ${formatCount(of, 'part')}`}
        isProgress
      />
      {failed.length > 0 && (
        <ul className={css.failed} aria-label="Scripts that failed">
          {failed.map((part) => (
            <li key={part.id}>{asSentence(`The script of ${nameOf(part)} cannot tell: ${saidBy(part)}`)}</li>
          ))}
        </ul>
      )}
      {parts.some(({ evidence }) => evidence.script) && <Look incident={incident} />}
    </>
  )
}

/** When the server has last let the scripts judge. */
function Look({ incident }: { incident: Incident }) {
  const { environment } = useConsole()
  const isEmbedded = environment.deployment?.backend === 'embedded'
  const isLive = useLive()
  const isClosed = isOver(incident) && incident.status.toLowerCase() !== 'resolved'
  const look = useQuery({
    ...definitionLook(),
    enabled: isEmbedded && !isClosed,
    refetchInterval: isLive && POLL_MS,
  })
  if (isClosed) return <p className={css.note}>The scripts of a closed incident are not evaluated any more.</p>
  if (!isEmbedded) return <p className={css.note}>The server evaluates the scripts about every five minutes.</p>
  return (
    <QueryState query={look} what="when the scripts were evaluated" as="part" pending={null}>
      {({ at }) => (
        <p className={css.note}>
          {at ? (
            <>
              The server has evaluated the scripts <Time at={at} as="elapsed" />, and does so every ten seconds.
            </>
          ) : (
            'The server has not evaluated the scripts yet.'
          )}
        </p>
      )}
    </QueryState>
  )
}

/** Tells what scripts have ticked: whoever waits for it looks elsewhere. */
function useTold(parts: readonly Part[]) {
  const before = useRef(parts)
  useEffect(() => {
    const said = tickedBetween(before.current, parts)
    before.current = parts
    if (said.length > 0) announce(said.join(' '))
  }, [parts])
}

import '../../commands/pages/triage'
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { formatDate } from '../../lib/format-date'
import { pathOf } from '../../lib/paths'
import { readableSources, sentenceOfItem, sourcesOn, targetOfItem } from '../../lib/triage'
import { useTimeDisplay } from '../../ui/time'
import { announce } from '../../ui/voice'
import { useApprovable } from '../shell/access/approvable'
import { useConsole } from '../shell/console'
import { ListPage } from '../shell/list/list-page'
import { listUrl } from '../shell/list/list-url'
import { useWholeList } from '../shell/list/whole-list'
import { columns } from './columns'
import { Sum, Trouble } from './lead'
import { Nothing } from './nothing'
import { QueuePlace } from './places'
import { isUndecided, type Row } from './rows'
import { type Acting, useTriageDecisions } from './use-triage-decisions'
import { POLL_MS, useQueue } from './use-queue'

const none: never[] = []
const noActs: Acting = new Set()

const textOf = ({ name, why, became, source }: Row) => [name, why, became, source].join(' ')

/** One queue of everything that needs attention. Its order is fixed until the user reloads it. */
export default function TriageView() {
  const [, navigate] = useLocation()
  const { environment } = useConsole()
  const { timeZone } = useTimeDisplay()
  const [acting, setActing] = useState(noActs)
  const { queue, rows, isReloading, standing, sources, reload } = useQueue(acting)
  useApprovable((rows ?? none).filter(({ source: from }) => from === 'runs'))
  const readable = readableSources(environment)
  const closed = sourcesOn(environment).filter((one) => !readable.includes(one))

  const whole = useWholeList(
    {
      data: rows,
      error: null,
      failureReason: null,
      dataUpdatedAt: queue ? Math.max(Date.parse(queue.takenAt), standing.dataUpdatedAt) : 0,
      isFetching: isReloading || standing.isFetching,
    },
    textOf
  )
  // A reloaded queue is another list, not an update of this one.
  const question = `${whole.question} ${queue?.takenAt ?? ''}`
  const source = { ...whole, everyMs: POLL_MS, question }

  const rendered = useRef<readonly Row[]>(none)
  useLayoutEffect(() => {
    rendered.current = whole.rows
  })
  const undoLast = useTriageDecisions({ list: whole.list, rows: rendered, setActing })

  const open = (row: Row) => {
    const { kind, id } = targetOfItem(row)
    const path = pathOf(kind, id) ?? (row.about && pathOf(row.about.kind, row.about.id))
    if (path === undefined) return announce(`${row.label} has no page of its own.`)
    // The Back button returns to this row.
    listUrl.set({ id }, 'replace')
    navigate(path)
  }
  const sentenceOf = useCallback(
    (row: Row) => {
      const since = formatDate(new Date(row.since), 'medium', { now: new Date(), timeZone })
      return sentenceOfItem(row, since, row.became || undefined)
    },
    [timeZone]
  )
  const around = (children: ReactNode, current?: Row) => (
    <QueuePlace current={current} onUndo={undoLast} onReload={() => void reload()}>
      {children}
    </QueuePlace>
  )
  return (
    <ListPage<Row>
      title="Triage"
      of="event"
      noun="item"
      source={source}
      columns={columns}
      targetOf={targetOfItem}
      sentenceOf={sentenceOf}
      isProblem={isUndecided}
      searchLabel="Search the queue"
      opensByPress
      onOpen={open}
      around={around}
      renderLead={() =>
        queue && (
          <>
            <Trouble {...queue} closed={closed} />
            <Sum
              {...queue}
              rows={rows ?? none}
              standing={standing.data}
              error={standing.error?.message}
              isReloading={isReloading}
            />
          </>
        )
      }
      empty={queue && around(<Nothing queue={queue} sources={sources} closed={closed} />)}
    />
  )
}

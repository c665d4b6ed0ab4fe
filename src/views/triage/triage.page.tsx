import '@/commands/triage/triage.commands'
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { formatDate } from '../../lib/format-date'
import { resourcePath } from '@/shared/routing/registry'
import { readableSources, describeTriageItem, enabledSources, toTriageTarget } from '@/lib/triage/triage'
import { useTimeDisplay } from '../../ui/time'
import { announce } from '../../ui/voice'
import { useApprovableRuns } from '../shared/access/approvable-runs'
import { useConsole } from '../shared/console'
import { ListPage } from '../shared/list/list-page'
import { listUrl } from '../shared/list/list-url'
import { useWholeList } from '../shared/list/whole-list'
import { triageColumns } from './columns'
import { QueueSummary, QueueWarnings } from './queue-summary'
import { EmptyQueue } from './empty-queue'
import { QueuePlace } from './queue-place'
import { isUntriaged, type QueueRow } from './queue-rows'
import { type PendingKeys, useTriageDecisions } from './use-triage-decisions'
import { QUEUE_POLL_MS, useTriageQueue } from './use-triage-queue'

const none: never[] = []
const noActs: PendingKeys = new Set()

const queueRowText = ({ name, why, outcome, source }: QueueRow) => [name, why, outcome, source].join(' ')

/** One queue of everything that needs attention. Its order is fixed until the user reloads it. */
export default function TriageView() {
  const [, navigate] = useLocation()
  const { environment } = useConsole()
  const { timeZone } = useTimeDisplay()
  const [acting, setActing] = useState(noActs)
  const { queue, rows, isReloading, standing, sources, reload } = useTriageQueue(acting)
  useApprovableRuns((rows ?? none).filter(({ source: from }) => from === 'runs'))
  const readable = readableSources(environment)
  const closed = enabledSources(environment).filter((one) => !readable.includes(one))

  const whole = useWholeList(
    {
      data: rows,
      error: null,
      failureReason: null,
      dataUpdatedAt: queue ? Math.max(Date.parse(queue.takenAt), standing.dataUpdatedAt) : 0,
      isFetching: isReloading || standing.isFetching,
    },
    queueRowText
  )
  // A reloaded queue is another list, not an update of this one.
  const question = `${whole.question} ${queue?.takenAt ?? ''}`
  const source = { ...whole, everyMs: QUEUE_POLL_MS, question }

  const rendered = useRef<readonly QueueRow[]>(none)
  useLayoutEffect(() => {
    rendered.current = whole.rows
  })
  const undoLast = useTriageDecisions({ list: whole.list, rows: rendered, setActing })

  const open = (row: QueueRow) => {
    const { kind, id } = toTriageTarget(row)
    const path = resourcePath(kind, id) ?? (row.about && resourcePath(row.about.kind, row.about.id))
    if (path === undefined) return announce(`${row.label} has no page of its own.`)
    // The Back button returns to this row.
    listUrl.set({ id }, 'replace')
    navigate(path)
  }
  const sentenceOf = useCallback(
    (row: QueueRow) => {
      const since = formatDate(new Date(row.since), 'medium', { now: new Date(), timeZone })
      return describeTriageItem(row, since, row.outcome || undefined)
    },
    [timeZone]
  )
  const around = (children: ReactNode, current?: QueueRow) => (
    <QueuePlace current={current} onUndo={undoLast} onReload={() => void reload()}>
      {children}
    </QueuePlace>
  )
  return (
    <ListPage<QueueRow>
      title="Triage"
      of="event"
      noun="item"
      source={source}
      columns={triageColumns}
      targetOf={toTriageTarget}
      sentenceOf={sentenceOf}
      isProblem={isUntriaged}
      searchLabel="Search the queue"
      opensByPress
      onOpen={open}
      around={around}
      renderLead={() =>
        queue && (
          <>
            <QueueWarnings {...queue} closed={closed} />
            <QueueSummary
              {...queue}
              rows={rows ?? none}
              standing={standing.data}
              error={standing.error?.message}
              isReloading={isReloading}
            />
          </>
        )
      }
      empty={queue && around(<EmptyQueue queue={queue} sources={sources} closed={closed} />)}
    />
  )
}

import '@/commands/triage/triage.commands'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { formatDate } from '../../lib/format-date'
import { formatCount } from '@/shared/format'
import type { GroupOptions } from '../../ui/grid/column'
import type { ListSource } from '../shared/list/list-source'
import { resourcePath } from '@/shared/routing/registry'
import { readableSources, describeTriageItem, enabledSources, toTriageTarget } from '@/lib/triage/triage'
import { normaliseSeverity } from '@/lib/incidents/incidents'
import cell from '../../ui/grid/cell.module.css'
import { SeverityBadge } from '../../ui/severity-badge'
import { StatusIcon } from '../../ui/status-word'
import { useLatest } from '../../ui/hooks'
import { useTimeDisplay } from '../../ui/time'
import { announce } from '../../ui/voice'
import { useDisplayedRuns } from '../shared/access/displayed-runs'
import { Place } from '../shared/commands/place'
import { useConsole } from '../shared/console'
import { ListPage } from '../shared/list/list-page'
import { createGroupedAddress } from '../shared/list/list-address'
import { listUrl } from '../shared/list/list-url'
import { useWholeList } from '../shared/list/whole-list'
import { triageColumns } from './columns'
import { useQueueRowHeights } from './row-heights'
import { EmptyQueue, QueueSummary, QueueWarnings } from './queue-summary'
import { buildQueueTree, isUntriaged, RULE, ruleGroup, type QueueRow } from './queue-rows'
import css from './triage.module.css'
import { type PendingKeys, useTriageDecisions } from './use-triage-decisions'
import { QUEUE_POLL_MS, useTriageQueue } from './use-triage-queue'

const none: never[] = []
const noActs: PendingKeys = new Set()

const queueRowText = ({ name, why, outcome, source }: QueueRow) => [name, why, outcome, source].join(' ')

const address = createGroupedAddress(RULE)

const ruleName = (rows: readonly QueueRow[]) => `${rows[0]?.rule?.name ?? ''} · ${rows.length.toLocaleString('en')}`

/** The incidents of one rule are one line, which starts collapsed, as do the checks of an incident. */
const ruleGroups: GroupOptions<QueueRow> = {
  by: [{ id: RULE, title: 'Rule', groupBy: ruleGroup }],
  title: ruleName,
  renderLine: (rows) => (
    <span className={cell.line}>
      <StatusIcon word={rows.some(isUntriaged) ? 'open' : 'decided'} />
      <bdi className={cell.name}>{ruleName(rows)}</bdi>
      <SeverityBadge severity={normaliseSeverity(rows[0]?.severity ?? '')} />
    </span>
  ),
  isPlain: (rows) => rows.length === 1,
  label: (_title, rows) =>
    [
      rows[0]?.rule?.name,
      `${normaliseSeverity(rows[0]?.severity ?? '')} severity`,
      `${formatCount(rows.length, 'incident')} of this rule`,
      `${rows.filter(isUntriaged).length.toLocaleString('en')} to triage`,
    ]
      .filter(Boolean)
      .join(', '),
}

/** One queue of everything that needs attention. Its order is fixed until the user reloads it. */
export default function TriageView() {
  const [, navigate] = useLocation()
  const { environment } = useConsole()
  const { timeZone } = useTimeDisplay()
  const [acting, setActing] = useState(noActs)
  const { queue, rows, isReloading, standing, sources, reload } = useTriageQueue(acting)
  useDisplayedRuns(
    (rows ?? none).flatMap((row) => (row.source === 'runs' ? [{ ...row, status: 'pending_approval' }] : []))
  )
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
    queueRowText,
    { address }
  )
  const heights = useQueueRowHeights()
  const tree = useMemo(() => buildQueueTree(whole.rows), [whole.rows])
  // A reloaded queue is another list, not an update of this one.
  const question = `${whole.question} ${queue?.takenAt ?? ''}`
  const source: ListSource<QueueRow> = {
    ...whole,
    everyMs: QUEUE_POLL_MS,
    question,
    rows: tree.roots,
    loaded: rows,
    view: tree.hasGroups ? whole.view : { ...whole.view, group: undefined },
    grid: {
      parentOf: tree.parentOf,
      heightOf: heights.heightOf,
      ...(tree.childrenOf && { childrenOf: tree.childrenOf }),
    },
  }

  const rendered = useLatest<readonly QueueRow[]>(whole.rows)
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
      groups={ruleGroups}
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
            <div ref={heights.ref} />
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

type QueuePlaceProps = {
  /** The row under the cursor, if any. */
  current: QueueRow | undefined
  onUndo(): void
  onReload(): void
  children: ReactNode
}

/**
 * The place whose keys triage the queue, reachable from the whole page. A change that was made elsewhere to the row under
 * the cursor is announced once.
 */
function QueuePlace({ current, onUndo, onReload, children }: QueuePlaceProps) {
  useAnnouncedOnce(current)
  return (
    <Place
      scope="triage"
      isPart
      className={css.around}
      handlers={{ 'triage.takeBack': onUndo, 'triage.renew': onReload }}
    >
      {children}
    </Place>
  )
}

function useAnnouncedOnce(current: QueueRow | undefined) {
  const announced = useRef(new Map<string, string>())
  const [key, message] = current?.state === 'elsewhere' ? [current.key, `${current.label}: ${current.outcome}.`] : []
  useEffect(() => {
    if (key === undefined || message === undefined || announced.current.get(key) === message) return
    announced.current.set(key, message)
    announce(message)
  }, [key, message])
}

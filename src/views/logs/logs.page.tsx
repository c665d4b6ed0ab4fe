import '@/commands/incidents/evidence.commands'
import '@/commands/shell/copy.commands'
import '@/commands/logs/logs.commands'
import '@/commands/time/time.commands'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { logs, type LogSubject } from '@/api/logs/logs'
import type { CommandHandler } from '@/commands/context'
import { formatCount } from '@/shared/format'
import { formatLogLines } from '../../lib/logs/line'
import { Notice } from '../../ui/notice'
import { saveFile } from '../../ui/save-file'
import { useTimeDisplay } from '../../ui/time'
import { TimeRangePicker } from '../../ui/time-range/time-range'
import { announce } from '../../ui/voice'
import { CommandButton } from '../shared/commands/command-button'
import { Page } from '../shared/page/page'
import { ListPage } from '../shared/list/list-page'
import { QueryState } from '../shared/query/query-state'
import { usePreferences } from '../shared/stores'
import {
  logColumns,
  isProblemLine,
  formatLineLabels,
  type LogRow,
  createLineDescriber,
  toLogLineTarget,
} from './columns'
import { LineWidthProbe, useLineHeights } from './shared/line-heights'
import { LogLead } from './lead'
import { LoggedComponents } from './logged-components'
import { recordOpenedLogs } from './opened-logs'
import css from './logs.module.css'
import { logsUrl } from './url'
import { type Logs, useLogs } from './use-logs'

const TITLE = 'Logs'

/** The logs of components. */
export default function LogsView() {
  const { topologyId } = logsUrl.use()
  return topologyId === undefined ? <LoggedComponents /> : <OfComponent key={topologyId} id={topologyId} />
}

const choose = <CommandButton call="logs.component" tone="primary" label="Choose a component" />

function OfComponent({ id }: { id: string }) {
  const query = useQuery(logs.subject(id))
  const { logsSelector } = logsUrl.use()
  const subject = query.data
  const [first] = subject?.selectors ?? []
  const selector = logsSelector ?? first
  if (subject && selector !== undefined) return <Lines key={selector} subject={subject} selector={selector} />
  return (
    <Page title={TITLE} of="logline">
      <QueryState query={query} what="the component" as="page" gone={<NoSuchComponent />}>
        {({ name }) => (
          <Notice tone="empty" title={`${name} has no logs`} actions={choose}>
            The topology does not define a log selector for this component.
          </Notice>
        )}
      </QueryState>
    </Page>
  )
}

const NoSuchComponent = () => (
  <Notice tone="empty" title="Component not found" actions={choose}>
    The link may be outdated, the component may have been removed, or you may not have access to it.
  </Notice>
)

const noIds: ReadonlySet<string> = new Set()

function Lines({ subject, selector }: { subject: LogSubject; selector: string }) {
  const result = useLogs(subject, selector)
  const { feed, state, rows, parsedSearch, time, source } = result
  const { wrap, follow } = logsUrl.use()
  useEffect(() => recordOpenedLogs(subject.id), [subject.id])
  const [open, setOpen] = useState(noIds)
  const { timeZone } = useTimeDisplay()
  const { recentlyUsedTimeRanges } = usePreferences()
  const { linesOf, heightOf, onRoom } = useLineHeights(rows, { wraps: wrap, open })
  const columns = useMemo(
    () => logColumns({ search: parsedSearch, linesOf, isOpen: ({ id }) => open.has(id) }),
    [parsedSearch, linesOf, open]
  )

  function toggleOpen(row: LogRow) {
    const next = new Set(open)
    const isOpen = !next.delete(row.id)
    if (isOpen) next.add(row.id)
    setOpen(next)
    announce(isOpen ? `Line expanded. ${formatLineLabels(row).join(', ')}` : 'Line collapsed.')
  }
  const { news } = state

  return (
    <ListPage<LogRow>
      title={TITLE}
      of="logline"
      source={{
        ...source,
        query: { ...source.query, dataUpdatedAt: state.updatedAt },
        everyMs: follow ? 1000 : undefined,
        time: {
          place: time.place,
          isLimited: true,
          isChosen: time.isChosen,
          picker: <TimeRangePicker value={time.range} onChange={time.set} recent={recentlyUsedTimeRanges} />,
        },
        grid: {
          isBusy: source.query.isPlaceholderData,
          ...(heightOf && { heightOf }),
          ...(news.length > 0 && feed && { news: { count: news.length, first: news[0]?.id, show: feed.showNews } }),
        },
      }}
      columns={columns}
      targetOf={toLogLineTarget}
      sentenceOf={useMemo(() => createLineDescriber(timeZone), [timeZone])}
      isProblem={isProblemLine}
      filteredBy={(row) => ({ level: row.level, labels: formatLineLabels(row) })}
      searchLabel="Search the messages"
      onOpen={toggleOpen}
      facts={<Facts state={state} isFollowing={result.isFollowing && result.canFollow} />}
      place={{
        choices: { selector: subject.selectors.map((name) => ({ value: name, label: name })) },
        handlers: logHandlers(subject, selector, result),
      }}
      switches={
        <span className={css.subject}>
          <CommandButton call="logs.component" value={subject.name} label="Component" />
          {subject.selectors.length > 1 && <CommandButton call="logs.selector" value={selector} label="Selector" />}
          <CommandButton call="logs.follow" label="Follow" isPressed={follow} />
          <CommandButton call="logs.wrap" label="Wrap" isPressed={wrap} />
          <CommandButton call="logs.download" label="Download" tone="bare" />
        </span>
      }
      renderLead={() => (
        <div className={css.lead}>
          <LineWidthProbe onRoom={onRoom} />
          <LogLead logs={result} />
        </div>
      )}
      empty={null}
    />
  )
}

function logHandlers(
  subject: LogSubject,
  selector: string,
  { rows, found, toggleAround }: Logs
): Readonly<Record<string, CommandHandler>> {
  return {
    'logs.selector': (_count, { selector: chosen }) => logsUrl.set({ logsSelector: String(chosen) }, 'push'),
    'logs.follow': () => {
      const { follow } = logsUrl.parse(location.search)
      logsUrl.set({ follow: !follow }, 'replace')
      announce(follow ? 'Stopped following new lines.' : 'Following new lines.')
    },
    'logs.wrap': () => {
      const { wrap } = logsUrl.parse(location.search)
      logsUrl.set({ wrap: !wrap }, 'replace')
      announce(wrap ? 'Long lines are truncated.' : 'Long lines wrap.')
    },
    'logs.download': () => {
      const oldestFirst = found.toReversed()
      const name = `${subject.name}-${selector}.log`.replaceAll(/[^\w.-]+/g, '-')
      saveFile(name, `${formatLogLines(oldestFirst)}\n`, 'text/plain')
      announce(`Saved ${formatCount(oldestFirst.length, 'line')}.`)
    },
    'logs.context': (_count, { line }) => {
      const [{ id } = { id: '' }] = line as readonly { id: string }[]
      void toggleAround(rows.find((row) => row.id === id))
    },
  }
}

/** Whether older lines exist, and whether new lines are followed. */
function Facts({ state, isFollowing }: { state: Logs['state']; isFollowing: boolean }) {
  if (state.isLoading) return <span>, loading older lines…</span>
  return (
    <>
      {state.hasOlder && <span>, older lines not loaded</span>}
      {isFollowing && <span>, following</span>}
    </>
  )
}

import '../../commands/pages/logs'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { logs, type LogSubject } from '../../api/logs'
import { formatCount } from '../../lib/format'
import { textOfLines } from '../../lib/logs/line'
import { absolute } from '../../lib/time/range'
import { Banner, Notice } from '../../ui/notice'
import { saveFile } from '../../ui/save-file'
import { useTimeDisplay } from '../../ui/time'
import { TimeRangePicker } from '../../ui/time-range/time-range'
import { announce } from '../../ui/voice'
import { CommandButton } from '../shell/commands/command-button'
import { Page } from '../shell/frame/page'
import { ListPage } from '../shell/list/list-page'
import { QueryState } from '../shell/query/query-state'
import { usePreferences } from '../shell/stores'
import { columnsFor, isProblem, labelsOf, type Row, sentenceFor, targetOf } from './columns'
import { RoomProbe, useHeights } from './heights'
import { Histogram } from './histogram'
import css from './logs.module.css'
import { logsUrl } from './url'
import { useLogs, useSeldom } from './use-logs'

const TITLE = 'Logs'

/** What components write into their logs. */
export default function LogsView() {
  const { topologyId } = logsUrl.use()
  return topologyId === undefined ? <NothingChosen /> : <OfComponent key={topologyId} id={topologyId} />
}

const choose = <CommandButton call="logs.component" tone="primary" label="Choose a component" />

const NothingChosen = () => (
  <Page title={TITLE} of="logline">
    <Notice tone="empty" title="Please select a component to view the logs" actions={choose}>
      Components have logs where their topology names a log selector, and a log backend answers for it.
    </Notice>
  </Page>
)

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
            Its topology names no log selector for it.
          </Notice>
        )}
      </QueryState>
    </Page>
  )
}

const NoSuchComponent = () => (
  <Notice tone="empty" title="There is no such component" actions={choose}>
    The link may be old, it was removed, or you may not see it.
  </Notice>
)

const nobody: ReadonlySet<string> = new Set()

function Lines({ subject, selector }: { subject: LogSubject; selector: string }) {
  const { feed, state, rows, found, wanted, time, range, isFollowing, canFollow, toggleAround, source } = useLogs(
    subject,
    selector
  )
  const { wrap, follow } = logsUrl.use()
  const [open, setOpen] = useState(nobody)
  const { timeZone } = useTimeDisplay()
  const { recentlyUsedTimeRanges } = usePreferences()
  const { linesOf, heightOf, onRoom } = useHeights(rows, { wraps: wrap, open })
  const columns = useMemo(
    () => columnsFor({ search: wanted, linesOf, isOpen: ({ id }) => open.has(id) }),
    [wanted, linesOf, open]
  )
  const drawn = useSeldom(found)

  function toggleOpen(row: Row) {
    const next = new Set(open)
    const isOpen = !next.delete(row.id)
    if (isOpen) next.add(row.id)
    setOpen(next)
    announce(isOpen ? `Whole line shown. ${labelsOf(row).join(', ')}` : 'Line cut again.')
  }
  function download() {
    const oldestFirst = found.toReversed()
    saveFile(
      `${subject.name}-${selector}.log`.replaceAll(/[^\w.-]+/g, '-'),
      `${textOfLines(oldestFirst)}\n`,
      'text/plain'
    )
    announce(`Saved ${formatCount(oldestFirst.length, 'line')}.`)
  }
  const begin = feed?.question.start === undefined ? 0 : Date.parse(feed.question.start)
  const end = feed?.question.end === undefined ? Math.max(state.updatedAt, begin + 1) : Date.parse(feed.question.end)
  const { news } = state

  return (
    <ListPage<Row>
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
          picker: <TimeRangePicker value={range} onChange={time.set} recent={recentlyUsedTimeRanges} />,
        },
        grid: {
          isBusy: source.query.isPlaceholderData,
          ...(heightOf && { heightOf }),
          ...(news.length > 0 && feed && { news: { count: news.length, first: news[0]?.id, show: feed.showNews } }),
        },
      }}
      columns={columns}
      targetOf={targetOf}
      sentenceOf={useMemo(() => sentenceFor(timeZone), [timeZone])}
      isProblem={isProblem}
      filteredBy={(row) => ({ level: row.level, labels: labelsOf(row) })}
      searchLabel="Search the messages"
      onOpen={toggleOpen}
      facts={<Facts state={state} isFollowing={isFollowing && canFollow} />}
      place={{
        choices: { selector: subject.selectors.map((name) => ({ value: name, label: name })) },
        handlers: {
          'logs.selector': (_count, { selector: chosen }) => logsUrl.set({ logsSelector: String(chosen) }, 'push'),
          'logs.follow': () => {
            logsUrl.set({ follow: !follow }, 'replace')
            announce(follow ? 'New lines are not followed any more.' : 'New lines are followed.')
          },
          'logs.wrap': () => {
            logsUrl.set({ wrap: !wrap }, 'replace')
            announce(wrap ? 'Long lines are cut.' : 'Long lines wrap.')
          },
          'logs.download': download,
          'logs.context': (_count, { line }) => {
            const [{ id } = { id: '' }] = line as readonly { id: string }[]
            void toggleAround(rows.find((row) => row.id === id))
          },
        },
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
          <RoomProbe onRoom={onRoom} />
          {state.failure !== undefined && <Banner>{`Not all lines could be loaded: ${state.failure}`}</Banner>}
          {state.notes.length > 0 && <Banner>{state.notes.join(' ')}</Banner>}
          {drawn.length > 0 && (
            <Histogram
              lines={drawn}
              span={{ from: begin, to: end }}
              over="the time that is shown"
              onBrush={({ from, to }) => time.set(absolute(new Date(from), new Date(to)))}
            />
          )}
        </div>
      )}
      empty={null}
    />
  )
}

/** Whether these are all lines. */
function Facts({ state, isFollowing }: { state: ReturnType<typeof useLogs>['state']; isFollowing: boolean }) {
  if (state.isLoading) return <span>, loading older ones…</span>
  return (
    <>
      {state.hasOlder && <span>, older ones are there</span>}
      {isFollowing && <span>, following</span>}
    </>
  )
}

import type { Target } from '../../../../commands/command'
import { formatCount, shorten } from '../../../../lib/format'
import { formatClock, formatDay } from '../../../../lib/format-date'
import { type EntryKind, entryKinds, type TimelineEntry } from '../../../../lib/incident-timeline'
import type { TimeDisplay } from '../../../../ui/time'
import { eventLooks } from '../../../shell/event-looks'
import { defineDetailAddress } from '../../../shell/list/detail/address'
import { groupedBy } from '../../../shell/list/list-address'
import { defineRowFilters } from '../../../shell/list/whole-list'

/** What an entry is, in a word. */
const ownWords = { comment: 'Comment', evidence: 'Evidence', history: 'Work on it' } as const
export const wordOf = (is: EntryKind): string =>
  is === 'comment' || is === 'evidence' || is === 'history' ? ownWords[is] : eventLooks[is].word

/** What people do comes first in the choices: it is looked for most. */
export const entryFilters = defineRowFilters<TimelineEntry>([
  {
    field: 'kind',
    label: 'Kind',
    values: entryKinds.toReversed().map((value) => ({ value, label: wordOf(value) })),
    of: ({ is }) => is,
  },
])

/** The entry that is shown beside the timeline. */
export const entryAddress = defineDetailAddress('entry', ['about'])

const BY_DAY = 'day'

/** The timeline begins grouped by day. */
export const timelineListUrl = groupedBy(BY_DAY)

export const groupsFor = (timeZone: string) => ({
  by: [
    { id: BY_DAY, title: 'Day', groupBy: ({ at }: TimelineEntry) => formatDay(new Date(at), timeZone) },
    { id: 'kind', title: 'Kind', groupBy: ({ is }: TimelineEntry) => wordOf(is) },
    { id: 'by', title: 'Who', groupBy: ({ by }: TimelineEntry) => by ?? 'Nobody is known' },
  ],
  startsOpen: () => true,
})

const kindOf: Readonly<Record<EntryKind, Target['kind']>> = {
  comment: 'comment',
  evidence: 'evidence',
  history: 'event',
  change: 'change',
  insight: 'insight',
  run: 'run',
  notification: 'notification',
  failed: 'result',
  passed: 'result',
}

/** Characters of a comment that name it. */
const MOST_OF_TEXT = 80

/** Whether what was written with it is all that there is to say: of which kind it is stands beside it. */
export const isText = ({ is }: TimelineEntry): boolean => is === 'comment' || is === 'evidence'

/** What it is called in a line. */
export const titleOf = (entry: TimelineEntry): string => (isText(entry) ? (entry.text ?? '') : entry.title)

export function targetOf(entry: TimelineEntry): Target {
  const on = isEvent(entry.is) ? entry.on : undefined
  return {
    kind: kindOf[entry.is],
    id: entry.id,
    label: shorten(on ? `${entry.title} of ${on.name}` : titleOf(entry), MOST_OF_TEXT),
    ...(on && { about: { kind: on.kind, id: on.id, label: on.name } }),
  }
}

/** What it is about, unless its title says so. */
export const onOf = ({ is, on }: TimelineEntry) => (is === 'history' ? undefined : on)

/** The row in one sentence, in reading order. */
export const sentenceFor =
  ({ timeZone }: TimeDisplay, now: Date) =>
  (entry: TimelineEntry): string => {
    const { is, by, text, severity, count, isEvidence, at } = entry
    const on = onOf(entry)
    return [
      wordOf(is),
      is === 'comment' ? `by ${by ?? 'somebody'}` : undefined,
      titleOf(entry),
      isText(entry) ? undefined : text,
      on && (isEvent(is) ? `on ${on.name}` : `for “${on.name}”`),
      severity && `severity ${severity}`,
      count !== undefined && count > 1 ? `${count} times` : undefined,
      isEvidence && 'evidence already',
      is !== 'comment' && by ? `by ${by}` : undefined,
      formatClock(new Date(at), { now, timeZone }),
    ]
      .filter(Boolean)
      .join(', ')
  }

/** Whether it happened to a thing, and not in the incident itself. */
export const isEvent = (is: EntryKind): is is Exclude<EntryKind, 'comment' | 'evidence' | 'history'> =>
  is !== 'comment' && is !== 'evidence' && is !== 'history'

/** All text of a row, to search in. */
export const textOf = ({ is, title, text = '', by = '', on }: TimelineEntry): string =>
  [wordOf(is), title, text, by, on?.name].join(' ')

/** What the timeline cannot show, as a sentence; undefined where it shows all. */
export const missingOf = (missing: readonly string[], left: number): string | undefined => {
  const more = left > 0 ? [`${formatCount(left, 'more thing')} ${left === 1 ? 'was' : 'were'} not asked about.`] : []
  const said = [...missing, ...more]
  return said.length > 0 ? `Not all could be loaded. ${said.join(' ')}` : undefined
}

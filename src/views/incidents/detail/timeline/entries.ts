import type { Target } from '@/commands/command'
import { shorten } from '@/shared/format'
import { formatClock, formatDay } from '@/lib/format-date'
import { type TimelineEntryKind, timelineEntryKinds, type TimelineEntry } from '@/lib/incidents/incident-timeline'
import type { TimeDisplay } from '@/ui/time'
import { eventLooks } from '@/views/shared/event-looks'
import { defineDetailAddress } from '@/views/shared/list/detail/detail-address'
import { createGroupedAddress } from '@/views/shared/list/list-address'
import { defineRowFilters } from '@/views/shared/list/whole-list'

const ownWords = { comment: 'Comment', evidence: 'Evidence', history: 'Activity' } as const
/** The label of a kind of entry. */
export const entryKindLabel = (is: TimelineEntryKind): string =>
  is === 'comment' || is === 'evidence' || is === 'history' ? ownWords[is] : eventLooks[is].word

/** Entries by users come first in the choices: they are filtered for most often. */
export const entryFilters = defineRowFilters<TimelineEntry>([
  {
    field: 'kind',
    label: 'Kind',
    values: timelineEntryKinds.toReversed().map((value) => ({ value, label: entryKindLabel(value) })),
    of: ({ is }) => is,
  },
])

/** The entry whose detail is open beside the timeline. */
export const entryAddress = defineDetailAddress('entry', ['about'])

const BY_DAY = 'day'

/** The timeline is grouped by day by default. */
export const timelineListUrl = createGroupedAddress(BY_DAY)

export const timelineGroups = (timeZone: string) => ({
  by: [
    { id: BY_DAY, title: 'Day', groupBy: ({ at }: TimelineEntry) => formatDay(new Date(at), timeZone) },
    { id: 'kind', title: 'Kind', groupBy: ({ is }: TimelineEntry) => entryKindLabel(is) },
    { id: 'by', title: 'Who', groupBy: ({ by }: TimelineEntry) => by ?? 'Unknown' },
  ],
  startsOpen: () => true,
})

const entryTargetKinds: Readonly<Record<TimelineEntryKind, Target['kind']>> = {
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

/** Maximum length of a comment used as a name, in characters. */
const MOST_OF_TEXT = 80

/** Whether the entry consists of a written text, which then is its title. */
export const isTextEntry = ({ is }: TimelineEntry): boolean => is === 'comment' || is === 'evidence'

/** The title of an entry in the list. */
export const entryTitle = (entry: TimelineEntry): string => (isTextEntry(entry) ? (entry.text ?? '') : entry.title)

export function toEntryTarget(entry: TimelineEntry): Target {
  const on = isEventKind(entry.is) ? entry.on : undefined
  return {
    kind: entryTargetKinds[entry.is],
    id: entry.id,
    label: shorten(on ? `${entry.title} of ${on.name}` : entryTitle(entry), MOST_OF_TEXT),
    ...(on && { about: { kind: on.kind, id: on.id, label: on.name } }),
  }
}

/** The subject of an entry; undefined where its title already names it. */
export const entrySubject = ({ is, on }: TimelineEntry) => (is === 'history' ? undefined : on)

/** Describes a row in one sentence, in reading order. */
export const describeEntryFor =
  ({ timeZone }: TimeDisplay, now: Date) =>
  (entry: TimelineEntry): string => {
    const { is, by, text, severity, count, isEvidence, at } = entry
    const on = entrySubject(entry)
    return [
      entryKindLabel(is),
      is === 'comment' ? `by ${by ?? 'an unknown author'}` : undefined,
      entryTitle(entry),
      isTextEntry(entry) ? undefined : text,
      on && (isEventKind(is) ? `on ${on.name}` : `for “${on.name}”`),
      severity && `severity ${severity}`,
      count !== undefined && count > 1 ? `${count} times` : undefined,
      isEvidence && 'linked as evidence',
      is !== 'comment' && by ? `by ${by}` : undefined,
      formatClock(new Date(at), { now, timeZone }),
    ]
      .filter(Boolean)
      .join(', ')
  }

/** Whether the entry is an event on a resource, and not work on the incident itself. */
export const isEventKind = (
  is: TimelineEntryKind
): is is Exclude<TimelineEntryKind, 'comment' | 'evidence' | 'history'> =>
  is !== 'comment' && is !== 'evidence' && is !== 'history'

/** The searchable text of a row. */
export const entryText = ({ is, title, text = '', by = '', on }: TimelineEntry): string =>
  [entryKindLabel(is), title, text, by, on?.name].join(' ')

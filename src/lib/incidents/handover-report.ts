import { capital, formatAge, formatCount } from '@/shared/format'
import { severityRank } from '@/shared/severity'
import { formatTimestamp } from '../format-date'
import type { HandoverEntry, Shift } from './handover'
import { normaliseSeverity } from './incidents'
import type { IncidentReport, ReportBlock, ReportItem } from './post-mortem'

/** The rows of one source, and the sentences that say which of them could not be read. */
export type HandoverPart<T> = { rows: readonly T[]; missing: readonly string[] }

/** A check, component or config item that is unhealthy now. */
export type BrokenResource = {
  id: string
  kind: 'check' | 'component' | 'config'
  name: string
  why?: string | undefined
  /** Milliseconds since 1970; undefined if unknown. */
  since?: number | undefined
  owner?: string | undefined
  severity?: string | undefined
  isSilenced?: boolean
}

export type OpenIncidentState = {
  id: string
  /** For example `INC-12`. */
  number: string
  title: string
  severity: string
  status: string
  since: number
  commander?: string | undefined
  /** The first item of the definition of done that is not done. */
  next?: string | undefined
  /** Ids of the resources that are evidence. */
  evidence: readonly string[]
}

export type PendingApproval = { id: string; name: string; since: number; why: string }
export type EndingSilence = {
  id: string
  name: string
  reason?: string | undefined
  until: number
  by?: string | undefined
}

/** The data of a handover: the state at its end, and the events of the shift by their source. */
export type HandoverSource = {
  incidents: HandoverPart<OpenIncidentState>
  broken: HandoverPart<BrokenResource>
  approvals: HandoverPart<PendingApproval>
  silences: HandoverPart<EndingSilence>
  decisions: HandoverPart<HandoverEntry>
  changes: HandoverPart<HandoverEntry>
  transitions: HandoverPart<HandoverEntry>
}

/** Maximum number of items of a section. The raw log has all of them. */
const MOST_ITEMS = 20
/** A resource that turned this often during a shift is flapping. */
const FLAPPING = 4
/** An event that occurred this often is routine and not a change. */
const ROUTINE = 20

const nouns = { check: 'Check', component: 'Component', config: 'Config item' } as const

type Section = { heading: string; items: readonly ReportItem[]; missing: readonly string[]; none?: string }

/**
 * The handover of a shift: the open work first, then the events that the next shift needs to know. A section without
 * content is named in the last sentence. A section that could not be read says so.
 * @param timeZone an IANA name, which the report includes
 */
export function buildHandover(source: HandoverSource, shift: Shift, timeZone: string): IncidentReport {
  // To the minute and without the time zone, which the lead names once.
  const time = (at: number) => formatTimestamp(new Date(at), timeZone).slice(0, 16)
  const since = (at: number | undefined) =>
    at === undefined ? 'start unknown' : `since ${time(at)} (${formatAge(shift.to - at)})`
  const sections: Section[] = [
    {
      heading: 'Still broken',
      items: brokenItems(source, since),
      missing: [...source.incidents.missing, ...source.broken.missing],
      none: 'Nothing is unhealthy, and no incident is open.',
    },
    {
      heading: 'Decided',
      items: source.decisions.rows
        .filter(({ matters }) => matters)
        .toSorted((a, b) => a.at - b.at)
        .map((entry) => eventItem(entry, time)),
      missing: source.decisions.missing,
    },
    {
      heading: 'Awaiting approval',
      items: source.approvals.rows.map(({ name, since: at, why }) => ({ text: `${name}: ${why}, ${since(at)}` })),
      missing: source.approvals.missing,
    },
    {
      heading: 'Silences ending soon',
      items: source.silences.rows.map(({ name, reason, until, by }) => ({
        lead: time(until),
        text: `${name}${reason ? `: ${reason}` : ''}${by ? ` (by ${by})` : ''}`,
      })),
      missing: source.silences.missing,
    },
    {
      heading: 'Changes that mattered',
      items: changeItems(source.changes.rows, time),
      missing: source.changes.missing,
    },
    { heading: 'Flapping', items: flappingItems(source.transitions.rows), missing: source.transitions.missing },
  ]
  const isShown = ({ items, missing, none }: Section) => items.length > 0 || missing.length > 0 || none !== undefined
  const empty = sections.filter((section) => !isShown(section)).map(({ heading }) => heading.toLowerCase())
  return {
    title: 'Handover',
    lead: `${time(shift.from)} to ${time(shift.to)}, times in ${timeZone}.`,
    sections: sections.filter(isShown).map((section) => ({ heading: section.heading, blocks: blocksOf(section) })),
    ...(empty.length > 0 && { end: `No entries: ${empty.join(', ')}.` }),
  }
}

function blocksOf({ items, missing, none }: Section): ReportBlock[] {
  const more = items.length - MOST_ITEMS
  return [
    ...(items.length > 0 ? [{ is: 'list' as const, items: items.slice(0, MOST_ITEMS) }] : []),
    ...(more > 0
      ? [{ is: 'text' as const, text: `${formatCount(more, 'more entry', 'more entries')} not listed.` }]
      : []),
    ...(missing.length > 0 ? [{ is: 'text' as const, text: `Incomplete. ${missing.join(' ')}` }] : []),
    ...(items.length === 0 && missing.length === 0 && none ? [{ is: 'text' as const, text: none }] : []),
  ]
}

const nextStep = ({ next, commander }: OpenIncidentState) =>
  next ? `complete “${next}”` : commander ? 'none recorded' : 'assign a commander'

/** The most severe first, then the longest lasting. */
const bySeverity = <T extends { severity?: string | undefined; since?: number | undefined }>(rows: readonly T[]) =>
  rows.toSorted(
    (a, b) =>
      severityRank(normaliseSeverity(a.severity ?? '')) - severityRank(normaliseSeverity(b.severity ?? '')) ||
      (a.since ?? Infinity) - (b.since ?? Infinity)
  )

/** Open incidents with their unhealthy resources, then the unhealthy resources that are in no incident. */
function brokenItems(
  { incidents, broken }: HandoverSource,
  since: (at: number | undefined) => string
): readonly ReportItem[] {
  const inIncident = new Set(incidents.rows.flatMap(({ evidence }) => evidence))
  return [
    ...bySeverity(incidents.rows).map((one): ReportItem => ({
      lead: capital(normaliseSeverity(one.severity)),
      text: `${one.number}: ${one.title}`,
      below: [
        {
          text: `Owner: ${one.commander ?? 'nobody'}, ${one.status}, ${since(one.since)}. Next step: ${nextStep(one)}.`,
        },
        ...broken.rows
          .filter(({ id }) => one.evidence.includes(id))
          .map(({ kind, name, why }) => ({ lead: nouns[kind], text: why ? `${name}: ${why}` : name })),
      ],
    })),
    ...bySeverity(broken.rows)
      .filter(({ id }) => !inIncident.has(id))
      .map((one): ReportItem => ({
        lead: nouns[one.kind],
        text: one.why ? `${one.name}: ${one.why}` : one.name,
        below: [
          {
            text: `Owner: ${one.owner || 'nobody'}, ${since(one.since)}.${
              // Without the incidents it is unknown whether one is open.
              incidents.missing.length > 0
                ? ''
                : ` Next step: ${one.isSilenced ? 'silenced, without an incident' : 'open an incident'}.`
            }`,
          },
        ],
      })),
  ]
}

const eventItem = ({ at, what, title = what, by }: HandoverEntry, time: (at: number) => string): ReportItem => ({
  lead: time(at),
  text: by ? `${title} (by ${by})` : title,
})

const changeItems = (entries: readonly HandoverEntry[], time: (at: number) => string) =>
  entries
    .filter(({ is, matters, count = 1 }) => is === 'changed' && matters && count < ROUTINE)
    .toSorted((a, b) => a.at - b.at)
    .map((entry) => eventItem(entry, time))

/** Resources that turned several times, the most frequent first: `cart API × 80`. */
function flappingItems(entries: readonly HandoverEntry[]): ReportItem[] {
  const found = new Map<string, { name: string; times: number; last: HandoverEntry }>()
  for (const entry of entries) {
    if (!entry.on || (entry.is !== 'failed' && entry.is !== 'recovered')) continue
    const known = found.get(entry.on.id)
    found.set(entry.on.id, {
      name: entry.on.name,
      times: (known?.times ?? 0) + (entry.count ?? 1),
      last: known && known.last.at > entry.at ? known.last : entry,
    })
  }
  return [...found.values()]
    .filter(({ times }) => times >= FLAPPING)
    .toSorted((a, b) => b.times - a.times || a.name.localeCompare(b.name))
    .map(({ name, times, last }) => ({
      text: `${name} × ${times.toLocaleString('en')}, last ${last.is === 'failed' ? 'failed' : 'recovered'}`,
    }))
}

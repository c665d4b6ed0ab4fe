import { capital, formatCount, formatDuration } from '@/shared/format'
import { formatAbsolute } from '../format-date'
import { escapeMarkdown, escapeMarkdownLines } from '../text-for-others'
import type { TimelineEntry } from './incident-timeline'

type Piece = {
  word: string
  title: string
  by?: string | undefined
  weighs?: string | undefined
  quoted?: readonly string[]
}

/** The data of a post-mortem. Times are ISO times. */
export type PostMortemSource = {
  /** For example `INC-12`. */
  number: string
  title: string
  description: string
  /** Formatted for display, like the following members. */
  type: string
  severity: string
  status: string
  openedBy: string | undefined
  commander: string | undefined
  communicator: string | undefined
  responders: readonly string[]
  opened: string
  acknowledged: string | undefined
  resolved: string | undefined
  closed: string | undefined
  isOver: boolean
  /** Milliseconds until the incident was over. */
  lastedMs: number
  hypotheses: readonly {
    id: string
    parentId: string | undefined
    type: string
    title: string
    status: string
    evidence: readonly Piece[]
  }[]
  /** `when` is the script that evaluates the item. */
  done: readonly { title: string; isDone: boolean; when?: string | undefined }[]
  /** The earliest entry first. */
  entries: readonly TimelineEntry[]
  /** What could not be read, as sentences. */
  missing: readonly string[]
}

/** An item of a list. `isDone` adds a checkbox. `lead` is emphasised at the start. */
export type ReportItem = { lead?: string; text: string; isDone?: boolean; below?: readonly ReportItem[] }
export type ReportBlock =
  | { is: 'facts'; facts: readonly (readonly [name: string, value: string])[] }
  | { is: 'text'; text: string }
  | { is: 'list'; items: readonly ReportItem[] }
/** `lead` and `end` are sentences before and after the sections. */
export type IncidentReport = {
  title: string
  lead?: string
  sections: readonly { heading: string; blocks: readonly ReportBlock[] }[]
  end?: string
}

/**
 * The report of an incident, from which a page and a file are created. The report of a closed incident does not depend
 * on the current time.
 * @param timeZone an IANA name, which the report includes
 */
export function buildReport(source: PostMortemSource, timeZone: string): IncidentReport {
  const time = (iso: string) => formatAbsolute(new Date(iso), timeZone)
  return {
    title: `${source.number}: ${source.title}`,
    sections: [
      { heading: 'Summary', blocks: summaryOf(source, timeZone, time) },
      { heading: 'Hypotheses and evidence', blocks: [listOr(hypothesesOf(source), 'No hypotheses.')] },
      {
        heading: 'Definition of done',
        blocks: [
          listOr(
            source.done.map(({ title, isDone, when }) => ({
              text: when ? `${title} (when ${when})` : title,
              isDone,
            })),
            'No items.'
          ),
        ],
      },
      {
        heading: 'Timeline',
        blocks: [
          listOr(
            source.entries.map((entry) => ({ lead: time(new Date(entry.at).toISOString()), text: lineOf(entry) })),
            'No events.'
          ),
          ...(source.missing.length > 0
            ? [{ is: 'text' as const, text: `Some data could not be loaded. ${source.missing.join(' ')}` }]
            : []),
        ],
      },
    ],
  }
}

const listOr = (items: readonly ReportItem[], otherwise: string): ReportBlock =>
  items.length > 0 ? { is: 'list', items } : { is: 'text', text: otherwise }

function summaryOf(source: PostMortemSource, timeZone: string, time: (iso: string) => string): ReportBlock[] {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Severity', capital(source.severity.toLowerCase())],
    ['Type', source.type],
    ['Status', capital(source.status)],
    ['Duration', source.isOver ? formatDuration(source.lastedMs) : 'ongoing'],
    ['Opened', `${time(source.opened)}${source.openedBy ? ` by ${source.openedBy}` : ''}`],
    ['Acknowledged', source.acknowledged && time(source.acknowledged)],
    ['Resolved', source.resolved && time(source.resolved)],
    ['Closed', source.closed && time(source.closed)],
    ['Commander', source.commander],
    ['Communicator', source.communicator],
    ['Responders', source.responders.join(', ') || undefined],
    ['Time zone', timeZone],
  ]
  return [
    ...(source.description ? [{ is: 'text' as const, text: source.description }] : []),
    {
      is: 'facts',
      facts: facts.flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
    },
  ]
}

function hypothesesOf({ hypotheses }: PostMortemSource): ReportItem[] {
  const ids = new Set(hypotheses.map(({ id }) => id))
  // Stops at a cycle of hypotheses, which can exist by mistake.
  const below = (parentId: string | undefined, above: readonly string[]): ReportItem[] =>
    hypotheses
      .filter((one) => (parentId === undefined ? !one.parentId || !ids.has(one.parentId) : one.parentId === parentId))
      .filter(({ id }) => !above.includes(id))
      .map(({ id, type, title, status, evidence }) => ({
        lead: `${capital(type)}, ${status}`,
        text: title,
        below: [...evidence.map(itemOfEvidence), ...below(id, [...above, id])],
      }))
  return below(undefined, [])
}

/** Maximum number of quoted lines. The incident has all of them. */
const MOST_QUOTED = 10

function itemOfEvidence({ word, title, by, weighs, quoted = [] }: Piece): ReportItem {
  const text = [title, weighs && `${weighs} it`, by && `added by ${by}`].filter(Boolean).join(', ')
  const below = quoted.slice(0, MOST_QUOTED).map((line) => ({ text: line }))
  const more = quoted.length - below.length
  const all = more > 0 ? [...below, { text: `and ${formatCount(more, 'more line', 'more lines')}` }] : below
  return { lead: word, text, ...(all.length > 0 ? { below: all } : {}) }
}

const lineOf = ({ title, text, on, by, severity, count, is }: TimelineEntry): string =>
  [
    `${title}${on && is !== 'history' && is !== 'evidence' && is !== 'comment' ? ` on ${on.name}` : ''}`,
    count !== undefined && count > 1 ? ` (${count} times)` : '',
    severity ? ` [${severity}]` : '',
    by ? ` by ${by}` : '',
    text ? `: ${text}` : '',
  ].join('')

/** The report as Markdown (CommonMark with task lists). External text is escaped, including addresses and mentions. */
export function reportToMarkdown({ title, lead, sections, end }: IncidentReport): string {
  const parts = sections.flatMap(({ heading, blocks }) => [`## ${escapeMarkdown(heading)}`, ...blocks.map(markdownOf)])
  return `${[`# ${escapeMarkdown(title)}`, ...sentenceOf(lead), ...parts, ...sentenceOf(end)].join('\n\n')}\n`
}

const sentenceOf = (text: string | undefined) => (text === undefined ? [] : [escapeMarkdownLines(text, '')])

function markdownOf(block: ReportBlock): string {
  if (block.is === 'text') return escapeMarkdownLines(block.text, '')
  if (block.is === 'facts')
    return block.facts
      .map(([name, value]) => `- **${escapeMarkdown(name)}:** ${escapeMarkdownLines(value, '  ')}`)
      .join('\n')
  return itemsOf(block.items, '').join('\n')
}

const itemsOf = (items: readonly ReportItem[], indent: string): string[] =>
  items.flatMap(({ lead, text, isDone, below = [] }) => {
    const checkbox = isDone === undefined ? '' : isDone ? '[x] ' : '[ ] '
    const head = lead === undefined ? '' : `**${escapeMarkdown(lead)}** `
    return [
      `${indent}- ${checkbox}${head}${escapeMarkdownLines(text, `${indent}  `)}`,
      ...itemsOf(below, `${indent}  `),
    ]
  })

import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { configItemName } from '@/lib/catalog/config-name'
import type { HandoverEntry, HandoverKind, Shift } from '@/lib/incidents/handover'
import { notificationSubject } from '@/lib/notifications/subject'
import { describeHistoryRow } from '@/lib/incidents/incident-timeline'
import { MOST_TRANSITION_RUNS, type CheckTransition, readTransitions } from '../health/check-transitions'
import { call, type QueryParams } from '../http'
import { readParts } from '../parts'
import { gte, inList, isNull, limit, lt, order, select } from '../postgrest'
import { timestamp } from '../time'

/** Maximum number of rows to request per table, the newest first. */
const MOST_ROWS = 2000
/** Maximum number of checks to read runs of: those that failed or recovered last. */
const MOST_CHECKS = 50
/** Number of checks per request for runs. */
const CHECKS_AT_ONCE = 20

const text = z.nullish(z.string())
const named = z.nullish(z.object({ name: text }))
const item = z.nullish(z.object({ id: z.guid(), name: text }))
const row = { id: z.guid(), created_at: timestamp }

const changeRow = z.object({
  ...row,
  change_type: text,
  source: text,
  summary: text,
  external_created_by: text,
  count: z.nullish(z.number()),
  config: item,
})
const runRow = z.object({
  ...row,
  status: z.string(),
  error: text,
  playbooks: z.nullish(z.object({ name: z.string(), title: text })),
  created_by: named,
  config: item,
  component: named,
  check: named,
})
const approvalRow = z.object({
  ...row,
  person: named,
  team: named,
  run: z.nullish(z.object({ playbooks: z.nullish(z.object({ name: z.string(), title: text })) })),
})
const silenceRow = z.object({
  ...row,
  name: text,
  description: text,
  until: z.nullish(timestamp),
  created_by: named,
  check: named,
  component: named,
  config: item,
  canary: named,
})
const sentRow = z.object({
  ...row,
  resource: z.catch(z.nullish(z.object({ name: text, type: text })), null),
  source_event: text,
  status: text,
  error: text,
  count: z.nullish(z.number()),
})
const historyRow = z.object({
  ...row,
  type: text,
  description: text,
  created_by: named,
  incident: z.nullish(z.object({ incident_id: z.string(), title: z.string() })),
  evidence: z.nullish(z.object({ id: z.guid(), description: text })),
  hypothesis: z.nullish(z.object({ id: z.guid(), title: z.string() })),
  responder: z.nullish(z.object({ person: named, team: named })),
  comment: z.nullish(z.object({ id: z.guid(), comment: z.string() })),
})

/** Playbook runs and notifications are reported from their own tables. */
const listedElsewhere = new Set(['Playbook', 'notification'])
const turns: ReadonlyMap<string, HandoverKind> = new Map([
  ['Unhealthy', 'failed'],
  ['Healthy', 'recovered'],
])
const words = (name: string) => name.replaceAll(/[_-]/g, ' ')
const times = (count: number | null | undefined) => (count && count > 1 ? ` (${count} times)` : '')
const titleOfPlaybook = (playbook: z.infer<typeof runRow>['playbooks']) =>
  playbook?.title || playbook?.name || '(deleted)'
const nameOf = ({ config, component, check, canary }: Partial<z.infer<typeof silenceRow>>) =>
  check?.name || component?.name || canary?.name || (config ? configItemName(config) : undefined)

type Part = { entries: HandoverEntry[]; isCut: boolean; most?: string }
type Asked = { shift: Shift; signal: AbortSignal }

/** The rows of a table that were created during a shift. */
async function created<T extends { id: string; created_at: string }>(
  table: string,
  schema: z.ZodMiniType<T>,
  columns: readonly string[],
  entryOf: (row: T) => Omit<HandoverEntry, 'id' | 'at'> | undefined,
  { shift, signal }: Asked
): Promise<Part> {
  const found = await call({
    path: `/api/db/${table}`,
    query: [...during(shift), order('created_at.desc'), limit(MOST_ROWS), select(...columns)],
    schema: z.array(schema),
    signal,
  })
  return {
    isCut: found.length === MOST_ROWS,
    entries: found.flatMap((one) => {
      const entry = entryOf(one)
      return entry ? [{ id: one.id, at: Date.parse(one.created_at), ...entry }] : []
    }),
  }
}

const iso = (at: number) => new Date(at).toISOString()
const during = ({ from, to }: Shift): QueryParams => [gte('created_at', iso(from)), lt('created_at', iso(to))]

const ITEM = 'config:config_items(id,name)'
const THINGS = ['check:checks(name)', 'component:components(name)', ITEM]

async function transitions({ shift, signal }: Asked): Promise<Part> {
  // A check that changed its result since the start of the shift has its last transition after it.
  const which: QueryParams = [
    gte('last_transition_time', iso(shift.from)),
    isNull('deleted_at'),
    order('last_transition_time.desc'),
    limit(MOST_CHECKS),
  ]
  const turned = await call({
    path: '/api/db/checks',
    query: [...which, select('id')],
    schema: z.array(z.object({ id: z.guid() })),
    signal,
  })
  const found: CheckTransition[] = []
  let isCut = turned.length === MOST_CHECKS
  // The runs of all checks would be more rows than a response can have.
  for (let at = 0; at < turned.length; at += CHECKS_AT_ONCE) {
    const ids = turned.slice(at, at + CHECKS_AT_ONCE).map(({ id }) => id)
    const part = await readTransitions([inList('id', ids)], shift, signal)
    found.push(...part.transitions)
    isCut ||= part.isCut
  }
  return {
    isCut,
    most: `${MOST_CHECKS} checks and ${MOST_TRANSITION_RUNS.toLocaleString('en')} runs of each`,
    entries: found.map(({ check, at, hasPassed, why }) => ({
      id: check.id,
      at: Date.parse(at),
      is: hasPassed ? 'recovered' : 'failed',
      what: why ? `${check.name}: ${why}` : check.name,
    })),
  }
}

const parts = {
  Checks: transitions,
  Changes: (asked) =>
    created(
      'config_changes',
      changeRow,
      ['id', 'created_at', 'change_type', 'source', 'summary', 'external_created_by', 'count', ITEM],
      ({ change_type: type, source, summary, external_created_by: by, count, config }) =>
        listedElsewhere.has(source ?? '')
          ? undefined
          : {
              is: turns.get(type ?? '') ?? 'changed',
              what: `${config ? configItemName(config) : 'A config item'}: ${type || 'change'}${times(count)}${summary ? `, ${summary}` : ''}`,
              by: by || source || undefined,
            },
      asked
    ),
  'Playbook runs': (asked) =>
    created(
      'playbook_runs',
      runRow,
      ['id', 'created_at', 'status', 'error', 'playbooks(name,title)', 'created_by(name)', ...THINGS],
      ({ status, error, playbooks, created_by: by, ...of }) => {
        const on = nameOf(of)
        return {
          is: 'ran',
          what: `Playbook ${titleOfPlaybook(playbooks)}${on ? ` on ${on}` : ''}: ${words(status)}${error ? `, ${error}` : ''}`,
          by: by?.name ?? undefined,
        }
      },
      asked
    ),
  Approvals: (asked) =>
    created(
      'playbook_approvals',
      approvalRow,
      ['id', 'created_at', 'person:person_id(name)', 'team:team_id(name)', 'run:playbook_runs(playbooks(name,title))'],
      ({ person, team, run }) => ({
        is: 'decided',
        what: `Approved the playbook ${titleOfPlaybook(run?.playbooks)}`,
        by: person?.name ?? team?.name ?? undefined,
      }),
      asked
    ),
  Silences: (asked) =>
    created(
      'notification_silences',
      silenceRow,
      ['id', 'created_at', 'name', 'description', 'until', 'created_by(name)', 'canary:canaries(name)', ...THINGS],
      ({ name, description, until, created_by: by, ...of }) => ({
        is: 'silenced',
        what: `${nameOf(of) ?? name ?? 'Notifications'}${description ? `: ${description}` : ''}`,
        until: until ? Date.parse(until) : null,
        by: by?.name ?? undefined,
      }),
      asked
    ),
  Notifications: (asked) =>
    created(
      'notification_send_history_summary',
      sentRow,
      ['id', 'created_at', 'resource', 'source_event', 'status', 'error', 'count'],
      ({ resource, source_event: event, status, error, count }) => ({
        is: 'notified',
        what: `${event ?? 'event'} of ${notificationSubject({ resource, source_event: event })}${times(count)}: ${words(status ?? 'sent')}${error ? `, ${error}` : ''}`,
      }),
      asked
    ),
  Incidents: (asked) =>
    created(
      'incident_histories',
      historyRow,
      [
        'id',
        'created_at',
        'type',
        'description',
        'created_by(name)',
        'incident:incidents(incident_id,title)',
        'evidence:evidences(id,description)',
        'hypothesis:hypotheses(id,title)',
        'responder:responders(person:person_id(name),team:team_id(name))',
        'comment:comments(id,comment)',
      ],
      ({ type, description, created_by: by, incident, evidence, hypothesis, responder, comment }) => ({
        is: 'decided',
        what: `${incident ? `${incident.incident_id} ${incident.title}` : 'An incident'}: ${describeHistoryRow({
          type: type ?? '',
          description: description ?? undefined,
          evidence: evidence ? { id: evidence.id, title: evidence.description || 'evidence' } : undefined,
          hypothesis: hypothesis ?? undefined,
          responder: responder?.person?.name ?? responder?.team?.name ?? undefined,
        })}${comment ? `: ${comment.comment}` : ''}`,
        by: by?.name ?? undefined,
      }),
      asked
    ),
} satisfies Record<string, (asked: Asked) => Promise<Part>>

const sections = Object.keys(parts) as (keyof typeof parts)[]

type Handover = { entries: readonly HandoverEntry[]; missing: readonly string[] }

/** The events of a shift. Tables that are inaccessible or too large are named in `missing`. */
export const handoverQuery = (shift: Shift) =>
  queryOptions({
    queryKey: ['handover', shift],
    queryFn: async ({ signal }): Promise<Handover> => {
      const cut: string[] = []
      const { found, missing } = await readParts(sections, async (name) => {
        const { entries, isCut, most } = await parts[name]({ shift, signal })
        if (isCut) cut.push(`${name}: only the latest ${most ?? MOST_ROWS.toLocaleString('en')} are included.`)
        return entries
      })
      return { entries: found.flat(), missing: [...missing, ...cut].toSorted() }
    },
  })

import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { asSentence } from '@/shared/format'
import { configItemName } from '@/lib/catalog/config-name'
import type { HandoverEntry, HandoverKind, Shift } from '@/lib/incidents/handover'
import { notificationSubject } from '@/lib/notifications/subject'
import { evidenceTitle } from '@/lib/incidents/evidence-name'
import type { BrokenResource, HandoverPart, HandoverSource, OpenIncidentState } from '@/lib/incidents/handover-report'
import { titleOfChange } from '@/lib/catalog/change-title'
import { describeHistoryRow } from '@/lib/incidents/incident-timeline'
import { overStatuses } from '@/lib/incidents/incidents'
import { isDerivedChange } from '@/lib/catalog/change-origin'
import { runMessage } from '../health/checks'
import { latestRun } from '../health/recent-runs'
import { MOST_TRANSITION_RUNS, type CheckTransition, readTransitions } from '../health/check-transitions'
import { readChangeTitles } from '../catalog/change-titles'
import { ApiError, call, type QueryParams } from '../http'
import { readPart } from '../parts'
import { eq, gt, gte, inList, isNull, limit, lt, notIn, or, order, select } from '../postgrest'
import { timestamp } from '../time'
import { triage } from '../triage/triage'

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
  created_by: z.nullish(z.guid()),
  severity: text,
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

/** Events of the history of incidents that the next shift has to know. The raw log has the others. */
const decisions = new Set([
  'incident.created',
  'incident.status_updated',
  'incident_status.updated',
  'incident.severity_updated',
  'incident.commander_updated',
  'hypothesis.status_updated',
])

type Part = { entries: HandoverEntry[]; isCut: boolean; most?: string; missing?: readonly string[] }
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
      on: check,
    })),
  }
}

const parts = {
  Checks: transitions,
  Changes: async (asked) => {
    const part = await created(
      'config_changes',
      changeRow,
      [
        'id',
        'created_at',
        'change_type',
        'source',
        'summary',
        'external_created_by',
        'created_by',
        'severity',
        'count',
        ITEM,
      ],
      (change) => {
        const { change_type: type, source, summary, external_created_by: by, count, config } = change
        const name = config ? configItemName(config) : 'A config item'
        return listedElsewhere.has(source ?? '')
          ? undefined
          : {
              is: turns.get(type ?? '') ?? 'changed',
              what: `${name}: ${titleOfChange(change)}${times(count)}${summary && type !== 'diff' ? `, ${summary}` : ''}`,
              by: by || source || undefined,
              on: config ? { id: config.id, name } : undefined,
              count: count ?? undefined,
              matters: !isDerivedChange(change),
            }
      },
      asked
    )
    const missing: string[] = []
    const made = part.entries.filter(({ is, matters }) => is === 'changed' && matters)
    const titles = await readPart('Titles of changes', readChangeTitles(made, asked.signal), missing)
    return {
      ...part,
      missing,
      // Only the document has these titles: a line of the log depends on its row alone.
      entries: part.entries.map((one) => {
        const title = titles?.get(one.id)
        return title && one.on ? { ...one, title: `${one.on.name}: ${title}` } : one
      }),
    }
  },
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
        matters: true,
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
        matters: decisions.has(type ?? ''),
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

type Section = keyof typeof parts
const sections = Object.keys(parts) as Section[]

/** The document of a shift, and its raw log. */
type Handover = { source: HandoverSource; entries: readonly HandoverEntry[]; missing: readonly string[] }

/**
 * The state at the end of a shift and its events. Tables that are inaccessible or too large are named where they are
 * missing.
 * @throws {ApiError} if nothing could be read, because the handover would look like a quiet shift
 */
export const handoverQuery = (shift: Shift) =>
  queryOptions({
    queryKey: ['handover', shift],
    queryFn: async ({ signal }): Promise<Handover> => {
      const asked = { shift, signal }
      const [events, incidents, broken, approvals, silences] = await Promise.all([
        Promise.all(sections.map(async (name) => [name, await readEventPart(name, asked)] as const)),
        readRows('Incidents', readOpenIncidents(signal)),
        readBroken(signal),
        readApprovals(signal),
        readRows('Silences', readEndingSilences(asked)),
      ])
      const byName = Object.fromEntries(events) as Record<Section, HandoverPart<HandoverEntry>>
      const all = [...Object.values(byName), incidents, broken, approvals, silences]
      if (all.every(({ rows, missing }) => rows.length === 0 && missing.length > 0))
        throw new ApiError(
          'network',
          Object.values(byName)
            .flatMap(({ missing }) => missing)
            .join(' ')
        )
      return {
        source: {
          incidents,
          broken,
          approvals,
          silences,
          decisions: join(byName.Incidents, byName.Approvals),
          changes: byName.Changes,
          transitions: join(byName.Checks, byName.Changes),
        },
        entries: join(...Object.values(byName)).rows,
        missing: join(...Object.values(byName)).missing.toSorted(),
      }
    },
  })

const join = <T>(...found: readonly HandoverPart<T>[]): HandoverPart<T> => ({
  rows: found.flatMap(({ rows }) => rows),
  missing: found.flatMap(({ missing }) => missing),
})

async function readRows<T>(name: string, request: Promise<readonly T[]>): Promise<HandoverPart<T>> {
  const missing: string[] = []
  return { rows: (await readPart(name, request, missing)) ?? [], missing }
}

async function readEventPart(name: Section, asked: Asked): Promise<HandoverPart<HandoverEntry>> {
  const missing: string[] = []
  const found = await readPart(name, parts[name](asked), missing)
  if (found?.isCut)
    missing.push(`${name}: only the latest ${found.most ?? MOST_ROWS.toLocaleString('en')} are included.`)
  return { rows: found?.entries ?? [], missing: [...missing, ...(found?.missing ?? [])] }
}

const openIncidentRow = z.object({
  ...row,
  incident_id: z.string(),
  title: z.string(),
  severity: text,
  status: z.string(),
  commander: named,
  hypotheses: z._default(
    z.array(
      z.object({
        evidences: z._default(
          z.array(
            z.object({
              type: z.string(),
              description: z.string(),
              evidence: z.unknown(),
              created_at: timestamp,
              definition_of_done: z.nullish(z.boolean()),
              done: z.nullish(z.boolean()),
              check_id: z.nullish(z.guid()),
              component_id: z.nullish(z.guid()),
              config_id: z.nullish(z.guid()),
              checks: z.nullish(z.object({ name: z.string() })),
              components: z.nullish(z.object({ name: z.string() })),
              configs: item,
            })
          ),
          []
        ),
      })
    ),
    []
  ),
})

/** Maximum number of open incidents, and of unhealthy resources of a kind. */
const MOST_OPEN = 100

async function readOpenIncidents(signal: AbortSignal): Promise<OpenIncidentState[]> {
  const found = await call({
    path: '/api/db/incidents',
    query: [
      notIn('status', overStatuses),
      order('created_at.asc'),
      limit(MOST_OPEN),
      select(
        'id,created_at,incident_id,title,severity,status,commander:commander_id(name)',
        'hypotheses(evidences(type,description,evidence,created_at,definition_of_done,done,check_id,component_id,config_id,checks(name),components(name),configs(id,name)))'
      ),
    ],
    schema: z.array(openIncidentRow),
    signal,
  })
  return found.map(({ id, incident_id: number, title, severity, status, created_at: at, commander, hypotheses }) => {
    const evidence = hypotheses.flatMap(({ evidences }) => evidences)
    const [next] = evidence
      .filter(({ definition_of_done: isRequired, done }) => isRequired && !done)
      .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
    return {
      id,
      number,
      title,
      severity: severity ?? '',
      status,
      since: Date.parse(at),
      commander: commander?.name ?? undefined,
      next: next && evidenceTitle(next),
      evidence: evidence.flatMap((one) => [one.check_id, one.component_id, one.config_id].flatMap((of) => of ?? [])),
    }
  })
}

const brokenRow = z.object({
  id: z.guid(),
  name: text,
  owner: z.optional(text),
  severity: z.optional(text),
  parent_id: z.optional(z.nullish(z.guid())),
  last_transition_time: z.optional(z.nullish(timestamp)),
  silenced_at: z.optional(z.nullish(timestamp)),
  status_reason: z.optional(text),
  description: z.optional(text),
  check_statuses: z.optional(latestRun.fields.check_statuses),
})

const UNHEALTHY = [eq('health', 'unhealthy'), isNull('deleted_at')] as const

const brokenSources = [
  {
    kind: 'check',
    name: 'Checks',
    path: '/api/db/checks',
    which: [
      eq('status', 'unhealthy'),
      isNull('deleted_at'),
      order('last_transition_time.desc.nullslast'),
      eq('check_statuses.status', 0),
      ...latestRun.query,
    ],
    columns: `id,name,owner,severity,last_transition_time,silenced_at,${latestRun.column}`,
  },
  {
    kind: 'component',
    name: 'Components',
    path: '/api/db/components',
    // Backends that do not store the health write it as the status.
    which: [or(eq('health', 'unhealthy'), eq('status', 'unhealthy')), isNull('deleted_at'), order('name.asc')],
    columns: 'id,name,owner,parent_id,status_reason',
  },
  {
    kind: 'config',
    name: 'Config items',
    path: '/api/db/config_items',
    which: [...UNHEALTHY, order('name.asc')],
    columns: 'id,name,parent_id,description',
  },
] as const

const whyFailed = ([latest]: z.infer<typeof brokenRow>['check_statuses'] = []) => latest && runMessage(latest)

async function readBroken(signal: AbortSignal): Promise<HandoverPart<BrokenResource>> {
  const found = await Promise.all(
    brokenSources.map(async ({ kind, name, path, which, columns }): Promise<HandoverPart<BrokenResource>> => {
      const request = call({
        path,
        query: [...which, limit(MOST_OPEN), select(columns)],
        schema: z.array(brokenRow),
        signal,
      })
      const { rows, missing } = await readRows(name, request)
      return {
        missing:
          rows.length === MOST_OPEN ? [...missing, `${name}: only ${MOST_OPEN} unhealthy ones are included.`] : missing,
        rows: withoutRelated(kind, rows).map((one) => ({
          id: one.id,
          kind,
          name: configItemName(one),
          why: one.status_reason || one.description || whyFailed(one.check_statuses) || undefined,
          since: one.last_transition_time ? Date.parse(one.last_transition_time) : undefined,
          owner: one.owner ?? undefined,
          severity: one.severity ?? undefined,
          isSilenced: Boolean(one.silenced_at),
        })),
      }
    })
  )
  return join(...found)
}

/**
 * One row for each problem: a component is unhealthy because a child is, so only the children are listed. The
 * pods of an unhealthy deployment are part of it, so only the deployment is listed.
 */
function withoutRelated(kind: BrokenResource['kind'], rows: readonly z.infer<typeof brokenRow>[]) {
  const ids = new Set(rows.map(({ id }) => id))
  const parents = new Set(rows.map(({ parent_id: parent }) => parent))
  if (kind === 'component') return rows.filter(({ id }) => !parents.has(id))
  return kind === 'config' ? rows.filter(({ parent_id: parent }) => !ids.has(parent ?? '')) : rows
}

async function readApprovals(signal: AbortSignal): Promise<HandoverSource['approvals']> {
  const { items, failed, cut } = await triage.take(['runs'], signal)
  return {
    rows: items.map(({ id, name, since, why }) => ({ id, name, since: Date.parse(since), why })),
    missing: [
      ...failed.map(({ message }) => `Playbook runs: ${asSentence(message)}`),
      ...cut.map(({ listed }) => `Playbook runs: only the first ${listed.toLocaleString('en')} are included.`),
    ],
  }
}

/** Silences that end within this time after a shift concern the next shift, which may be longer. */
const SOON_MS = 12 * 3_600_000

async function readEndingSilences({ shift, signal }: Asked) {
  const found = await call({
    path: '/api/db/notification_silences',
    query: [
      isNull('deleted_at'),
      gt('until', iso(shift.to)),
      lt('until', iso(shift.to + Math.max(SOON_MS, shift.to - shift.from))),
      order('until.asc'),
      limit(MOST_OPEN),
      select(
        'id',
        'created_at',
        'name',
        'description',
        'until',
        'created_by(name)',
        'canary:canaries(name)',
        ...THINGS
      ),
    ],
    schema: z.array(silenceRow),
    signal,
  })
  return found.map(({ id, name, description, until, created_by: by, ...of }) => ({
    id,
    name: nameOf(of) ?? name ?? 'Notifications',
    reason: description ?? undefined,
    until: Date.parse(until ?? ''),
    by: by?.name ?? undefined,
  }))
}

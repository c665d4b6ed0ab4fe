import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from '../http'
import { callAll } from '../call-all'
import { rowNames } from '../names'
import { order, select } from '../postgrest'
import { readPart } from '../parts'
import { personEmbed, type RowValues, settingsTable } from '../settings/settings-table'
import { timestamp } from '../time'
import { type NamesById, readNames } from './history-names'
import { historyKey } from './unread'

/** Specification, "Business constants": the size of a page of the list of all rules. */
const PAGE_ROWS = 1000

const named = z.nullish(z.object({ id: z.guid(), name: z.nullish(z.string()) }))

const service = z.object({
  name: z.nullish(z.string()),
  connection: z.nullish(z.string()),
  url: z.nullish(z.string()),
  filter: z.nullish(z.string()),
  properties: z.nullish(z.record(z.string(), z.unknown())),
})

const shared = {
  id: z.guid(),
  name: z.string(),
  namespace: z.nullish(z.string()),
  events: z._default(z.array(z.string()), []),
  filter: z.nullish(z.string()),
  /** Why the rule sends nothing. */
  error: z.nullish(z.string()),
  error_at: z.nullish(timestamp),
  title: z.nullish(z.string()),
  person_id: z.nullish(z.guid()),
  team_id: z.nullish(z.guid()),
  custom_services: z.nullish(z.array(service)),
  repeat_interval: z.nullish(z.string()),
  /** Nanoseconds, as all numbers that are durations. */
  wait_for: z.nullish(z.number()),
  source: z.nullish(z.string()),
  created_by: personEmbed,
  created_at: z.nullish(timestamp),
  updated_at: z.nullish(timestamp),
}

/** A rule with what became of its messages. */
const listedRule = z.object({
  ...shared,
  person: named,
  team: named,
  pending: z.nullish(z.number()),
  sent: z.nullish(z.number()),
  failed: z.nullish(z.number()),
  most_common_error: z.nullish(z.string()),
  last_failed_at: z.nullish(timestamp),
})
export type NotificationRule = z.infer<typeof listedRule>

const fullRule = z.object({
  ...shared,
  template: z.nullish(z.string()),
  properties: z.nullish(z.record(z.string(), z.unknown())),
  playbook_id: z.nullish(z.guid()),
  /** A list of inhibitions. */
  inhibitions: z.nullish(z.unknown()),
  wait_for_eval_period: z.nullish(z.number()),
  group_by: z.nullish(z.array(z.string())),
  group_by_interval: z.nullish(z.number()),
  fallback_person_id: z.nullish(z.guid()),
  fallback_team_id: z.nullish(z.guid()),
  fallback_playbook_id: z.nullish(z.guid()),
  /** A list of services. */
  fallback_custom_services: z.nullish(z.unknown()),
  fallback_delay: z.nullish(z.number()),
  /** Names of recipients by id. The form shows the id of one whose name cannot be read. Added after the response. */
  names: z.optional(z.record(z.string(), z.string())),
})
export type FullNotificationRule = z.infer<typeof fullRule>

/** The columns of recipients, with the table of their names. */
const recipientColumns = [
  ['people', ['person_id', 'fallback_person_id']],
  ['teams', ['team_id', 'fallback_team_id']],
  ['playbooks', ['playbook_id', 'fallback_playbook_id']],
] as const

/** Adds the names of recipients. Some backends have no foreign keys for them, so they are not embedded. */
async function addNames<T extends FullNotificationRule>(rule: T, signal: AbortSignal): Promise<T> {
  const found = await Promise.all(
    recipientColumns.map(async ([table, columns]): Promise<NamesById | undefined> => {
      const ids = columns.flatMap((column) => rule[column] ?? [])
      return ids.length === 0 ? undefined : readPart(`Names of ${table}`, readNames(table, ids, signal), [])
    })
  )
  return { ...rule, names: Object.fromEntries(found.flatMap((part) => [...(part ?? [])])) }
}

const notificationsTable = settingsTable<FullNotificationRule>('notificationrule', {
  table: 'notifications',
  made: { source: 'UI' },
  columns: Object.keys(fullRule.shape).filter((column) => column !== 'created_by' && column !== 'names'),
  row: fullRule,
  complete: (rows, { signal }) => Promise.all(rows.map((row) => addNames(row, signal))),
  // The history shows the names of rules.
  changes: [historyKey],
})

export const notificationRules = {
  ...notificationsTable,

  list: () =>
    queryOptions({
      queryKey: [...notificationsTable.all, 'list'],
      meta: { names: rowNames<NotificationRule>('notificationrule', ({ name }) => name) },
      queryFn: ({ signal }): Promise<readonly NotificationRule[]> =>
        callAll(
          {
            path: '/api/db/notifications_summary',
            query: [
              select('*', 'person:person_id(id,name)', 'team:team_id(id,name)', 'created_by(id,name)'),
              order('created_at.desc'),
            ],
            schema: listedRule,
            signal,
          },
          PAGE_ROWS
        ),
    }),
}

const resource = z.nullish(
  z.object({ id: z.guid(), name: z.nullish(z.string()), kind: z.nullish(z.string()), type: z.nullish(z.string()) })
)

const plannedMessage = z.object({
  event: z.string(),
  at: timestamp,
  /** `sent`, or the status that explains why it would not have been. */
  status: z.string(),
  reason: z.nullish(z.string()),
  resource,
  recipient: z.nullish(z.object({ kind: z.string(), id: z.nullish(z.string()), name: z.string() })),
  title: z.nullish(z.string()),
})
export type PlannedMessage = z.infer<typeof plannedMessage>

const dryRun = z.object({
  since: timestamp,
  until: timestamp,
  /** The number of events that the rule is about, whether or not its filter matches them. */
  events: z.number(),
  isPartial: z.boolean(),
  partialReason: z.nullish(z.string()),
  /** Messages by status. `filtered` counts the events that the filter does not match. */
  counts: z.record(z.string(), z.number()),
  /** The newest first. */
  messages: z.array(plannedMessage),
  error: z.nullish(z.string()),
})
export type RuleDryRun = z.infer<typeof dryRun>

const pastEvent = z.object({ name: z.string(), at: timestamp, resource, send_id: z.nullish(z.guid()) })
export type PastEvent = z.infer<typeof pastEvent>

const preview = z.object({
  title: z.nullish(z.string()),
  body: z.nullish(z.string()),
  isMatch: z.boolean(),
  error: z.nullish(z.object({ field: z.string(), message: z.string() })),
})

/** Draft rules, which only the embedded backend evaluates. A rule is the row that would be stored. */
export const ruleDrafts = {
  /** The messages that the rule would have sent in the last hours. Nothing is sent. */
  dryRun: (rule: RowValues, hours: number) =>
    queryOptions({
      queryKey: [...notificationsTable.all, 'dry-run', rule, hours],
      placeholderData: keepPreviousData,
      queryFn: ({ signal }) =>
        call({ method: 'post', path: '/api/notification/_dry_run', body: { rule, hours }, schema: dryRun, signal }),
    }),

  /** The newest events of these names. */
  pastEvents: (events: readonly string[]) =>
    queryOptions({
      queryKey: [...notificationsTable.all, 'past-events', events],
      queryFn: ({ signal }) =>
        call({
          path: '/api/notification/_recent_events',
          query: [
            ['events', events.join(',')],
            ['limit', '20'],
          ],
          schema: z.array(pastEvent),
          signal,
        }),
    }),

  /** The message about a past event. */
  preview: (rule: RowValues, { name, resource: about, send_id: send }: PastEvent) =>
    queryOptions({
      queryKey: [...notificationsTable.all, 'preview', rule, name, about?.id, send],
      placeholderData: keepPreviousData,
      queryFn: ({ signal }) =>
        call({
          method: 'post',
          path: '/api/notification/_preview',
          body: { rule, event: send ? { send_id: send } : { name, ...(about && { resource_id: about.id }) } },
          schema: preview,
          signal,
        }),
    }),
}

const testResult = z.object({ status: z.string(), error: z.nullish(z.string()) })

/**
 * Sends one message of a stored rule about its newest event, marked as a test, and waits a few seconds for the outcome.
 * Requires the embedded backend.
 */
export const testRule = () =>
  mutationOptions({
    meta: { invalidates: [historyKey] },
    mutationFn: (id: string) =>
      call({ method: 'post', path: '/api/notification/_test', body: { rule: { id } }, schema: testResult }),
  })

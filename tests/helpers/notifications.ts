import { sql, toJsonText } from '../../server/data/db/sql'
import type { Db } from '../../server/data/db/db'
import { createRunSecrets } from '../../server/playbooks/run-secrets'
import { createMessageRuns } from '../../server/playbooks/triggers/message-runs'
import { createConnectionReader } from '../../server/platform/connections/connection-reader'
import { createEventQueue } from '../../server/platform/jobs/event-queue'
import { createNotificationSender } from '../../server/notifications/delivery/sender'
import { type Notify, notifyOutside } from '../../server/notifications/delivery/transport'
import { createNotificationEvents } from '../../server/notifications/dispatch/events'
import { evaluateHere } from './evaluate-here'
import { silentLog } from './health'
import { listen } from './listen'
import { testKeys, testVault } from './vault'

/** The part of a rule that a test is about. `custom_services`, `inhibitions` and `properties` are JSON. */
type RuleColumns = Record<string, string | number | boolean | null | readonly string[] | object>

/** Adds a rule, created an hour before now. @returns its id. */
export async function addRule(db: Db, columns: RuleColumns): Promise<string> {
  const row = { name: `rule ${Math.random()}`, created_at: new Date(Date.now() - 3_600_000), ...columns }
  const [stored] = await db.query<{ id: string }>(sql`
    insert into notifications (name, namespace, events, filter, title, template, person_id, team_id, playbook_id,
      custom_services, repeat_interval, inhibitions, wait_for, wait_for_eval_period, group_by, group_by_interval,
      fallback_person_id, fallback_custom_services, fallback_delay, properties, error, created_by, created_at)
    select name, 'default', events, filter, title, template, person_id, team_id, playbook_id, custom_services,
      repeat_interval, inhibitions, wait_for, wait_for_eval_period, group_by, group_by_interval, fallback_person_id,
      fallback_custom_services, fallback_delay, properties, error, created_by, created_at
    from jsonb_populate_record(null::notifications, ${toJsonText(row)}::jsonb) returning id::text`)
  return stored?.id ?? ''
}

export type SendRow = {
  id: string
  status: string
  source_event: string
  count: number
  retries: number
  error: string | null
  body: string
  parent_id: string | null
  silenced_by: string | null
  person_id: string | null
  team_id: string | null
  connection_id: string | null
  group_id: string | null
  playbook_run_id: string | null
  duration_millis: number | null
  not_before: Date | null
  created_at: Date
  first_observed: Date
  payload: Record<string, string> | null
}

/** The messages of a rule, the oldest first. */
export const readSends = (db: Db, rule: string) =>
  db.query<SendRow & Record<string, unknown>>(sql`
    select id::text, status, source_event, count, retries, error, body, parent_id::text, silenced_by::text,
      person_id::text, team_id::text, connection_id::text, group_id::text, playbook_run_id::text, duration_millis,
      not_before, created_at, first_observed, payload
    from notification_send_history where notification_id = ${rule} order by first_observed, id`)

/** The engine with a clock that tests move. */
export function testNotifications(
  db: Db,
  options: { notify?: Notify; smtp?: { url: string; from: string }; now?: () => Date } = {}
) {
  // Ahead of the database, whose events must be due on a slow machine, too.
  let clock = Date.now() + 10_000
  const now = options.now ?? (() => new Date(clock))
  const parts = { db, log: silentLog, now, evaluate: evaluateHere, siteUrl: 'https://console.example' }
  const events = createNotificationEvents({ ...parts, wake: () => {} })
  const queue = createEventQueue({ ...parts, handlers: [events] })
  const sender = createNotificationSender({
    ...parts,
    openConnection: createConnectionReader(db, testVault),
    planRun: createMessageRuns({ ...parts, secrets: createRunSecrets(testKeys) }),
    smtp: options.smtp,
    notify: options.notify ?? notifyOutside,
    wakeRuns: () => {},
  })
  return {
    now,
    queue,
    sender,
    /** Moves the clock forward. */
    pass: (ms: number) => void (clock += ms),
    /** Plans the messages of waiting events. */
    plan: () => queue.poll(),
    /** Sends the messages that are due. */
    send: () => sender.sendDue(),
  }
}

export type Received = { path: string; body: Record<string, unknown> }

/** A service on a port of its own. @param answer the status of each response. */
export async function receiver(answer: (index: number) => number = () => 200) {
  const received: Received[] = []
  const { url, server } = await listen(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received.push({ path: request.url ?? '', body: JSON.parse(Buffer.concat(chunks).toString()) })
    response.writeHead(answer(received.length - 1)).end()
  })
  return { url: `${url.href}hook`, received, server }
}

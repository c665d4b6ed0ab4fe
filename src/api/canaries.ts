import { z } from 'zod/mini'
import { checks } from './checks'
import { isNull } from './postgrest'
import { personEmbed, settingsTable, writtenRow } from './settings-table'
import { moment } from './time'

const canary = z.extend(writtenRow, { labels: z.nullish(z.record(z.string(), z.string())) })

const listed = z.extend(canary, {
  /** Of its spec: a schedule, or seconds between runs. */
  schedule: z.nullish(z.string()),
  interval: z.nullish(z.string()),
  /** The newest run of any of its checks. */
  last_runtime: z.nullish(moment),
  /** Of each of its checks. */
  checks: z.optional(z.array(z.object({ status: z.nullish(z.string()) }))),
})
export type Canary = z.infer<typeof listed>

const whole = z.extend(canary, {
  spec: z.record(z.string(), z.unknown()),
  updated_at: z.nullish(moment),
  created_by: personEmbed,
})
export type WholeCanary = z.infer<typeof whole>

/** Specs may be long, so the list is without them. */
export const canaries = settingsTable('canary', {
  table: 'canaries',
  view: 'canaries_with_status',
  made: { source: 'UI' },
  columns: Object.keys(listed.shape).map((name) => (name === 'checks' ? 'checks(status)' : name)),
  filters: [isNull('checks.deleted_at')],
  row: listed,
  whole: {
    columns: [
      ...Object.keys(whole.shape).filter((name) => name !== 'agent' && name !== 'created_by'),
      'agent:agent_id(id,name)',
    ],
    row: whole,
  },
  // What is checked follows.
  changes: [checks.all],
})

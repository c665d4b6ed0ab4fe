import { z } from 'zod/mini'
import { checks } from './checks'
import { isNull } from '../postgrest'
import { personEmbed, settingsTable, sourcedRow } from '../settings/settings-table'
import { timestamp } from '../time'

const canary = z.extend(sourcedRow, { labels: z.nullish(z.record(z.string(), z.string())) })

const listed = z.extend(canary, {
  /** Part of the spec: a schedule, or seconds between runs. */
  schedule: z.nullish(z.string()),
  interval: z.nullish(z.string()),
  /** Time of the newest run of any check of the canary. */
  last_runtime: z.nullish(timestamp),
  /** Status of each check of the canary. */
  checks: z.optional(z.array(z.object({ status: z.nullish(z.string()) }))),
})
export type Canary = z.infer<typeof listed>

const whole = z.extend(canary, {
  spec: z.record(z.string(), z.unknown()),
  updated_at: z.nullish(timestamp),
  created_by: personEmbed,
})
export type WholeCanary = z.infer<typeof whole>

/** Specs can be long, so the list omits them. */
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
  // The checks follow from the canaries.
  changes: [checks.all],
})

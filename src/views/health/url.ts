import { z } from 'zod'
import { DEFAULT_SHORT_RANGE, shortRangeNames } from '../../lib/time/lists'
import { defineUrlState } from '../url-state'
import { flag } from '../url-state/fields'
import { type Dimension, isDimension } from './dimension'
import { type LabelFilter, noLabels } from './narrow'
import { cellTypes } from './pivot'

const dimension = z.custom<Dimension>((text) => typeof text === 'string' && isDimension(text))

/** A JSON map; what is not 1 or -1 in it is left out. */
export function parseLabels(text: string): LabelFilter {
  try {
    const parsed = z.record(z.string(), z.unknown()).parse(JSON.parse(text))
    return Object.fromEntries(
      Object.entries(parsed).filter((entry): entry is [string, 1 | -1] => entry[1] === 1 || entry[1] === -1)
    )
  } catch {
    return noLabels
  }
}

const labels = z.codec(z.string(), z.custom<LabelFilter>(), {
  decode: parseLabels,
  encode: (filter) => JSON.stringify(filter),
})

/** Everything that decides what the health page shows, so that a link, Back and reload show the same. */
export const healthUrl = defineUrlState({
  /** The check whose detail is open. */
  checkId: z.guid().optional(),
  /** How far back its history is shown. */
  timeRange: z.enum(shortRangeNames).default(DEFAULT_SHORT_RANGE),
  query: z.string().default(''),
  hidePassing: flag.default(true),
  labels: labels.default(noLabels),
  groupBy: z.union([dimension, z.literal('none')]).default('canary_name'),
  tabBy: dimension.default('namespace'),
  /** Absent: all. */
  tab: z.string().optional(),
  layout: z.enum(['table', 'card']).default('table'),
  /** A column; absent: by name, group by group. */
  sortBy: z.string().min(1).optional(),
  sortDesc: flag.default(false),
  /** What is spread over columns; `label` is the one that `pivotLabel` names. Absent: no pivot. */
  pivotBy: z.enum(['namespace', 'type', 'canary_name', 'agent', 'label']).optional(),
  pivotLabel: z.string().min(1).optional(),
  pivotCellType: z.enum(cellTypes).default('health'),
})

export type HealthState = ReturnType<typeof healthUrl.parse>

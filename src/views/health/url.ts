import { z } from 'zod/mini'
import { DEFAULT_SHORT_RANGE, shortRangeNames } from '../../lib/time/lists'
import { defineUrlState } from '../url-state/url-state'
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
  /** How far back its history is shown. */
  timeRange: z._default(z.enum(shortRangeNames), DEFAULT_SHORT_RANGE),
  query: z._default(z.string(), ''),
  hidePassing: z._default(flag, true),
  labels: z._default(labels, noLabels),
  groupBy: z._default(z.union([dimension, z.literal('none')]), 'canary_name'),
  tabBy: z._default(dimension, 'namespace'),
  /** Absent: all. */
  tab: z.optional(z.string()),
  layout: z._default(z.enum(['table', 'card']), 'table'),
  /** A column; absent: by name, group by group. */
  sortBy: z.optional(z.string().check(z.minLength(1))),
  sortDesc: z._default(flag, false),
  /** What is spread over columns; `label` is the one that `pivotLabel` names. Absent: no pivot. */
  pivotBy: z.optional(z.enum(['namespace', 'type', 'canary_name', 'agent', 'label'])),
  pivotLabel: z.optional(z.string().check(z.minLength(1))),
  pivotCellType: z._default(z.enum(cellTypes), 'health'),
})

export type HealthState = ReturnType<typeof healthUrl.parse>

import { z } from 'zod/mini'
import { DEFAULT_SHORT_RANGE, type ShortRange, shortRangeNames } from '../../lib/time/lists'
import { defineUrlState } from '../shared/url-state/url-state'
import { flagParam, pagingParams } from '../shared/url-state/fields'
import { type Dimension, isDimension } from './dimension'
import { type LabelFilter, noLabels } from './check-filters'
import { cellTypes } from './pivot'

const dimension = z.custom<Dimension>((text) => typeof text === 'string' && isDimension(text))

/** Parses a JSON map. Values other than 1 and -1 are left out. */
function parseLabelsParam(text: string): LabelFilter {
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
  decode: parseLabelsParam,
  encode: (filter) => JSON.stringify(filter),
})

/** URL state of the health page, so that links, Back and reload restore it. */
export const healthUrl = defineUrlState({
  /** The time range of the detail. The figures of the list are always for the last hour. */
  timeRange: z._default(z.enum(shortRangeNames), DEFAULT_SHORT_RANGE),
  /** The page of the history in the detail. */
  pageIndex: pagingParams.pageIndex,
  query: z._default(z.string(), ''),
  hidePassing: z._default(flagParam, true),
  labels: z._default(labels, noLabels),
  groupBy: z._default(z.union([dimension, z.literal('none')]), 'canary_name'),
  tabBy: z._default(dimension, 'namespace'),
  /** Undefined shows all tabs. */
  tab: z.optional(z.string()),
  layout: z._default(z.enum(['table', 'card']), 'table'),
  /** A column id; undefined sorts by group and name. */
  sortBy: z.optional(z.string().check(z.minLength(1))),
  sortDesc: z._default(flagParam, false),
  /** The dimension of the columns; `label` refers to the label in `pivotLabel`. Undefined for no pivot. */
  pivotBy: z.optional(z.enum(['namespace', 'type', 'canary_name', 'agent', 'label'])),
  pivotLabel: z.optional(z.string().check(z.minLength(1))),
  pivotCellType: z._default(z.enum(cellTypes), 'health'),
})

/** Changes the time range and resets the page. */
export const setCheckTimeRange = (timeRange: ShortRange) => healthUrl.set({ timeRange, pageIndex: 0 }, 'replace')

export type HealthState = ReturnType<typeof healthUrl.parse>

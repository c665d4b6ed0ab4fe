import { z } from 'zod/mini'
import { metricRanges } from '../../lib/time/lists'
import { relativeRange, type TimeRange } from '../../lib/time/range'
import { listedRangeCodec, listedRangeName } from '../../lib/time/range-codec'
import { defineUrlState } from '../shared/url-state/url-state'
import { flagParam, pagingParams } from '../shared/url-state/fields'
import { defineRangeAddress } from '../shared/url-state/range-address'
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

/** The time range of the figures in the list, and the initial one of the detail. */
export const LIST_RANGE: TimeRange = relativeRange('now-1h')

/** The time range of the detail. */
export const checkRangeAddress = defineRangeAddress({
  codec: listedRangeCodec(metricRanges, LIST_RANGE),
  initial: LIST_RANGE,
  alongside: (search) => healthUrl.format(search, { pageIndex: 0 }),
})

const onlyOnHealth = new Set(['15m', '2h'])

/** The time ranges that the detail offers. Specification, "Business constants". */
export const checkRanges = metricRanges.filter((range) => !onlyOnHealth.has(listedRangeName(range)))

export type HealthState = ReturnType<typeof healthUrl.parse>

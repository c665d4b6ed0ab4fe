import { z } from 'zod/mini'
import { metricRanges } from '../../lib/time/lists'
import { relativeRange, type TimeRange } from '../../lib/time/range'
import { listedRangeCodec, listedRangeName } from '../../lib/time/range-codec'
import type { FilterSet } from '../../ui/filter/filter'
import type { ListAddress } from '../shared/list/list-address'
import { defineRangeAddress } from '../shared/url-state/range-address'
import { type AddressChange, defineUrlState } from '../shared/url-state/url-state'
import { flagParam, pagingParams, searchParams, sortingParams } from '../shared/url-state/fields'
import { type Dimension, isDimension } from './dimension'
import { cellTypes, parsePivot } from './pivot'

const dimension = z.custom<Dimension>((text) => typeof text === 'string' && isDimension(text))

const noLabels: FilterSet = {}
const signs = { include: 1, exclude: -1 } as const

/**
 * Parses a JSON map from labels such as `team:shop` to 1 for included and -1 for excluded ones. Other values are left
 * out. Label values may contain colons, label keys may not.
 */
function parseLabels(text: string): FilterSet {
  try {
    const filters = new Map<string, Record<string, 'include' | 'exclude'>>()
    for (const [label, sign] of Object.entries(z.record(z.string(), z.unknown()).parse(JSON.parse(text)))) {
      if (sign !== 1 && sign !== -1) continue
      const [key = label] = label.split(':', 1)
      filters.set(key, { ...filters.get(key), [label.slice(key.length + 1)]: sign === 1 ? 'include' : 'exclude' })
    }
    return Object.fromEntries(filters)
  } catch {
    return noLabels
  }
}

const formatLabels = (filters: FilterSet) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(filters).flatMap(([key, values]) =>
        Object.entries(values).map(([value, is]) => [`${key}:${value}`, signs[is]])
      )
    )
  )

const labels = z.codec(z.string(), z.custom<FilterSet>(), { decode: parseLabels, encode: formatLabels })

/** URL state of the health page, so that links, Back and reload restore it. */
export const healthUrl = defineUrlState({
  /** The page of the history in the detail. */
  pageIndex: pagingParams.pageIndex,
  query: searchParams.query,
  hidePassing: z._default(flagParam, true),
  /** The filters by the keys of labels. */
  labels: z._default(labels, noLabels),
  groupBy: z._default(z.union([dimension, z.literal('none')]), 'canary_name'),
  tabBy: z._default(dimension, 'namespace'),
  /** Undefined shows all tabs. */
  tab: z.optional(z.string()),
  layout: z._default(z.enum(['table', 'card']), 'table'),
  /** A column id; undefined sorts by group and name. */
  sortBy: sortingParams.sortBy,
  sortDesc: z._default(flagParam, false),
  /** The dimension of the columns; `label` refers to the label in `pivotLabel`. Undefined for no pivot. */
  pivotBy: z.optional(z.enum(['namespace', 'type', 'canary_name', 'agent', 'label'])),
  pivotLabel: z.optional(z.string().check(z.minLength(1))),
  pivotCellType: z._default(z.enum(cellTypes), 'health'),
})

/** The initial time range of the detail, which is that of the figures in the list. */
const LIST_RANGE: TimeRange = relativeRange('now-1h')

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

/** A pivot without grouping needs one anyway: all checks of a name share a row. */
export const SAME_NAME = 'same'

/** The dimension by which the list is grouped, or `SAME_NAME`; undefined for no groups. */
export function groupOf(state: HealthState): Dimension | typeof SAME_NAME | undefined {
  if (state.groupBy !== 'none') return state.groupBy
  return parsePivot(state) ? SAME_NAME : undefined
}

/** The order, groups and layout of the list in the address, which has `sortDesc` and `layout=card`. */
export const checkListAddress = {
  use(): ListAddress {
    const state = healthUrl.use()
    return {
      sortBy: state.sortBy,
      sortOrder: state.sortDesc ? 'desc' : 'asc',
      groupBy: groupOf(state),
      layout: state.layout === 'card' ? 'cards' : 'table',
      // The list has no pages. The page in the address is that of the history in the detail.
      pageIndex: 0,
      pageSize: undefined,
    }
  },
  set({ sortBy, sortOrder, groupBy = 'none', layout }: ListAddress, how: AddressChange) {
    healthUrl.set(
      {
        sortBy,
        sortDesc: sortOrder === 'desc',
        groupBy: isDimension(groupBy) ? groupBy : 'none',
        layout: layout === 'cards' ? 'card' : 'table',
      },
      how
    )
  },
}

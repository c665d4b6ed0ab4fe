import type { PlaceChoice, CommandHandler } from '../../commands/context'
import { formatCount } from '@/shared/format'
import { announce } from '../../ui/voice'
import { filterChoices } from '../shared/list/list-choices'
import type { CheckListResult } from './list-query'
import { type Dimension, dimensionsFor, isDimension, dimensionTitle } from './dimension'
import { formatLabel } from './check-filters'
import { type CellType, cellTypes, formatPivot } from './pivot'
import { type HealthState, healthUrl } from './url'

const ALL = 'all'
const NO_PIVOT = 'none'

/** The id of a tab in command calls and in the document. The prefix keeps all values distinct from `all`. */
export const tabId = (value: string | undefined) => (value === undefined ? ALL : `=${value}`)
export const parseTabId = (id: string) => (id.startsWith('=') ? id.slice(1) : undefined)

const choicesOf = (dimensions: readonly Dimension[]): PlaceChoice[] =>
  dimensions.map((by) => ({
    value: by,
    label: dimensionTitle(by),
    ...(by.startsWith('label:') ? { hint: 'Label' } : {}),
  }))

/** The choices for the commands of the page. */
export function healthChoices(
  labels: ReadonlyMap<string, readonly string[]>,
  { tabs }: CheckListResult
): Readonly<Record<string, readonly PlaceChoice[]>> {
  return {
    group: [...choicesOf(dimensionsFor('group', labels.keys())), { value: 'none', label: 'No grouping' }],
    tabBy: choicesOf(dimensionsFor('tab', labels.keys())),
    tab: [
      { value: ALL, label: 'All' },
      ...tabs.map(({ value, count }) => ({ value: tabId(value), label: value, hint: formatCount(count, 'check') })),
    ],
    pivot: [...choicesOf(dimensionsFor('pivot', labels.keys())), { value: NO_PIVOT, label: 'No pivot' }],
    ...filterChoices({
      fields: [...labels.keys()].map((key) => ({ value: key, label: key })),
      valuesOf: (key) => (labels.get(key) ?? []).map((value) => ({ value, label: value })),
    }),
  }
}

const set = (changes: Partial<HealthState>) => healthUrl.set(changes, 'replace')

export function setHidePassing(hidePassing: boolean) {
  set({ hidePassing })
  announce(hidePassing ? 'Passing checks are hidden.' : 'Passing checks are shown.', { key: 'filter' })
}

/** The handlers of the page. All of them change its URL. */
export function healthHandlers(state: HealthState, clearSearch: () => void): Readonly<Record<string, CommandHandler>> {
  return {
    'health.hidePassing': () => setHidePassing(!state.hidePassing),
    'list.filter': (_count, { filter, value, mode }) => {
      const label = formatLabel(String(filter), String(value))
      set({ labels: { ...state.labels, [label]: mode === 'exclude' ? -1 : 1 } })
      announce(`${mode === 'exclude' ? 'Without' : 'Only'} ${String(filter)} ${String(value)}.`, { key: 'filter' })
    },
    'list.clearFilters': () => {
      clearSearch()
      set({ query: '', labels: {}, hidePassing: false, tab: undefined })
      announce('Filters cleared.', { key: 'filter' })
    },
    'list.tabBy': (_count, { tabBy }) => {
      const by = String(tabBy)
      if (!isDimension(by)) return
      set({ tabBy: by, tab: undefined })
      announce(`Tabs by ${dimensionTitle(by)}.`, { key: 'filter' })
    },
    'list.tab': (_count, { tab }) => set({ tab: parseTabId(String(tab)) }),
    'list.layout': () => {
      const layout = state.layout === 'table' ? 'card' : 'table'
      set({ layout })
      announce(layout === 'card' ? 'Shown as cards.' : 'Shown as a table.')
    },
    'health.pivot': (_count, { pivot, cells }) => {
      const by = String(pivot)
      const isPivot = by !== NO_PIVOT && isDimension(by)
      const pivotCellType = cellTypes.find((one): one is CellType => one === cells) ?? state.pivotCellType
      set({ ...formatPivot(isPivot ? by : undefined), ...(isPivot ? { pivotCellType } : {}) })
      announce(isPivot ? `Columns by ${dimensionTitle(by)}.` : 'No pivot.', { key: 'order' })
    },
  }
}

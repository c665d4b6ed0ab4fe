import { callTo } from '../../commands/call-to'
import { unnamedTarget } from '../../commands/command'
import type { PlaceChoice, CommandHandler } from '../../commands/context'
import { formatCount } from '@/shared/format'
import { metricRanges } from '@/lib/time/lists'
import { announce } from '../../ui/voice'
import { useConsole } from '../shared/console'
import { parseGroup } from '../shared/list/list-choices'
import type { ListSource } from '../shared/list/list-source'
import { useListedRange } from '../shared/listed-range'
import type { CheckListResult } from './list-query'
import { type Dimension, dimensionsFor, isDimension, dimensionTitle } from './dimension'
import { type CellType, cellTypes, formatPivot } from './pivot'
import type { HealthRow } from './order'
import { checkRangeAddress, type HealthState, healthUrl } from './url'

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

const set = (changes: Partial<HealthState>) => healthUrl.set(changes, 'replace')

export function setHidePassing(hidePassing: boolean) {
  set({ hidePassing })
  announce(hidePassing ? 'Passing checks are hidden.' : 'Passing checks are shown.', { key: 'filter' })
}

type Options = {
  state: HealthState
  source: Pick<ListSource<HealthRow>, 'list' | 'isEmpty'>
  labels: ReadonlyMap<string, readonly string[]>
  found: CheckListResult
  hasDetail: boolean
}

/** The commands of the page beyond those of every list. */
export function useHealthPlace({ state, source, labels, found, hasDetail }: Options): {
  handlers: Readonly<Record<string, CommandHandler>>
  choices: Readonly<Record<string, readonly PlaceChoice[]>>
} {
  const { perform } = useConsole()
  const { place: time } = useListedRange(checkRangeAddress, metricRanges)
  const { list, isEmpty } = source
  return {
    handlers: {
      // The time range applies only to the detail.
      ...(hasDetail && time.handlers),
      ...(!isEmpty && {
        ...viewHandlers(state),
        'list.group': (_count, { group }) => list.current?.groupBy(parseGroup(String(group))),
        'check.runShown': () => {
          const shown = found.shown.map(({ id }) => unnamedTarget('check', id))
          if (shown.length === 0) announce('No checks are listed.')
          else void perform({ call: callTo('check.run', { checks: shown }), origin: 'button' }, [])
        },
      }),
    },
    choices: { ...(hasDetail && time.choices), ...viewChoices(labels, found) },
  }
}

const viewChoices = (labels: Options['labels'], { tabs }: CheckListResult) => ({
  group: [...choicesOf(dimensionsFor('group', labels.keys())), { value: 'none', label: 'No grouping' }],
  tabBy: choicesOf(dimensionsFor('tab', labels.keys())),
  tab: [
    { value: ALL, label: 'All' },
    ...tabs.map(({ value, count }) => ({ value: tabId(value), label: value, hint: formatCount(count, 'check') })),
  ],
  pivot: [...choicesOf(dimensionsFor('pivot', labels.keys())), { value: NO_PIVOT, label: 'No pivot' }],
})

/** The handlers that change the view in the address. */
function viewHandlers(state: HealthState): Readonly<Record<string, CommandHandler>> {
  return {
    'health.hidePassing': () => setHidePassing(!state.hidePassing),
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

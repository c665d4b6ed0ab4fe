import { useMemo, useState } from 'react'
import { Button } from '@/ui/button'
import type { GridColumn } from '@/ui/grid/column'
import Pager from '@/ui/grid/pager'
import { Grid } from '@/ui/grid/grid'
import type { GridProps } from '@/ui/grid/props'
import { emptySelection, type RowSelection } from '@/ui/grid/selection'
import { useGridView, type GridView } from '@/ui/grid/grid-view'
import { type HealthShape, Status } from '@/ui/status'
import type { Exhibit } from './exhibit'
import css from './grid.gallery.module.css'

type Service = {
  id: string
  name: string
  health: HealthShape
  uptimePercent: number
  latencyMs: number | null
  team: string
}

const healths = ['healthy', 'unhealthy', 'healthy', 'warning', 'healthy', 'unknown'] as const
const teams = ['payments', 'search', 'platform', 'checkout'] as const

const services = (count: number): Service[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `service-${at}`,
    name: `${teams[at % 4]}-${['api', 'worker', 'gateway', 'cache', 'index'][at % 5]}-${at}`,
    health: healths[at % 6] ?? 'unknown',
    uptimePercent: 100 - ((at * 37) % 100) / 10,
    latencyMs: at % 7 === 0 ? null : (at * 53) % 900,
    team: teams[at % 4] ?? 'platform',
  }))

const columns: readonly GridColumn<Service>[] = [
  { id: 'name', title: 'Service', width: 'minmax(0, 1fr)', cell: ({ name }) => name, sortBy: ({ name }) => name },
  {
    id: 'health',
    title: 'Health',
    width: '6.25rem',
    cell: ({ health }) => <Status health={health} />,
    sortBy: ({ health }) => health,
    groupBy: ({ health }) => health,
  },
  {
    id: 'uptime',
    title: 'Uptime',
    width: '5rem',
    align: 'end',
    priority: 3,
    cell: ({ uptimePercent }) => `${uptimePercent.toFixed(1)}%`,
    sortBy: ({ uptimePercent }) => uptimePercent,
  },
  {
    id: 'latency',
    title: 'Latency',
    width: '5rem',
    align: 'end',
    priority: 2,
    cell: ({ latencyMs }) => (latencyMs === null ? '–' : `${latencyMs} ms`),
    sortBy: ({ latencyMs }) => latencyMs,
  },
  { id: 'team', title: 'Team', width: '6rem', priority: 1, cell: ({ team }) => team, groupBy: ({ team }) => team },
]

type Shown = Partial<GridProps<Service>> & { initial?: Partial<GridView>; selected?: readonly string[] }

/** A grid with its own state, as in views. */
function Shown({ initial, selected, ...props }: Shown) {
  const [view, setView] = useGridView(initial)
  const [cursor, setCursor] = useState<string>()
  const [selection, setSelection] = useState<RowSelection>(selected ? new Set(selected) : emptySelection)
  return (
    <div className={css.box}>
      <Grid
        Pager={Pager}
        label="Services"
        rows={some}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowLabel={({ name, health, uptimePercent }) => `${name}, ${health}, uptime ${uptimePercent.toFixed(1)}%`}
        view={view}
        onView={setView}
        cursor={cursor}
        onCursor={setCursor}
        onOpen={({ id }) => setCursor(id)}
        onPress={({ id }) => setCursor(id)}
        selection={selection}
        onSelect={setSelection}
        {...props}
      />
    </div>
  )
}

const some = services(6)
const many = services(1284)
const none: Service[] = []
const gone = new Set(['service-1', 'service-4'])
const long = some.map((service, at) =>
  at === 1 ? { ...service, name: 'a service whose name goes on and on, '.repeat(8) } : service
)

/** Children by the id of their parent, as in a tree of components. */
const tree = new Map(some.slice(0, 3).map(({ id }, at) => [id, services(24).slice(12 + at * 3, 15 + at * 3)]))

function Huge() {
  const rows = useMemo(() => services(100_000), [])
  const [text, setText] = useState('')
  const found = useMemo(() => (text === '' ? rows : rows.filter(({ name }) => name.includes(text))), [rows, text])
  return (
    <>
      <label>
        Filter <input type="search" value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <Shown rows={found} query={text} />
    </>
  )
}

export default {
  title: 'Grid',
  states: {
    Sorted: () => (
      <Shown
        initial={{ sort: { column: 'uptime', isDescending: true } }}
        open="service-3"
        selected={['service-2', 'service-3']}
      />
    ),
    'Gone and new rows': () => <Shown gone={gone} news={{ count: 3, first: undefined, show: () => undefined }} />,
    'Gone and new cards': () => <Shown initial={{ layout: 'cards' }} gone={gone} />,
    'Long text': () => <Shown rows={long} />,
    Grouped: () => <Shown initial={{ group: 'health' }} />,
    Nested: () => <Shown rows={some.slice(0, 3)} childrenOf={({ id }) => tree.get(id)} />,
    Pages: () => <Shown rows={many} paging="pages" initial={{ pageSize: 5, pageIndex: 3 }} />,
    Roomy: () => <Shown initial={{ density: 'comfortable' }} />,
    Cards: () => <Shown initial={{ layout: 'cards' }} selected={['service-1']} open="service-2" />,
    'Grouped cards': () => <Shown initial={{ layout: 'cards', group: 'team' }} />,
    Empty: () => <Shown rows={none} />,
    Loading: () => <Shown rows={none} status="loading" />,
    Failed: () => (
      <Shown
        rows={none}
        status={{
          failed: 'Network Error. Please try again.',
          actions: <Button onPress={() => undefined}>Try again</Button>,
        }}
      />
    ),
  },
  apart: { Endless: () => <Shown rows={many} paging="endless" />, '100,000 rows': Huge },
} satisfies Exhibit

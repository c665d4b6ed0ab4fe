import { render } from '@testing-library/react'
import { createRef, type RefObject, useState } from 'react'
import type { GridColumn } from '../../src/ui/grid/column'
import Pager from '../../src/ui/grid/pager'
import { Grid } from '../../src/ui/grid/grid'
import type { GridHandle, GridProps } from '../../src/ui/grid/props'
import { emptySelection, type RowSelection } from '../../src/ui/grid/selection'
import { type GridView, useGridView } from '../../src/ui/grid/grid-view'

export type ServiceRow = { id: string; name: string; health: string; uptime: number | null }

/** `service-0`, `service-1`, …; every third is unhealthy. */
export const services = (count: number): ServiceRow[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `id-${at}`,
    name: `service-${at}`,
    health: at % 3 === 0 ? 'unhealthy' : 'healthy',
    uptime: at % 10 === 9 ? null : (at * 37) % 100,
  }))

const columns: readonly GridColumn<ServiceRow>[] = [
  { id: 'name', title: 'Service', width: '1fr', cell: ({ name }) => name, sortBy: ({ name }) => name },
  {
    id: 'health',
    title: 'Health',
    width: '8rem',
    cell: ({ health }) => health,
    groupBy: ({ health }) => health,
  },
  {
    id: 'uptime',
    title: 'Uptime',
    width: '8rem',
    cell: ({ uptime }) => uptime ?? '–',
    sortBy: ({ uptime }) => uptime,
  },
]

type ShownServices = Partial<GridProps<ServiceRow>> & { initial?: Partial<GridView> }

function Services({ handle, initial, ...props }: ShownServices & { handle: RefObject<GridHandle | null> }) {
  const [view, setView] = useGridView(initial)
  const [cursor, setCursor] = useState<string>()
  const [selection, setSelection] = useState<RowSelection>(emptySelection)
  return (
    <div style={{ height: 400, display: 'grid' }}>
      <Grid
        Pager={Pager}
        ref={handle}
        label="Services"
        rows={[]}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowLabel={({ name, health }) => `${name}, ${health}`}
        view={view}
        onView={setView}
        cursor={cursor}
        onCursor={setCursor}
        onOpen={() => undefined}
        onPress={() => undefined}
        selection={selection}
        onSelect={setSelection}
        {...props}
      />
    </div>
  )
}

/** A grid of services with its own state, like a view; `show` changes its rows or properties. */
export function showServices(first: ShownServices) {
  const handle = createRef<GridHandle>()
  let props = first
  const { rerender } = render(<Services handle={handle} {...props} />)
  return {
    handle: () => {
      if (!handle.current) throw new Error('no grid')
      return handle.current
    },
    show(next: ShownServices) {
      props = { ...props, ...next }
      rerender(<Services handle={handle} {...props} />)
    },
  }
}

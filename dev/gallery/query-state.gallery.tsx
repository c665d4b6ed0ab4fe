import { ApiError } from '@/api/http'
import { Button } from '@/ui/button'
import { Grid } from '@/ui/grid/grid'
import { emptySelection as noneTicked } from '@/ui/grid/selection'
import { defaultGridView } from '@/ui/grid/grid-view'
import { Notice } from '@/ui/notice'
import { toGridState } from '../../src/views/shared/query/grid-state'
import { QueryState } from '../../src/views/shared/query/query-state'
import { GalleryConsole } from './gallery-console'
import type { Exhibit } from './exhibit'

const nothing = () => undefined

type Runs = readonly string[]
const query = {
  data: undefined as Runs | undefined,
  error: null as ApiError | null,
  failureReason: null as ApiError | null,
  dataUpdatedAt: Date.now() - 120_000,
  isPlaceholderData: false,
  refetch: nothing,
}
const runs = ['the newest run', 'the one before']
const refused = new ApiError('http', 'connect ECONNREFUSED observability.eu-central-1.internal.example.com:5432', {
  status: 500,
})
const gone = new ApiError('http', 'No such run', { status: 404 })

type Shown = { query: Partial<typeof query>; as: 'page' | 'pane' | 'part' }

const Runs = ({ query: facts, as }: Shown) => (
  <GalleryConsole>
    <QueryState
      query={{ ...query, ...facts }}
      what="the runs"
      as={as}
      gone={
        <Notice tone="empty" title="Run not found">
          The link may be outdated.
        </Notice>
      }
      empty={
        <Notice tone="empty" title="No runs yet">
          The first run will appear soon.
        </Notice>
      }
    >
      {(list) => (
        <ul>
          {list.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
    </QueryState>
  </GalleryConsole>
)

/** A list whose filters stay visible in all states of its query. */
const Listed = (facts: Partial<typeof query>) => (
  <Grid
    label="Runs"
    rows={[]}
    columns={[{ id: 'name', title: 'Run', width: '1fr', cell: String }]}
    rowId={String}
    rowName={String}
    rowLabel={String}
    view={defaultGridView}
    onView={nothing}
    cursor={undefined}
    onCursor={nothing}
    onOpen={nothing}
    onPress={nothing}
    selection={noneTicked}
    onSelect={nothing}
    {...toGridState(
      { ...query, ...facts },
      {
        what: 'the runs',
        empty: 'No runs in the last hour.',
        filtered: (
          <>
            No run in the last hour matches these filters. <Button onPress={nothing}>Clear filters</Button>
          </>
        ),
      }
    )}
  />
)

/** The states of a query, for a page, a pane, a part, and inside a list. */
export default {
  title: 'Query state',
  states: {
    'Part, pending': () => <Runs as="part" query={{}} />,
    'Part, failed': () => <Runs as="part" query={{ error: refused }} />,
    'Part, stale': () => <Runs as="part" query={{ data: runs, error: refused }} />,
    'Pane, pending': () => <Runs as="pane" query={{}} />,
    'Pane, failed': () => <Runs as="pane" query={{ error: refused }} />,
    'Pane, stale': () => <Runs as="pane" query={{ data: runs, error: refused }} />,
    'Page, pending': () => <Runs as="page" query={{}} />,
    'Page, tried again': () => <Runs as="page" query={{ failureReason: refused }} />,
    'Page, failed': () => <Runs as="page" query={{ error: refused }} />,
    'Page, stale': () => <Runs as="page" query={{ data: runs, failureReason: refused }} />,
    Gone: () => <Runs as="page" query={{ error: gone }} />,
    Empty: () => <Runs as="page" query={{ data: [] }} />,
    Shown: () => <Runs as="page" query={{ data: runs }} />,
    'List, pending': () => <Listed />,
    'List, failed': () => <Listed error={refused} />,
    'List, filtered to nothing': () => <Listed data={[]} />,
  },
} satisfies Exhibit

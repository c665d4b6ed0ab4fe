import { Button } from '@/ui/button'
import { Banner, Notice } from '@/ui/notice'
import { Time } from '@/ui/time'
import type { Exhibit } from './exhibit'

const nothing = () => undefined

export default {
  title: 'Notice',
  states: {
    Empty: () => (
      <Notice tone="empty" title="No data available">
        No check has reported yet.
      </Notice>
    ),
    'Filtered out': () => (
      <Notice tone="filtered" title="No check matches" actions={<Button onPress={nothing}>Clear filters</Button>}>
        25 checks are hidden by 2 filters.
      </Notice>
    ),
    Failed: () => (
      <Notice
        tone="bad"
        title="Could not load the checks"
        actions={
          <Button tone="primary" onPress={nothing}>
            Try again
          </Button>
        }
      >
        connect ECONNREFUSED https://observability.eu-central-1.internal.example.com/api/v1/query_range
      </Notice>
    ),
    Banner: () => (
      <Banner actions={<Button onPress={nothing}>Try again</Button>}>
        The server does not answer. Showing data from <Time at={new Date().toISOString()} as="ago" />.
      </Banner>
    ),
  },
} satisfies Exhibit

import { Skeleton } from '@/ui/skeleton'
import type { Exhibit } from './exhibit'

export default {
  title: 'Skeleton',
  states: {
    Rows: () => <Skeleton label="Loading checks…" lines={4} />,
    Text: () => <Skeleton label="Loading the description…" lines={4} as="text" />,
  },
} satisfies Exhibit

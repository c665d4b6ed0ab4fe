import { Badge } from '@/ui/badge'
import { DescriptionList } from '@/ui/description-list'
import { Time } from '@/ui/time'
import type { Exhibit } from './exhibit'

const long = 'observability.eu-central-1.internal.example.com/api/v1/query_range'

export default {
  title: 'Description list',
  states: {
    Usual: () => (
      <DescriptionList
        items={[
          { name: 'Namespace', value: 'payments' },
          { name: 'Health', value: <Badge tone="bad">Degraded</Badge> },
          { name: 'Created', value: <Time at={new Date(Date.now() - 90_000_000).toISOString()} as="ago" /> },
          { name: 'Owner', value: undefined },
        ]}
      />
    ),
    Empty: () => <DescriptionList items={[]} />,
    Long: () => <DescriptionList items={[{ name: 'The endpoint that is requested every ten seconds', value: long }]} />,
  },
} satisfies Exhibit

import { Breadcrumbs } from '@/ui/breadcrumbs'
import type { Exhibit } from './exhibit'

const long = 'payments-api-7f9c6d8b5c-x2x9q.payments.production.eu-central-1.internal.example.com'

export default {
  title: 'Breadcrumbs',
  states: {
    Three: () => (
      <Breadcrumbs
        label="Health"
        crumbs={[
          { label: 'Health', href: '/health' },
          { label: 'payments', href: '/health?tab=payments' },
          { label: 'payments-api', href: '/health?checkId=1' },
        ]}
      />
    ),
    Long: () => (
      <Breadcrumbs
        label="Long"
        crumbs={[
          { label: 'Health', href: '/health' },
          { label: `cluster-${long}`, href: '/health?tab=cluster' },
          { label: long, href: '/health?checkId=2' },
        ]}
      />
    ),
  },
} satisfies Exhibit

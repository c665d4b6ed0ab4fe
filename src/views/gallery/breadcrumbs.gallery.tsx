import { Breadcrumbs } from '../../ui/breadcrumbs'
import type { Exhibit } from './exhibit'

const long = 'payments-api-7f9c6d8b5c-x2x9q.payments.production.eu-central-1.internal.example.com'

export default {
  title: 'Breadcrumbs',
  states: {
    Three: () => (
      <Breadcrumbs
        label="Catalog"
        crumbs={[
          { label: 'Catalog', href: '/catalog' },
          { label: 'Kubernetes', href: '/catalog?type=Kubernetes' },
          { label: 'payments-api', href: '/catalog/1' },
        ]}
      />
    ),
    Long: () => (
      <Breadcrumbs
        label="Long"
        crumbs={[
          { label: 'Topology', href: '/topology' },
          { label: `cluster-${long}`, href: '/topology/1' },
          { label: long, href: '/topology/2' },
        ]}
      />
    ),
  },
} satisfies Exhibit

import type { Filter } from '../../ui/filter/filter'
import { FilterMenu } from '../../ui/filter/filter-menu'
import { type FilterState, TriState } from '../../ui/filter/tri-state'
import type { Exhibit } from './exhibit'
import { Keep } from './keep'

const statuses = ['healthy', 'unhealthy', 'warning', 'unknown', 'suppressed'].map((value) => ({ value, label: value }))
const many = Array.from({ length: 60 }, (_, at) => ({ value: `v${at}`, label: `kubernetes/namespace-${at}` }))

const menu = (label: string, options: typeof statuses, initial: Filter) => (
  <Keep initial={initial}>{(bound) => <FilterMenu label={label} options={options} {...bound} />}</Keep>
)

export default {
  title: 'Filter menu',
  states: {
    'Three states': () => (
      <div style={{ maxWidth: '20rem' }}>
        {(['include', 'neutral', 'exclude'] as const).map((state) => (
          <Keep<FilterState> key={state} initial={state}>
            {(bound) => <TriState label={`Value that is ${state}`} {...bound} />}
          </Keep>
        ))}
      </div>
    ),
    'Nothing chosen': () => menu('Status', statuses, {}),
    'Three included, one excluded': () =>
      menu('Health', statuses, { healthy: 'include', warning: 'include', unknown: 'include', suppressed: 'exclude' }),
    'Four included': () =>
      menu('State', statuses, { healthy: 'include', warning: 'include', unknown: 'include', unhealthy: 'include' }),
    'Many values': () => menu('Namespace', many, { v1: 'include' }),
  },
} satisfies Exhibit

import { useRef, useState } from 'react'
import type { FilterField, FilterSet } from '@/ui/filter/filter'
import { FilterChips } from '@/ui/filter/filter-chips'
import FilterPicker from '@/ui/filter/filter-picker'
import { Button } from '@/ui/button'
import type { Exhibit } from './exhibit'

const valuesOf = (...values: string[]) => values.map((value, at) => ({ value, label: value, count: 3 * at + 1 }))
const fields: readonly FilterField[] = [
  { field: 'env', label: 'env', values: valuesOf('prod', 'test') },
  { field: 'team', label: 'team', values: valuesOf('net', 'payments', 'search', 'shop', 'storage') },
]
const long = `kubernetes/${'a-namespace-with-a-name-'.repeat(4)}end`

function Filtering({ initial }: { initial: FilterSet }) {
  const [values, setValues] = useState(initial)
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const change = (changed: FilterSet) => setValues({ ...values, ...changed })
  return (
    <>
      <span ref={anchor}>
        <Button hasPopup="dialog" isExpanded={isOpen} onPress={() => setOpen(true)}>
          Filters
        </Button>
      </span>
      <FilterChips fields={fields} values={values} onChange={change} onOpen={() => setOpen(true)} />
      {isOpen && (
        <FilterPicker
          anchor={anchor}
          title="Filter by Label"
          fields={fields}
          values={values}
          here={{ team: 'payments' }}
          onApply={change}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

export default {
  title: 'Filters of a list',
  states: {
    'Nothing chosen': () => <Filtering initial={{}} />,
    'Included and excluded': () => (
      <Filtering initial={{ team: { payments: 'include', [long]: 'include', net: 'exclude' } }} />
    ),
    'Four of one field': () => (
      <Filtering initial={{ team: { net: 'include', payments: 'include', search: 'include', shop: 'include' } }} />
    ),
  },
} satisfies Exhibit

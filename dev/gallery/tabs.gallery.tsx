import { useState } from 'react'
import { Tabs } from '@/ui/tabs'
import type { Exhibit } from './exhibit'

const few = ['Overview', 'Changes', 'Insights'].map((label, at) => ({
  id: label,
  label,
  panel: <p>{label} of payments-api</p>,
  ...(at === 1 ? { count: 12, countOf: 'changes' } : {}),
}))

const many = Array.from({ length: 24 }, (_, at) => ({
  id: `part-${at}`,
  label: `Namespace ${at + 1}`,
  panel: <p>Namespace {at + 1}</p>,
  count: at * 90,
}))

function Kept({ label, tabs }: { label: string; tabs: typeof few }) {
  const [selected, setSelected] = useState(tabs[0]?.id ?? '')
  return <Tabs label={label} tabs={tabs} selected={selected} onSelect={setSelected} />
}

function Shared() {
  const [selected, setSelected] = useState('All')
  return (
    <Tabs
      label="Namespaces"
      tabs={['All', 'edge', 'shop'].map((label, at) => ({ id: label, label, count: 12 - at * 4 }))}
      selected={selected}
      onSelect={setSelected}
    >
      <p>The same list, of {selected}</p>
    </Tabs>
  )
}

export default {
  title: 'Tabs',
  states: {
    'One panel for all': () => <Shared />,
    Few: () => <Kept label="Few" tabs={few} />,
    'More than fit': () => <Kept label="Many" tabs={many} />,
  },
} satisfies Exhibit

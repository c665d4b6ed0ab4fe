import { useState } from 'react'
import { SearchField } from '@/ui/search-field'
import type { Exhibit } from './exhibit'

function Kept({ initial }: { initial: string }) {
  const [text, setText] = useState(initial)
  return <SearchField label="Search by name, description, or endpoint" value={text} onChange={setText} />
}

export default {
  title: 'Search field',
  states: {
    Empty: () => <Kept initial="" />,
    'With words': () => <Kept initial="payments api" />,
    'More than fits': () => <Kept initial={'a service whose name is longer than the field '.repeat(3)} />,
  },
} satisfies Exhibit

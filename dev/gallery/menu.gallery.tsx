import { Pencil, Play, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '@/ui/button'
import { Menu, type MenuSectionSpec } from '@/ui/menu'
import type { Exhibit } from './exhibit'

const nothing = () => undefined
const icon = { size: 15, strokeWidth: 1.75 } as const

const sections: readonly MenuSectionSpec[] = [
  {
    title: 'Check',
    items: [
      { id: 'run', label: 'Run now', icon: <Play {...icon} />, keys: [['R']] },
      {
        id: 'edit',
        label: 'Edit',
        icon: <Pencil {...icon} />,
        description: 'In a form',
        refusal: 'Your role may not edit checks.',
      },
    ],
  },
  { items: [{ id: 'delete', label: 'Delete…', icon: <Trash2 {...icon} />, tone: 'bad', keys: [['G'], ['D']] }] },
]

const plain: readonly MenuSectionSpec[] = [
  {
    items: [
      { id: 'a', label: 'Newest first' },
      { id: 'b', label: 'By the name of the cluster and the namespace in which they were found' },
    ],
  },
]

function Opened({ of }: { of: readonly MenuSectionSpec[] }) {
  useEffect(() => document.querySelector<HTMLButtonElement>('[aria-haspopup]')?.click(), [])
  return (
    <div>
      <Menu label="More about payments-api" trigger={<Button>More</Button>} sections={of} onAction={nothing} />
    </div>
  )
}

export default {
  title: 'Menu',
  states: {
    Closed: () => (
      <div>
        <Menu label="More about payments-api" trigger={<Button>More</Button>} sections={sections} onAction={nothing} />
      </div>
    ),
    Refused: () => (
      <div>
        <Menu
          label="More about payments-api"
          trigger={<Button refusal="You are offline.">More</Button>}
          sections={sections}
          onAction={nothing}
        />
      </div>
    ),
  },
  apart: {
    Open: () => <Opened of={sections} />,
    'Open, without icons': () => <Opened of={plain} />,
  },
} satisfies Exhibit

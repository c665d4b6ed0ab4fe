import { useEffect } from 'react'
import { Button } from '@/ui/button'
import type { Exhibit } from './exhibit'

const nothing = () => undefined

/** The tooltip as after focusing its button by keyboard. */
function Focused({ refusal }: { refusal?: string | undefined }) {
  useEffect(() => document.querySelector<HTMLElement>('[aria-label="Refresh"]')?.focus(), [])
  return (
    <div>
      <Button label="Refresh" description="Shortcut: Shift+R" refusal={refusal} onPress={nothing}>
        ↻
      </Button>
    </div>
  )
}

export default {
  title: 'Tooltip',
  states: {
    'Name only': () => (
      <div>
        <Button label="Close" onPress={nothing}>
          ×
        </Button>
      </div>
    ),
  },
  apart: {
    Shown: () => <Focused />,
    'With a reason': () => <Focused refusal="The server does not answer. Showing data from 4 minutes ago." />,
  },
} satisfies Exhibit

import { SplitPane } from '@/ui/split-pane'
import type { Exhibit } from './exhibit'

const list = <p>The list: 25 checks</p>

export default {
  title: 'Split pane',
  states: {
    'List and detail': () => (
      <SplitPane label="Checks" name="gallery" usual={60} first={list} second={<p>The detail: payments-api</p>} />
    ),
    'List alone': () => <SplitPane label="Alone" name="gallery" usual={60} first={list} second={undefined} />,
  },
} satisfies Exhibit

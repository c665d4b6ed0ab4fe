import { Tags } from '@/ui/tags'
import type { Exhibit } from './exhibit'

const few = { name: 'payments-api', account: 'production', namespace: 'payments' }
const many = {
  ...few,
  ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`label-${at}.example.com`, `value-${at}`])),
}

export default {
  title: 'Tags',
  states: {
    Few: () => <Tags label="Few" tags={few} />,
    Many: () => <Tags label="Many" tags={many} />,
    'One long': () => <Tags label="One long" tags={{ image: `registry.example.com/${'team/'.repeat(40)}api` }} />,
    'In a narrow column': () => (
      <div style={{ width: 220 }}>
        <Tags label="Narrow" tags={many} />
      </div>
    ),
  },
} satisfies Exhibit

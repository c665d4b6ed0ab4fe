import { ProgressBar } from '@/ui/progress-bar'
import type { Exhibit } from './exhibit'

const levels = [0, 40, 75, 76, 90, 91, 100, 140]

export default {
  title: 'Progress bar',
  states: {
    Levels: () => (
      <>
        {levels.map((percent) => (
          <ProgressBar key={percent} label={`At ${percent}`} percent={percent} />
        ))}
      </>
    ),
    'With its own words': () => <ProgressBar label="Memory" percent={78} text="3.1 of 4 GB" />,
    'Long name': () => (
      <ProgressBar
        label="observability.eu-central-1.internal.example.com/persistent-volume-claims/payments-db-data"
        percent={93}
      />
    ),
  },
} satisfies Exhibit

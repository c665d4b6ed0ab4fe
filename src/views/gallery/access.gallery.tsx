import { FlagsFailed, FlagsGate } from '../shell/flags-gate'
import { TurnedOff, Unauthorized } from '../shell/guard'
import { Around } from './around'
import type { Exhibit } from './exhibit'

const nothing = () => undefined

/** What stands instead of a page that somebody may not see, or that cannot be shown yet: each is a whole page. */
export default {
  title: 'Access',
  states: {},
  apart: {
    Unauthorized: () => (
      <Around>
        <Unauthorized area="canaries" action="read" />
      </Around>
    ),
    'Turned off': () => (
      <Around>
        <TurnedOff title="Health" />
      </Around>
    ),
    'Flags failed': () => (
      <Around>
        <FlagsFailed
          error={new Error('connect ECONNREFUSED https://mission-control.eu-central-1.internal.example.com/properties')}
          onRetry={nothing}
        />
      </Around>
    ),
    'Flags loading': () => (
      <Around>
        <FlagsGate answer={{ is: 'loading' }}>{null}</FlagsGate>
      </Around>
    ),
  },
} satisfies Exhibit

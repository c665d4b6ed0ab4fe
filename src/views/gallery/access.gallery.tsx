import { FlagsFailed, FlagsSkeleton } from '../shell/access/flags-gate'
import { TurnedOffNotice, UnauthorizedNotice } from '../shell/access/guard'
import { Around } from './around'
import type { Exhibit } from './exhibit'

const nothing = () => undefined

/** Pages without access, pages that are turned off, and pages whose flags are not loaded. */
export default {
  title: 'Access',
  states: {
    'No right to read': () => (
      <Around>
        <UnauthorizedNotice area="canaries" action="read" />
      </Around>
    ),
    'No right to write': () => (
      <Around>
        <UnauthorizedNotice area="connections" action="write" />
      </Around>
    ),
    'Turned off': () => (
      <Around>
        <TurnedOffNotice title="Health" />
      </Around>
    ),
    'Flags failed': () => (
      <FlagsFailed
        error={new Error('connect ECONNREFUSED https://mission-control.eu-central-1.internal.example.com/properties')}
        onRetry={nothing}
      />
    ),
    'Flags loading': FlagsSkeleton,
  },
} satisfies Exhibit

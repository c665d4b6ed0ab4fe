import { FlagsFailed, FlagsSkeleton } from '@/views/shell/access/flags-gate'
import { TurnedOffNotice, UnauthorizedNotice } from '../../src/views/shared/access/page-guard'
import { GalleryConsole } from './gallery-console'
import type { Exhibit } from './exhibit'

const nothing = () => undefined

/** Pages without access, pages that are turned off, and pages whose flags are not loaded. */
export default {
  title: 'Access',
  states: {
    'No right to read': () => (
      <GalleryConsole>
        <UnauthorizedNotice reason="Requires read access to canaries. Administrators, editors, commanders, responders, viewers and guests have it." />
      </GalleryConsole>
    ),
    'No right to write': () => (
      <GalleryConsole>
        <UnauthorizedNotice reason="A permission denies you write access to connections." />
      </GalleryConsole>
    ),
    'Turned off': () => (
      <GalleryConsole>
        <TurnedOffNotice title="Health" />
      </GalleryConsole>
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

import { catalogStates } from './catalog'
import { checkStates } from './check'
import { componentStates } from './component'
import { healthStates } from './health'
import { incidentTimelineStates } from './incident-timeline'
import { incidentDoneStates } from './incident-done'
import { incidentStates } from './incidents'
import { logStates } from './logs'
import { notificationStates } from './notifications'
import { runStates } from './runs'
import { settingsStates } from './settings'
import { shellStates } from './shell'
import type { State } from './state'
import { topologyStates } from './topology'
import { triageStates } from './triage'

/** Every state of every screen. A new screen adds its states, which are then tested with the same rules. */
export const states: readonly State[] = [
  ...healthStates,
  ...checkStates,
  ...catalogStates,
  ...incidentStates,
  ...triageStates,
  ...runStates,
  ...notificationStates,
  ...logStates,
  ...topologyStates,
  ...componentStates,
  ...incidentTimelineStates,
  ...incidentDoneStates,
  ...settingsStates,
  ...shellStates,
]

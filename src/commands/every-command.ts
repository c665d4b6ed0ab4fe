import type { Command } from './command'
import { canaryCommands } from './areas/canaries'
import { catalogCommands } from './areas/catalog'
import { catalogSummaryCommands } from './areas/catalog-summary'
import { checkCommands } from './areas/check'
import { componentCommands } from './areas/component'
import { componentLinkCommands } from './areas/component-links'
import { copyCommands } from './areas/copy'
import { densityCommands } from './areas/density'
import { detailCommands } from './areas/detail'
import { editorCommands } from './areas/editor'
import { evidenceCommands } from './areas/evidence'
import { incidentCommands } from './areas/incidents'
import { flagCommands } from './areas/flags'
import { formCommands } from './areas/forms'
import { handoverCommands } from './areas/handover'
import { healthCommands } from './areas/health'
import { integrationCommands } from './areas/integrations'
import { keyCommands } from './areas/keys'
import { linesCommands } from './areas/lines'
import { listCommands } from './areas/list'
import { logCommands } from './areas/logs'
import { macroCommands } from './areas/macros'
import { navigationCommands } from './areas/navigation'
import { outboxCommands } from './areas/outbox'
import { paletteCommands } from './areas/palette'
import { paneCommands } from './areas/panes'
import { peopleCommands } from './areas/people'
import { playbookCommands } from './areas/playbook'
import { playbookDryRunCommands } from './areas/playbook-dry-run'
import { preferenceCommands } from './areas/preferences'
import { relationshipCommands } from './areas/relationships'
import { reportCommands } from './areas/reports'
import { resourceCommands } from './areas/resources'
import { runCommands } from './areas/runs'
import { scraperCommands } from './areas/scrapers'
import { sessionCommands } from './areas/session'
import { silenceCommands } from './areas/silences'
import { shellCommands } from './areas/shell'
import { timelineCommands } from './areas/timeline'
import { timeCommands } from './areas/time'
import { topologiesCommands } from './areas/topologies'
import { topologyCommands } from './areas/topology'
import { triageCommands } from './areas/triage'
import { addCommands } from './registry'

/**
 * All commands, in the order of the palette. The list is closed: resources are arguments, never commands of their own.
 */
export const allCommands: readonly Command[] = [
  ...healthCommands,
  ...checkCommands,
  ...canaryCommands,
  ...catalogCommands,
  ...catalogSummaryCommands,
  ...timelineCommands,
  ...relationshipCommands,
  ...logCommands,
  ...topologyCommands,
  ...componentCommands,
  ...componentLinkCommands,
  ...detailCommands,
  ...playbookCommands,
  ...playbookDryRunCommands,
  ...runCommands,
  ...silenceCommands,
  ...triageCommands,
  ...incidentCommands,
  ...evidenceCommands,
  ...handoverCommands,
  ...reportCommands,
  ...peopleCommands,
  ...outboxCommands,
  ...flagCommands,
  ...scraperCommands,
  ...topologiesCommands,
  ...resourceCommands,
  ...integrationCommands,
  ...copyCommands,
  ...navigationCommands,
  ...shellCommands,
  ...macroCommands,
  ...sessionCommands,
  ...paletteCommands,
  ...preferenceCommands,
  ...densityCommands,
  ...timeCommands,
  ...keyCommands(() => allCommands),
  ...listCommands,
  ...paneCommands,
  ...formCommands,
  ...editorCommands,
  ...linesCommands,
]

addCommands(allCommands)

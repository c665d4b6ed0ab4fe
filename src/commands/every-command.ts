import type { Command } from './command'
import { canaryCommands } from './settings/canaries'
import { catalogCommands } from './catalog/catalog'
import { catalogSummaryCommands } from './catalog/catalog-summary'
import { checkCommands } from './health/check'
import { componentCommands } from './topology/component'
import { componentLinkCommands } from './topology/component-links'
import { copyCommands } from './shell/copy'
import { densityCommands } from './account/density'
import { detailCommands } from './shell/detail'
import { editorCommands } from './shell/editor'
import { evidenceCommands } from './incidents/evidence'
import { incidentCommands } from './incidents/incidents'
import { flagCommands } from './settings/flags'
import { formCommands } from './shell/forms'
import { handoverCommands } from './incidents/handover'
import { healthCommands } from './health/health'
import { integrationCommands } from './settings/integrations'
import { keyCommands } from './account/keys'
import { linesCommands } from './shell/lines'
import { listCommands } from './shell/list'
import { logCommands } from './logs/logs'
import { macroCommands } from './account/macros'
import { navigationCommands } from './shell/navigation'
import { outboxCommands } from './settings/outbox'
import { paletteCommands } from './palette/palette'
import { paneCommands } from './shell/panes'
import { peopleCommands } from './settings/people'
import { playbookCommands } from './playbooks/playbook'
import { playbookDryRunCommands } from './playbooks/playbook-dry-run'
import { preferenceCommands } from './account/preferences'
import { relationshipCommands } from './catalog/relationships'
import { reportCommands } from './incidents/reports'
import { resourceCommands } from './settings/resources'
import { runCommands } from './playbooks/runs'
import { scraperCommands } from './settings/scrapers'
import { sessionCommands } from './account/session'
import { silenceCommands } from './notifications/silences'
import { shellCommands } from './shell/shell'
import { timelineCommands } from './timeline/timeline'
import { timeCommands } from './shell/time'
import { topologiesCommands } from './settings/topologies'
import { topologyCommands } from './topology/topology'
import { triageCommands } from './triage/triage'
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

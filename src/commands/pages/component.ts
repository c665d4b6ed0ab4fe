import { componentCommands } from '../areas/component'
import { componentLinkCommands } from '../areas/component-links'
import { evidenceCommands } from '../areas/evidence'
import { playbookCommands } from '../areas/playbook'
import { timelineCommands } from '../areas/timeline'
import { topologyCommands } from '../areas/topology'
import { addCommands } from '../registry'

addCommands([
  ...componentCommands,
  ...componentLinkCommands,
  ...topologyCommands,
  ...timelineCommands,
  ...playbookCommands,
  ...evidenceCommands,
])

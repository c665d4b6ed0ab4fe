import { componentCommands } from '../component'
import { componentLinkCommands } from '../component-links'
import { evidenceCommands } from '../../incidents/evidence'
import { playbookCommands } from '../../playbooks/playbook'
import { timelineCommands } from '../../timeline/timeline'
import { topologyCommands } from '../topology'
import { addCommands } from '../../registry'

addCommands([
  ...componentCommands,
  ...componentLinkCommands,
  ...topologyCommands,
  ...timelineCommands,
  ...playbookCommands,
  ...evidenceCommands,
])

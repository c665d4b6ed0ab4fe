import { catalogCommands } from '../catalog'
import { catalogSummaryCommands } from '../catalog-summary'
import { addCommands } from '../../registry'

addCommands([...catalogCommands, ...catalogSummaryCommands])

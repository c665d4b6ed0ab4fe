import { catalogCommands } from '../areas/catalog'
import { catalogSummaryCommands } from '../areas/catalog-summary'
import { addCommands } from '../registry'

addCommands([...catalogCommands, ...catalogSummaryCommands])

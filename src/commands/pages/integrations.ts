import { integrationCommands } from '../areas/integrations'
import { resourceCommands } from '../areas/resources'
import { scraperCommands } from '../areas/scrapers'
import { topologyCommands } from '../areas/topologies'
import { addCommands } from '../registry'

addCommands([...scraperCommands, ...topologyCommands, ...resourceCommands, ...integrationCommands])

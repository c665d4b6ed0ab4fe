import { integrationCommands } from '../areas/integrations'
import { resourceCommands } from '../areas/resources'
import { scraperCommands } from '../areas/scrapers'
import { topologiesCommands } from '../areas/topologies'
import { addCommands } from '../registry'

addCommands([...scraperCommands, ...topologiesCommands, ...resourceCommands, ...integrationCommands])

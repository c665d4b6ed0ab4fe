import { integrationCommands } from '../integrations'
import { resourceCommands } from '../resources'
import { scraperCommands } from '../scrapers'
import { topologiesCommands } from '../topologies'
import { addCommands } from '../../registry'

addCommands([...scraperCommands, ...topologiesCommands, ...resourceCommands, ...integrationCommands])

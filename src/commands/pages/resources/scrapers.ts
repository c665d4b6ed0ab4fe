import { scraperCommands } from '../../areas/scrapers'
import { addCommands } from '../../registry'

addCommands(scraperCommands)

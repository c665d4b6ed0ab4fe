import { scraperCommands } from '../scrapers'
import { addCommands } from '../../registry'

addCommands(scraperCommands)

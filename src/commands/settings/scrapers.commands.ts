import { defineCommand } from '../command'
import { writeAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { targetSlot } from '../slots'
import { defineCommands } from '../registry'

const runs = lazyFunctions(() => import('./scrapers.runs'))

export const scraperCommands = defineCommands([
  defineCommand({
    id: 'scraper.run',
    title: 'Run scraper',
    group: 'Catalog',
    keywords: 'now scrape refresh config items',
    feature: 'settings.config_scraper',
    slots: { scraper: targetSlot('scraper') },
    available: (context) => writeAvailability(context, 'config_scrapers'),
    effect: 'change',
    // Scrapers also run on schedule.
    undo: 'needless',
    preview: ({ scraper: [one] }) => `Runs ${one?.label} now, in addition to its schedule.`,
    run: runs((module) => module.runScraperNow),
  }),
])

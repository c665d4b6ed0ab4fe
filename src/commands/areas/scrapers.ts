import { command } from '../command'
import { offerToWrite } from '../context'
import { lazyRuns } from '../lazy-runs'
import { oneTarget } from '../slots'

const runs = lazyRuns(() => import('./scrapers.runs'))

export const scraperCommands = [
  command({
    id: 'scraper.run',
    title: 'Run scraper',
    group: 'Catalog',
    keywords: 'now scrape refresh config items',
    feature: 'settings.config_scraper',
    slots: { scraper: oneTarget('scraper') },
    available(context) {
      const offer = offerToWrite(context, 'config_scrapers')
      if (offer !== true || context.deployment?.backend === 'embedded') return offer
      return 'This backend runs scrapers on their schedules only.'
    },
    effect: 'change',
    // Scrapers also run on schedule.
    undo: 'needless',
    preview: ({ scraper: [one] }) => `Runs ${one?.label} now, in addition to its schedule.`,
    run: runs((module) => module.run),
  }),
]

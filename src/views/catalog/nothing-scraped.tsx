import { Notice } from '../../ui/notice'

/** Empty state of a catalog without any config item. */
export const NothingScraped = () => (
  <Notice tone="empty" title="The catalog is empty">
    Scrapers add items from clusters, cloud accounts, databases and files. Items appear here automatically after a
    scraper has run.
  </Notice>
)

import { Notice } from '../../ui/notice'

/** Shown where there is no config item at all. */
export const NothingScraped = () => (
  <Notice tone="empty" title="Nothing is in the catalog">
    Scrapers bring in what there is: clusters, cloud accounts, databases, files. When one has run, its items appear here
    by themselves.
  </Notice>
)

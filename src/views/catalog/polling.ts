/** Milliseconds between polls of the catalog. Scrapers run every few minutes, so a slow interval is enough. */
export const CATALOG_POLL_MS = 30_000

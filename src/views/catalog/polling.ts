/** Scrapers run every few minutes. */
export const POLL_MS = 30_000

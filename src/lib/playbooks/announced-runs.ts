/**
 * Runs that a command of this page started and announces when they end, so that the page of the run does not announce
 * them too.
 */
export const announcedRuns = new Set<string>()

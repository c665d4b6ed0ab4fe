/** Runs that somebody has begun here, whose end is told by the command that began them: their page says nothing of it. */
export const announcedRuns = new Set<string>()

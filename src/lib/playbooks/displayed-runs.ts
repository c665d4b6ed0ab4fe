/** The state of a run on a screen that displays it. */
export type DisplayedRun = {
  isOver: boolean
  isWaiting: boolean
  /** Why the user may not approve it; undefined if the user may, or if only the server knows. */
  noApproval: string | undefined
}

type Find = (runId: string) => DisplayedRun | undefined
const finds = new Set<Find>()

/** Lets commands know about the displayed runs. @returns a function that unregisters them */
export function registerDisplayedRuns(find: Find): () => void {
  finds.add(find)
  return () => finds.delete(find)
}

/** The state of a run; undefined if no screen displays it. */
export const findDisplayedRun = (runId: string): DisplayedRun | undefined =>
  [...finds].map((find) => find(runId)).find((one) => one !== undefined)

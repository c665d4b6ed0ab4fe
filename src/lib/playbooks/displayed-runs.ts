type Find = (runId: string) => boolean | undefined
const finds = new Set<Find>()

/** Lets commands know which of the displayed runs the user may approve. @returns a function that unregisters it */
export function registerApprovable(find: Find): () => void {
  finds.add(find)
  return () => finds.delete(find)
}

/** Whether the user may approve a run; undefined if unknown. */
export const isApprovable = (runId: string): boolean | undefined =>
  [...finds].map((find) => find(runId)).find((one) => one !== undefined)

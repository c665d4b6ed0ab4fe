type Find = (runId: string) => boolean | undefined
const finds = new Set<Find>()

/** Makes known to commands whether the runs that a page shows may be approved by who looks on. @returns what ends it */
export function showApprovable(find: Find): () => void {
  finds.add(find)
  return () => finds.delete(find)
}

/** Whether who looks on may approve a run; undefined where that is not known. */
export const isApprovable = (runId: string): boolean | undefined =>
  [...finds].map((find) => find(runId)).find((one) => one !== undefined)

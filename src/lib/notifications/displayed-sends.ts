/** The status of a notification on a screen that displays it. */
type DisplayedSend = { status?: string | null | undefined }

type Find = (id: string) => DisplayedSend | undefined
const finds = new Set<Find>()

/** Lets commands know the statuses of the displayed notifications. @returns a function that unregisters them */
export function registerDisplayedSends(find: Find): () => void {
  finds.add(find)
  return () => finds.delete(find)
}

/** The status of a notification; undefined if no screen displays it. */
export const findDisplayedSend = (id: string): DisplayedSend | undefined =>
  [...finds].map((find) => find(id)).find((one) => one !== undefined)

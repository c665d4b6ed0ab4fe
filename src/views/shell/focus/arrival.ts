/** On the first load focus stays where the browser puts it. */
let isFirst = true

/** Records that the app has navigated: from now on, focus moves to the heading of a new page. */
export function arrive(): void {
  isFirst = false
}

/** Whether the app has not navigated since the browser loaded it. */
export const isFirstPage = (): boolean => isFirst

/**
 * Whether focus is where loading or navigating has left it: on nothing, or on the heading of the page. The thing in the
 * address may take it then, and nobody who has gone on is brought back.
 */
export const isFocusFree = (): boolean => {
  const { activeElement, body } = document
  return !activeElement || activeElement === body || activeElement.tagName === 'H1'
}

/** On the initial load, focus stays where the browser puts it. */
let isFirst = true

/** Records that the app has navigated. From then on, focus moves to the heading of each new page. */
export function recordNavigation(): void {
  isFirst = false
}

/** Whether the app has not navigated since the browser loaded it. */
export const isFirstPage = (): boolean => isFirst

/**
 * Whether focus is where loading or navigating left it: on nothing, or on the heading of the page. Only then may the
 * resource in the address take focus, so that a user who has moved on is not interrupted.
 */
export const isFocusFree = (): boolean => {
  const { activeElement, body } = document
  return !activeElement || activeElement === body || activeElement.tagName === 'H1'
}

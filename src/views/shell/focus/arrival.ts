/** On the first load focus stays where the browser puts it. */
let isFirst = true

/** Records that the app has navigated: from now on, focus moves to the heading of a new page. */
export function arrive(): void {
  isFirst = false
}

/** Whether the app has not navigated since the browser loaded it. */
export const isFirstPage = (): boolean => isFirst

/** Nothing has been navigated to yet: on the first load focus stays where the browser puts it. */
let isFirst = true

/** A page leads to another: focus goes to its heading. */
export function arrive(): void {
  isFirst = false
}

/** Whether this page is what the browser was opened at. */
export const isFirstPage = (): boolean => isFirst

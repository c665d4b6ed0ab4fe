/**
 * In the build of the console, in place of what the query library does for infinite queries: the console has none, and the
 * first load would carry it.
 */
export function infiniteQueryBehavior(): never {
  throw new Error('The console has no infinite queries.')
}
export const hasNextPage = infiniteQueryBehavior
export const hasPreviousPage = infiniteQueryBehavior

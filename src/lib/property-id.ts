/** A property is known by its name; in calls, that is written without what divides things there. */
export const idOfProperty = (name: string): string =>
  encodeURIComponent(name).replaceAll('~', '%7E').replaceAll('%', '~')

/** The name that `idOfProperty` wrote. */
export function nameOfProperty(id: string): string {
  try {
    return decodeURIComponent(id.replaceAll('~', '%'))
  } catch {
    // Somebody else's writing.
    return id
  }
}

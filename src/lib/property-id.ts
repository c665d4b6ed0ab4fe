/** Encodes the name of a property as an id without the delimiters of commands. */
export const idOfProperty = (name: string): string =>
  encodeURIComponent(name).replaceAll('~', '%7E').replaceAll('%', '~')

/** Decodes an id of `idOfProperty`. */
export function nameOfProperty(id: string): string {
  try {
    return decodeURIComponent(id.replaceAll('~', '%'))
  } catch {
    // An id that was not created by `idOfProperty`.
    return id
  }
}

/** Encodes the name of a property as an id without the delimiters of commands. */
export const formatPropertyId = (name: string): string =>
  encodeURIComponent(name).replaceAll('~', '%7E').replaceAll('%', '~')

/** Decodes an id of `formatPropertyId`. */
export function parsePropertyId(id: string): string {
  try {
    return decodeURIComponent(id.replaceAll('~', '%'))
  } catch {
    // An id that was not created by `formatPropertyId`.
    return id
  }
}

/** @returns the parsed value; undefined, which is not a JSON value, for invalid JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

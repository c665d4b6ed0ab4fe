/** @returns what a JSON text says; undefined, which no JSON is, for what is none. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

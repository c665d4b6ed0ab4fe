/** Maximum length of a text in UTF-16 units. The server limits each request to 1 MB. */
export const MAX_TEXT = 1_000_000

/** Whether a pasted text is likely to be a manifest. Cheap, because it runs with every paste. */
export function looksLikeManifest(text: string): boolean {
  if (text.length > MAX_TEXT) return false
  return text.trimStart().startsWith('{')
    ? /"apiVersion"\s*:/.test(text) && /"kind"\s*:/.test(text)
    : /^apiVersion:/m.test(text) && /^kind:/m.test(text)
}

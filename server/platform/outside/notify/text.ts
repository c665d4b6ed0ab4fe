/** Joins title and message; an empty one is left out. */
export const joinTitle = (title: string, message: string, separator = '\n'): string =>
  [title, message].filter(Boolean).join(separator)

/** The first `most` UTF-16 code units, with an ellipsis as the last one when the text is cut. */
export const cutText = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`

/** The longest beginning with at most `most` bytes, including an ellipsis when the text is cut. */
export function cutBytes(text: string, most: number, sizeOf: (part: string) => number = Buffer.byteLength): string {
  if (sizeOf(text) <= most) return text
  let fits = 0
  for (let [low, high] = [0, text.length]; low <= high;) {
    const middle = (low + high) >> 1
    if (sizeOf(`${text.slice(0, middle)}…`) <= most) {
      fits = middle
      low = middle + 1
    } else high = middle - 1
  }
  return `${text.slice(0, fits).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** The size of a text as a JSON string. */
export const sizeAsJson = (text: string): number => Buffer.byteLength(JSON.stringify(text))

/** Separates characters without being visible. */
const GAP = '\u200b'

const webAddress = /https?:\/\/[^\s]+/g
const encodeCharacter = (one: string) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** Applies `escape` to the text around web addresses, whose own special characters are percent-encoded. */
function escapeAround(value: string, escape: (text: string) => string): string {
  let last = 0
  let escaped = ''
  for (const { 0: found, index } of value.matchAll(webAddress)) {
    escaped += escape(value.slice(last, index)) + found.replace(/[\\[\]()<>*`|~]/g, encodeCharacter)
    last = index + found.length
  }
  return escaped + escape(value.slice(last))
}

/** Keeps a value from being read as Markdown. @param special what a backslash escapes. */
export const escapeMarkdown = (value: string, special = /[\\*_~`|>#[\]()<]/g): string =>
  escapeAround(value, (text) => text.replace(special, String.raw`\$&`))

/** Keeps a value from becoming `[text](address)` or `<address|text>` in markup that has no escapes. */
export const breakLinks = (value: string): string => value.replaceAll('](', `]${GAP}(`).replaceAll('<', `<${GAP}`)

/** Keeps `@all`, `@here` and names from becoming mentions. E-mail addresses stay as they are. */
export const breakMentions = (value: string): string => value.replace(/(?<!\w)@/g, `@${GAP}`)

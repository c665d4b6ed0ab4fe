/** Recursion over a value that is nested too deeply would exhaust the stack. */
export const exceedsDepth = (value: unknown, limit: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (limit < 0 || Object.values(value).some((one) => exceedsDepth(one, limit - 1)))

/**
 * Finds characters in a JSON text that Postgres cannot store: NUL or a lone surrogate.
 * @param text the parsed text: a duplicate member is in `parsed` only once.
 * @returns an error sentence without its full stop; undefined when all characters can be stored.
 */
export function describeUnstorable(text: string, parsed: unknown): string | undefined {
  const escape = unkeepableEscape(text)
  if (escape === undefined) return undefined
  const { where, character } = placeIn(parsed, '') ?? { where: 'A member that is given twice', character: escape }
  return `${where} has ${nameOf(character)}, which cannot be stored`
}

// oxlint-disable-next-line no-control-regex
const unkeepable = /\0|\p{Surrogate}/u

/** Decoded text has such a character only as an escape. */
function unkeepableEscape(text: string): string | undefined {
  for (const [whole] of text.matchAll(/(?:\\u[\da-f]{4})+|\\[^u]/gi)) {
    const [character] = (whole.startsWith('\\u') && unkeepable.exec(JSON.parse(`"${whole}"`) as string)) || []
    if (character !== undefined) return character
  }
  return undefined
}

type Place = { where: string; character: string }

function placeIn(value: unknown, path: string): Place | undefined {
  if (typeof value === 'string') return placeAt(value, path || 'The body')
  if (typeof value !== 'object' || value === null) return undefined
  const isList = Array.isArray(value)
  for (const [name, member] of Object.entries(value)) {
    const inName = placeAt(name, path === '' ? 'The name of a member' : `The name of a member of ${clip(path)}`)
    if (inName) return inName
    const found = placeIn(member, isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`)
    if (found) return found
  }
  return undefined
}

function placeAt(text: string, where: string): Place | undefined {
  const [character] = unkeepable.exec(text) ?? []
  return character === undefined ? undefined : { where: clip(where), character }
}

const LONGEST_PLACE = 200

/** Names are chosen by users and may be long. */
const clip = (place: string) =>
  place.length > LONGEST_PLACE ? `${place.slice(0, LONGEST_PLACE).replace(/\p{Surrogate}$/u, '')}…` : place

const nameOf = (character: string) =>
  character === '\0'
    ? 'the character NUL'
    : `half a character (U+${character.charCodeAt(0).toString(16).toUpperCase()})`

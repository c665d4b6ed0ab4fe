/** A searchable entry. */
export type SearchEntry = {
  /** Unique in its index. Typing the complete id finds the entry. */
  id: string
  title: string
  /** Alternative titles. */
  aliases?: readonly string[]
  /** Further searchable words: a description, a type. */
  keywords?: string
  group?: string
  /** Words for the kind of the entry: `pod`, `pods`. Together with other words, they match without lowering the rank. */
  kindWords?: readonly string[]
  /** Words for the present state of the entry: `down`. Together with other words, they match like a word of the title. */
  stateWords?: readonly string[]
  /** From 0 to 7: frequency and recency of use (frecency.ts). */
  used?: number
  /** The entry acts on the focused resource. */
  inContext?: boolean
  /** The entry needs a resource of a kind that is not in focus, and prompts for it. */
  lacksThing?: boolean
  /** The entry cannot run now, and ranks after all that can. */
  refused?: boolean
  /** The entry represents a failure, and ranks before similar matches of its list. */
  isUrgent?: true
}

/** Lower case without accents, so that `sao` finds São Paulo. */
export const foldText = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- plain ASCII, nearly always: nothing to take apart
  /^[\u0000-\u007f]*$/.test(text) ? text.toLowerCase() : text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The folded parts of a title for matching. */
export type FoldedText = {
  folded: string
  /** First letters of the words. */
  initials: string
  keywords: string
  group: string
  aliases: readonly string[]
  kindWords: readonly string[]
  stateWords: readonly string[]
}

const noWords: readonly string[] = []

export function foldEntry(entry: SearchEntry, groups: Map<string, string>): FoldedText {
  const { title, keywords, group, aliases, kindWords = noWords, stateWords = noWords } = entry
  const folded = foldText(title)
  const others = aliases ? aliases.map(foldText) : noWords
  const foldedGroup = groups.get(group ?? '') ?? foldText(group ?? '')
  groups.set(group ?? '', foldedGroup)
  const words = [...others, ...kindWords, ...stateWords]
  const searched = words.length > 0 ? foldText(`${keywords ?? ''} ${words.join(' ')}`) : foldText(keywords ?? '')
  return {
    folded,
    initials: initialsOf(folded, title),
    keywords: searched,
    group: foldedGroup,
    aliases: others,
    kindWords,
    stateWords,
  }
}

/** The text with every run of punctuation and spaces as one space, so that `cart-api` equals `cart API`. */
export const toPlainText = (folded: string): string => splitWords(folded).join(' ')

/** The words of a folded text: runs of letters and digits. */
export const splitWords = (folded: string): string[] => folded.match(/[\p{L}\p{N}]+/gu) ?? []

/** Words that carry no meaning in a query. */
const fillers = new Set(
  'a an and are at be by can for from has have i in is it my of on our that the this to until was we what which why with'.split(
    ' '
  )
)

/** The words of a query that carry meaning; all of them if none does. */
export function withoutFillers(words: readonly string[]): readonly string[] {
  const rest = words.filter((word) => !fillers.has(word))
  return rest.length > 0 ? rest : words
}

/** The letters in all fields. A word with other letters cannot match. */
export const entryLetterMask = ({ folded, keywords, group }: FoldedText): number =>
  letterMask(folded) | letterMask(keywords) | letterMask(group)

/** 26 bits for letters, five for digits, one for all non-ASCII characters. Punctuation has none. */
export function letterMask(text: string): number {
  let mask = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 97 && code <= 122) mask |= 1 << (code - 97)
    else if (code >= 48 && code <= 57) mask |= 1 << (26 + ((code - 48) % 5))
    else if (code > 127) mask |= 1 << 31
  }
  return mask
}

/**
 * Whether a word starts here: after a character that is not a letter or digit, or at a capital after a lower-case
 * letter.
 */
export function startsWord(folded: string, title: string, at: number): boolean {
  if (!isWordCode(folded.charCodeAt(at))) return false
  if (at === 0 || !isWordCode(folded.charCodeAt(at - 1))) return true
  // Capitals cannot be located if folding changed the length.
  if (title.length !== folded.length) return false
  const code = title.charCodeAt(at)
  const before = title.charCodeAt(at - 1)
  return code >= 65 && code <= 90 && before >= 97 && before <= 122
}

/** Whether the code is that of a letter or a digit. */
export function isWordCode(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
  // Excludes Latin-1 and general punctuation. All other scripts count as letters.
  return !(code <= 0xbf || (code >= 0x2000 && code <= 0x206f))
}

function initialsOf(folded: string, title: string): string {
  let initials = ''
  for (let at = 0; at < folded.length; at++) if (startsWord(folded, title, at)) initials += folded.charAt(at)
  return initials
}

/**
 * Compares by code units, and numbers by value, so that `web 2` comes before `web 10`. Independent of the locale,
 * because the collation of a browser would order rows differently for each language.
 */
export function compareFolded(a: string, b: string): number {
  let at = 0
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  if (at === a.length && at === b.length) return 0
  if (isDigit(a, at) || isDigit(b, at)) {
    const begin = startOfDigits(a, at)
    const [endA, endB] = [endOfDigits(a, begin), endOfDigits(b, begin)]
    if (endA > begin && endB > begin) return compareDigits(a.slice(begin, endA), b.slice(begin, endB))
  }
  return at === a.length ? -1 : at === b.length ? 1 : a.charCodeAt(at) - b.charCodeAt(at)
}

/** Compares digits by value, then by the number of leading zeros. Different digits are never equal. */
function compareDigits(a: string, b: string): number {
  const [one, other] = [a.replace(/^0+(?=\d)/, ''), b.replace(/^0+(?=\d)/, '')]
  return one.length - other.length || (one === other ? a.length - b.length : one < other ? -1 : 1)
}

const isDigit = (text: string, at: number) => {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}

function startOfDigits(text: string, at: number): number {
  let begin = at
  while (begin > 0 && isDigit(text, begin - 1)) begin--
  return begin
}

function endOfDigits(text: string, at: number): number {
  let end = at
  while (isDigit(text, end)) end++
  return end
}

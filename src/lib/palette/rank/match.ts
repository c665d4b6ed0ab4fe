import { startsWord, isWordCode, splitWords, toPlainText, type FoldedText } from './text'

/**
 * 0: complete title, id or alias. 1: start of the title. 2: start of a word. 3: initials. 4: start of a keyword or of
 * the group. 5: inside a word. 6: the title without vowels, or inside a keyword or the group.
 */
export type MatchTier = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** The quality of a match as one number, where smaller is better: sixteen times the tier, minus the quality. */
export type MatchFit = number

export const NO_FIT: MatchFit = -1
export const BEST_FIT: MatchFit = toFit(0, 9)

function toFit(tier: MatchTier, quality: number): MatchFit {
  return tier * 16 + 9 - quality
}
export const fitTier = (fit: MatchFit): MatchTier => (fit >> 4) as MatchTier
/** From 0 to 9. */
export const fitQuality = (fit: MatchFit): number => 9 - (fit & 15)

/**
 * The match of a query. Every word must match, in any order and any field, and the worst match decides, unless the
 * words are the title or its start. A match of a query also matches each prefix of the query, except for ids.
 * @param whole the folded query, with its words joined by single spaces
 */
export function matchQuery(whole: string, words: readonly string[], title: string, text: FoldedText): MatchFit {
  const [only] = words
  if (words.length === 1 && only !== undefined) return fitPunctuated(only, title, text)
  if (text.folded === whole || text.aliases.includes(whole)) return BEST_FIT
  let worst = 0
  let sum = 0
  let count = 0
  for (const word of words) {
    if (text.kindWords.includes(word)) continue
    const one = fitOneOfWords(word, title, text)
    if (one === NO_FIT) return NO_FIT
    worst = Math.max(worst, fitTier(one))
    sum += fitQuality(one)
    count++
  }
  if (count === 0) return toFit(4, 6)
  if (text.folded.startsWith(whole)) return toFit(1, quality(text.folded.length, 0))
  // Reads the text again only where all words match the title.
  if (worst <= 2 && toPlainText(text.folded) === whole) return BEST_FIT
  return toFit(worst as MatchTier, Math.floor(sum / count))
}

/**
 * One of several words. A state counts like a word of the title, because an entry that is called like the whole query
 * is meant rather than one that is only in that state.
 */
function fitOneOfWords(word: string, title: string, text: FoldedText): MatchFit {
  if (text.stateWords.includes(word)) return toFit(2, 6)
  return fitPunctuated(word, title, text)
}

/** A word with punctuation matches as it is, or as the words between the punctuation. */
function fitPunctuated(word: string, title: string, text: FoldedText): MatchFit {
  const fit = fitWord(word, title, text)
  if (fit !== NO_FIT && fitTier(fit) <= 2) return fit
  const parts = splitWords(word)
  if (parts.length === 0 || parts[0] === word) return fit
  const other =
    parts.length === 1 ? fitWord(parts[0] ?? '', title, text) : matchQuery(parts.join(' '), parts, title, text)
  if (other === NO_FIT) return fit
  // Literal matches come first.
  const parted = fitTier(other) === 1 ? toFit(2, fitQuality(other)) : other
  return fit === NO_FIT ? parted : Math.min(fit, parted)
}

function fitWord(word: string, title: string, text: FoldedText): MatchFit {
  const { folded, aliases } = text
  if (aliases.length > 0 && aliases.includes(word)) return BEST_FIT
  const first = folded.indexOf(word)
  if (first === 0) return folded.length === word.length ? BEST_FIT : toFit(1, quality(folded.length, 0))
  if (first > 0) {
    for (let at = first; at > 0; at = folded.indexOf(word, at + 1))
      if (startsWord(folded, title, at)) return toFit(2, qualityInside(word, folded, at))
  }
  if (word.length > 1 && word.charCodeAt(0) === text.initials.charCodeAt(0) && isInOrder(word, text.initials))
    return toFit(3, quality(text.initials.length, 0))
  // Many rows share a group, so the group is less significant than a keyword.
  const keyword = Math.max(qualityOfKeyword(word, text.keywords), Math.min(2, qualityOfKeyword(word, text.group)))
  if (keyword >= 0) return toFit(4, keyword)
  if (first > 0) return toFit(5, quality(folded.length, first))
  const jumps = jumpsOverVowels(word, folded, title)
  if (jumps >= 0) return toFit(6, Math.max(1, 9 - jumps))
  return text.keywords.includes(word) || text.group.includes(word) ? toFit(6, 0) : NO_FIT
}

/**
 * From 0 to 9: up to six for the share of the text that is typed, up to three for the position. All entries are
 * compared for the same query, so the share depends only on the length. Values that do not depend on the query avoid
 * reordering with every letter.
 */
const quality = (length: number, at: number) => (coverage[length] ?? 0) + Math.max(0, 3 - Math.ceil(at / 8))

/** The quality of a match inside a text. A complete word counts slightly more, so that `hour` ranks before `hours`. */
function qualityInside(word: string, folded: string, at: number): number {
  const end = at + word.length
  const isWhole = end === folded.length || !isWordCode(folded.charCodeAt(end))
  return Math.min(9, quality(folded.length, at) + (isWhole ? 1 : 0))
}

/** By length: each step is about 1.5 times as long. */
const coverage = Uint8Array.from({ length: 48 }, (_, length) =>
  Math.max(0, Math.min(6, 6 - Math.ceil(2 * Math.log2(length / 6))))
)

/** Whether the letters of a word occur in order. */
function isInOrder(word: string, text: string): boolean {
  for (let n = 0, at = -1; n < word.length; n++) {
    at = text.indexOf(word.charAt(n), at + 1)
    if (at < 0) return false
  }
  return true
}

/** From 0 to 9 if the word starts a keyword, more for a complete keyword and an early one; otherwise -1. */
function qualityOfKeyword(word: string, keywords: string): number {
  for (let at = keywords.indexOf(word); at >= 0; at = keywords.indexOf(word, at + 1)) {
    if (at > 0 && isWordCode(keywords.charCodeAt(at - 1))) continue
    const end = at + word.length
    const isWhole = end === keywords.length || !isWordCode(keywords.charCodeAt(end))
    return (isWhole ? 6 : 3) + Math.max(0, 3 - Math.floor(at / 16))
  }
  return -1
}

/** After this number of letters, one consonant of a word may be missing: `chk`, `chekout`. */
const SURE = 2

/**
 * Number of jumps to read the letters in order, jumping only over vowels and separators, where the first letter is the
 * first consonant or vowel of a word; -1 if impossible. Letters scattered over a title are not an abbreviation, and
 * would rank unrelated rows before matching keywords.
 */
function jumpsOverVowels(word: string, folded: string, title: string): number {
  // Rejects most titles with the built-in search.
  if (!isInOrder(word, folded)) return -1
  const letter = word.charAt(0)
  for (let start = folded.indexOf(letter); start >= 0; start = folded.indexOf(letter, start + 1)) {
    let begin = start
    while (!startsWord(folded, title, begin) && begin > 0 && isVowel(folded.charCodeAt(begin - 1))) begin--
    const jumps = startsWord(folded, title, begin) ? jumpsFrom(start, word, folded) : -1
    if (jumps >= 0) return jumps
  }
  return -1
}

function jumpsFrom(start: number, word: string, folded: string): number {
  let jumps = 0
  let at = start
  let isLeftOut = false
  for (let n = 1; n < word.length; n++) {
    const code = word.charCodeAt(n)
    let next = at + 1
    let isLeftOutHere = false
    let isNextWord = false
    for (; next < folded.length && folded.charCodeAt(next) !== code; next++) {
      const other = folded.charCodeAt(next)
      const isSeparator = !isWordCode(other)
      if (isSeparator && isLeftOutHere) return -1
      isNextWord ||= isSeparator
      if (isSeparator || isVowel(other)) continue
      if (isLeftOut || isNextWord || n < SURE) return -1
      isLeftOut = true
      isLeftOutHere = true
    }
    if (next >= folded.length) return -1
    if (next > at + 1) jumps++
    at = next
  }
  return jumps
}

/** Matches a, e, i, o and u. */
const isVowel = (code: number) => code === 97 || code === 101 || code === 105 || code === 111 || code === 117

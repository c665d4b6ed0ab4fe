import { fitQuality, matchQuery, type MatchFit, NO_FIT } from './match'
import { type FoldedText, splitWords } from './text'

/** The minimum length of a word that may contain an error. One letter of a shorter word changes its meaning. */
export const SHORTEST_TYPO = 4

/** The worst tier, because nothing matches literally. */
const TIER = 6 * 16 + 9

/**
 * Like `matchQuery`, where each word of four letters or more may begin a word of the title with one wrong, missing,
 * additional or swapped letter.
 */
export function matchWithTypo(_whole: string, words: readonly string[], title: string, text: FoldedText): MatchFit {
  let quality = 9
  let parts: readonly string[] | undefined
  for (const word of words) {
    const fit = matchQuery(word, [word], title, text)
    if (fit !== NO_FIT) {
      quality = Math.min(quality, fitQuality(fit))
      continue
    }
    if (word.length < SHORTEST_TYPO) return NO_FIT
    if (text.aliases.some((alias) => Math.abs(alias.length - word.length) <= 1 && isNearBeginning(word, alias)))
      continue
    parts ??= splitWords(text.folded)
    const near = parts.filter((part) => isNearBeginning(word, part))
    if (near.length === 0) return NO_FIT
    const isWhole = near.some((part) => Math.abs(part.length - word.length) <= 1)
    const share = Math.max(0, 6 - Math.floor(Math.abs(text.folded.length - word.length) / 4))
    quality = Math.min(quality, (isWhole ? 3 : 1) + share)
  }
  return TIER - Math.max(0, Math.min(9, quality))
}

/** Whether a word begins with the typed letters, apart from one error. */
export function isNearBeginning(typed: string, word: string): boolean {
  let at = 0
  while (at < typed.length && typed.charCodeAt(at) === word.charCodeAt(at)) at++
  if (at === typed.length) return true
  const rest = typed.slice(at + 1)
  return (
    word.startsWith(rest, at + 1) ||
    word.startsWith(rest, at) ||
    word.startsWith(typed.slice(at), at + 1) ||
    (typed[at] === word[at + 1] && typed[at + 1] === word[at] && word.startsWith(typed.slice(at + 2), at + 2))
  )
}

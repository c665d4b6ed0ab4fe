/** The code point of a character as a visible text: `<U+202E>`. */
export const formatCodePoint = (character: string): string =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`

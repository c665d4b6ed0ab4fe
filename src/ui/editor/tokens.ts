export type CodeLanguage = 'yaml' | 'json' | 'shell'
type CodeToken = { text: string; at: number; is?: 'key' | 'string' | 'value' | 'comment' }

type Rule = readonly [NonNullable<CodeToken['is']>, string]

const quoted = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*'`
const constants = String.raw`(?<![\w.:-])(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.-])`

/** Ordered by precedence: the first rule that matches at a position wins. */
const rules: Record<CodeLanguage, readonly Rule[]> = {
  json: [
    ['key', String.raw`"(?:[^"\\\n]|\\.)*"(?=\s*:)`],
    ['string', quoted],
    ['value', constants],
  ],
  yaml: [
    ['comment', String.raw`(?<=^|\s)#.*`],
    ['key', String.raw`(?:(?<=^|^[\s-]*|[{,]\s*))(?:${quoted}|[^\s#"'{}[\],&*!|>%@-][^#:{}[\],\n]*?)(?=\s*:(?:\s|$))`],
    ['string', quoted],
    ['value', constants],
  ],
  shell: [
    ['comment', String.raw`(?<=^|\s)#.*`],
    ['string', quoted],
    ['value', String.raw`\$\{[^}\n]*\}|\$\w+`],
    ['key', String.raw`(?<=^\s*|[|;&]\s*)[\w./-]+(?=\s|$)`],
  ],
}

/** Compiled once, with one group per rule. */
const patterns = Object.fromEntries(
  Object.entries(rules).map(([language, all]) => [
    language,
    new RegExp(all.map(([, source]) => `(${source})`).join('|'), 'gm'),
  ])
)

/** In characters. The patterns use lookbehind, so that time grows with the square of the line length. */
const LONGEST = 5000

/** Splits short code into tokens, which give the code again when joined. Long code is a single token. */
export function tokenize(code: string, language: CodeLanguage): CodeToken[] {
  if (code.length > LONGEST) return [{ text: code, at: 0 }]
  const tokens: CodeToken[] = []
  let end = 0
  for (const found of code.matchAll(patterns[language] ?? /$^/g)) {
    const which = found.slice(1).findIndex((group) => group !== undefined)
    const is = rules[language][which]?.[0]
    if (found.index > end) tokens.push({ text: code.slice(end, found.index), at: end })
    tokens.push({ text: found[0], at: found.index, ...(is ? { is } : {}) })
    end = found.index + found[0].length
  }
  if (end < code.length) tokens.push({ text: code.slice(end), at: end })
  return tokens
}

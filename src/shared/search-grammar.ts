/** A term of a search. A result must match all terms. */
export type SearchTerm =
  | { is: 'word'; text: string }
  /** `written` is the term as typed. */
  | { is: 'comparison'; field: string; op: '=' | '!=' | '<' | '>'; value: string; written: string }

/** A value of a list such as `a,!b,c*`. A `*` at either end matches any text. */
export type ListValue = { text: string; isExcluded: boolean; anyBefore: boolean; anyAfter: boolean }

const TERM = /(?:"[^"]*(?:"|$)|[^\s"()|])+/g
const COMPARISON = /^([\w./-]+)(!=|=|<|>)(?![=])(.*)$/s

/**
 * Parses the search grammar of the protocol: words, and comparisons such as `type=Kubernetes::Pod`, `health!=healthy`,
 * `tags.cluster=a,b` or `updated>now-1d`. Quotes keep spaces together. Parentheses and `|` are treated like spaces, as
 * in the backend.
 */
export const parseSearch = (text: string): readonly SearchTerm[] => (text.match(TERM) ?? []).flatMap(termOf)

function termOf(term: string): SearchTerm[] {
  const [, field, op, value] = COMPARISON.exec(term) ?? []
  const plain = unquoted(value ?? term)
  // `type=` is an incomplete comparison, which restricts nothing yet.
  if (plain === '') return []
  if (field === undefined || op === undefined) return [{ is: 'word', text: plain }]
  return [{ is: 'comparison', field, op: op as '=', value: plain, written: unquoted(term) }]
}

const unquoted = (text: string) => text.replaceAll('"', '')

/** Parses `a,!b,c*`. */
export const parseList = (text: string): readonly ListValue[] =>
  text
    .split(',')
    .filter((item) => item !== '' && item !== '!')
    .map((item) => {
      const isExcluded = item.startsWith('!')
      const [, before = '', inner = '', after = ''] = /^(\*?)(.*?)(\*?)$/s.exec(isExcluded ? item.slice(1) : item) ?? []
      return { text: inner, isExcluded, anyBefore: before !== '', anyAfter: after !== '' }
    })

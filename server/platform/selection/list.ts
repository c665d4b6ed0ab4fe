/**
 * The parsed list syntax of the protocol: one of `included`, none of `excluded`, and each of the patterns must match.
 */
type ListPattern = { included: string[]; excluded: string[]; patterns: string[] }

/** Parses `a,!b,c*`. An exclusion is literal, including its asterisk. */
export function parseListPattern(text: string): ListPattern {
  const items = text.split(',').filter((item) => item !== '')
  const excluded = items.filter((item) => item.startsWith('!')).map((item) => item.slice(1))
  const patterns = items.filter((item) => !item.startsWith('!') && (item.startsWith('*') || item.endsWith('*')))
  const included = items.filter((item) => !item.startsWith('!') && !patterns.includes(item))
  return { included, excluded, patterns }
}

/** What the protocol's list syntax asks: one of `included`, none of `excluded`, and each of the patterns. */
export type List = { included: string[]; excluded: string[]; patterns: string[] }

/** Reads `a,!b,c*`. An exclusion is taken literally, asterisk and all. */
export function readList(text: string): List {
  const items = text.split(',').filter((item) => item !== '')
  const excluded = items.filter((item) => item.startsWith('!')).map((item) => item.slice(1))
  const patterns = items.filter((item) => !item.startsWith('!') && (item.startsWith('*') || item.endsWith('*')))
  const included = items.filter((item) => !item.startsWith('!') && !patterns.includes(item))
  return { included, excluded, patterns }
}

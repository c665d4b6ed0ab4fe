/** Longer than any address that somebody means. */
const LONGEST = 2048

/**
 * The address of a link that somebody else wrote, as it may be opened: of the web, absolute, without a user or password,
 * which make an address look like another. Undefined for any other.
 */
export function externalLink(written: string): string | undefined {
  if (written.length > LONGEST || !URL.canParse(written)) return undefined
  const { protocol, username, password, href } = new URL(written)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' ? href : undefined
}

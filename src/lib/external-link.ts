/** Longer than any legitimate address. */
const LONGEST = 2048

/**
 * A link from an external source if it is safe to open: an absolute web address without user or password, which could
 * disguise the host. Undefined for any other link.
 */
export function externalLink(written: string): string | undefined {
  if (written.length > LONGEST || !URL.canParse(written)) return undefined
  const { protocol, username, password, href } = new URL(written)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' ? href : undefined
}

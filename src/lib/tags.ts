export type Tag = { key: string; value: string }

/** These tags locate a resource, and therefore come first. */
const first = ['account', 'namespace', 'name']

const rank = ({ key }: Tag) => (first.includes(key) ? first.indexOf(key) : first.length)

/** Sorted by account, namespace, name, then alphabetically. Source: spec §3.15. */
export const orderTags = (tags: Readonly<Record<string, string>>): readonly Tag[] =>
  Object.entries(tags)
    .map(([key, value]) => ({ key, value }))
    .toSorted((a, b) => rank(a) - rank(b) || a.key.localeCompare(b.key, 'en') || (a.key < b.key ? -1 : 1))

/** A filter value for a tag or label: `cluster=harbour`. */
export const writeMember = (key: string, value: string) => `${key}=${value}`

/** All tags or labels as filter values. */
export const writeMembers = (members: Readonly<Record<string, string>> | null | undefined): string[] =>
  Object.entries(members ?? {}).map(([key, value]) => writeMember(key, value))

/** Key and value of a filter value. Without a `=`, the value is empty. */
export function readMember(written: string): [key: string, value: string] {
  const at = written.indexOf('=')
  return at === -1 ? [written, ''] : [written.slice(0, at), written.slice(at + 1)]
}

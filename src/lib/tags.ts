export type Tag = { key: string; value: string }

/** These say where something belongs, so they are read first. */
const first = ['account', 'namespace', 'name']

const rank = ({ key }: Tag) => (first.includes(key) ? first.indexOf(key) : first.length)

/** Account, namespace, name, then by the alphabet. Source: spec §3.15. */
export const orderTags = (tags: Readonly<Record<string, string>>): readonly Tag[] =>
  Object.entries(tags)
    .map(([key, value]) => ({ key, value }))
    .toSorted((a, b) => rank(a) - rank(b) || a.key.localeCompare(b.key, 'en') || (a.key < b.key ? -1 : 1))

/** A value of a filter by tags or labels: `cluster=harbour`. */
export const writeMember = (key: string, value: string) => `${key}=${value}`

/** All tags or labels of something as such values. */
export const writeMembers = (members: Readonly<Record<string, string>> | null | undefined): string[] =>
  Object.entries(members ?? {}).map(([key, value]) => writeMember(key, value))

/** Its key and value; one without `=` is a key without a value. */
export function readMember(written: string): [key: string, value: string] {
  const at = written.indexOf('=')
  return at === -1 ? [written, ''] : [written.slice(0, at), written.slice(at + 1)]
}

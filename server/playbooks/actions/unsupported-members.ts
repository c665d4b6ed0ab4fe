/**
 * Refuses members that this backend would have to ignore: half of an action is worse than none.
 * @throws naming the member.
 */
export function refuseUnsupportedMembers(kind: string, spec: unknown, members: readonly string[]): void {
  const given = typeof spec === 'object' && spec !== null ? Object.entries(spec) : []
  const unknown = given.find(([name, value]) => !members.includes(name) && !isUnset(value))
  if (unknown) throw new Error(`${unknown[0]} of ${kind} actions needs a Mission Control backend.`)
}

const isUnset = (value: unknown): boolean =>
  value === null || value === false || value === '' || (Array.isArray(value) && value.length === 0)

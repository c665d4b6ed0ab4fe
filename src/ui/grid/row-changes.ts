/** The lines before and after new data. */
type Lines = { ids: readonly string[]; has(id: string): boolean }

/** The line that takes focus after a removal: the next remaining line, else the previous one, else undefined. */
export function findSuccessor(before: readonly string[], gone: string, after: Pick<Lines, 'has'>): string | undefined {
  const at = before.indexOf(gone)
  if (at === -1) return undefined
  return before.slice(at + 1).find((id) => after.has(id)) ?? before.slice(0, at).findLast((id) => after.has(id))
}

/** The announcement when the focused line was removed. `rest`: without the removal itself. */
export function describeRemoval(
  gone: string,
  next: { name: string; position: number; of: number } | undefined
): { whole: string; rest: string } {
  const [position, of] = [next?.position, next?.of].map((n) => n?.toLocaleString('en'))
  const rest = next ? `On ${next.name}, ${position} of ${of}.` : 'Nothing is left.'
  return { whole: `${gone} was removed. ${rest}`, rest }
}

/**
 * The new lines that would appear above the view and push it down.
 * @param held the lines that are held back already
 * @param top the first line in view; undefined if the list is scrolled to its beginning
 */
export function findHeldBack(
  after: readonly string[],
  known: { has(id: string): boolean },
  held: ReadonlySet<string>,
  top: string | undefined
): ReadonlySet<string> {
  if (held.size === 0 && top === undefined) return held
  const still = after.filter((id) => held.has(id))
  if (top === undefined) return new Set(still)
  const end = after.indexOf(top)
  const above = after.slice(0, Math.max(0, end)).filter((id) => !known.has(id))
  return new Set([...still, ...above])
}

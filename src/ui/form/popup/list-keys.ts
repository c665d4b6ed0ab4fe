const PAGE = 10

/** The index that a key moves to; undefined for keys that do not move. */
export function moveIndex(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined
  const within = (index: number) => Math.max(0, Math.min(count - 1, index))
  switch (key) {
    case 'ArrowDown':
      return within(active + 1)
    case 'ArrowUp':
      return active < 0 ? count - 1 : within(active - 1)
    case 'PageDown':
      return within(active + PAGE)
    case 'PageUp':
      return within(active - PAGE)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

/**
 * Type-ahead: the index of the next option that begins with the typed letters. Repeating one letter moves from one such
 * option to the next.
 * @returns -1 if no option matches
 */
export function findTypeahead(typed: string, labels: readonly string[], active: number): number {
  const letters = typed.toLowerCase()
  const isRepeated = [...letters].every((letter) => letter === letters[0])
  const prefix = isRepeated ? letters.slice(0, 1) : letters
  const start = isRepeated ? active + 1 : Math.max(active, 0)
  const order = labels.map((_label, index) => (start + index) % labels.length)
  return order.find((index) => labels[index]?.toLowerCase().startsWith(prefix)) ?? -1
}

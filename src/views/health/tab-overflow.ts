/** More side by side are no help: whoever looks for one more finds it faster by its name. */
const MOST = 30

/** The tabs that are drawn: the first of them, and the chosen one wherever it is. `rest` is how many are left out. */
export function overflowTabs<T extends { value: string }>(
  tabs: readonly T[],
  chosen: string | undefined,
  most = MOST
): { tabs: readonly T[]; rest: number } {
  if (tabs.length <= most) return { tabs, rest: 0 }
  const first = tabs.slice(0, most)
  const other = tabs.slice(most).filter(({ value }) => value === chosen)
  return { tabs: [...first, ...other], rest: tabs.length - first.length - other.length }
}

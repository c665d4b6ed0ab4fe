/** Maximum number of tabs. With more, the command that finds a tab by name is faster. */
const MOST = 30

/** The tabs to render: the first ones and the selected one. `rest` is the number left out. */
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

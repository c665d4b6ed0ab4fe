import { invalidQueryError } from './errors'
import { parsePath, type ColumnPath, shortenText, splitList } from './syntax'

export type OrderTerm = { path: ColumnPath; isDescending: boolean; nulls?: 'first' | 'last' }

/** Parses `name.desc.nullslast,labels->>app`. Defaults: ascending, and Postgres's order of nulls. */
export function parseOrder(text: string): OrderTerm[] {
  return splitList(text).map((item) => {
    const [, column, direction, nulls] = /^(.+?)(?:\.(asc|desc))?(?:\.nulls(first|last))?$/s.exec(item.trim()) ?? []
    if (column === undefined) throw invalidQueryError(`"failed to parse order (${shortenText(text)})"`)
    return {
      path: parsePath(column),
      isDescending: direction === 'desc',
      ...(nulls === 'first' || nulls === 'last' ? { nulls } : {}),
    }
  })
}

import { badQuery } from './errors'
import { parsePath, type Path, shorten, splitList } from './syntax'

export type OrderTerm = { path: Path; isDescending: boolean; nulls?: 'first' | 'last' }

/** Parses `name.desc.nullslast,labels->>app`. Defaults: ascending, and Postgres's order of nulls. */
export function parseOrder(text: string): OrderTerm[] {
  return splitList(text).map((item) => {
    const [, column, direction, nulls] = /^(.+?)(?:\.(asc|desc))?(?:\.nulls(first|last))?$/s.exec(item.trim()) ?? []
    if (column === undefined) throw badQuery(`"failed to parse order (${shorten(text)})"`)
    return {
      path: parsePath(column),
      isDescending: direction === 'desc',
      ...(nulls === 'first' || nulls === 'last' ? { nulls } : {}),
    }
  })
}

import type { AnyDetails, PagedRows } from '@/resources/resource'
import { definePagedList, usePagedList } from '../../shared/list/paged-list'
import type { ResourceListProps } from './resource-page'
import type { Resource } from '@/shared/routing/resource'

/** The list of a resource with server-side paging. */
export function createPagedList({ kind }: Pick<Resource, 'kind'>, { identify }: AnyDetails, rows: PagedRows<object>) {
  const list = definePagedList({
    ...rows,
    targetOf: (row: object) => ({ kind, ...identify(row) }),
    matching: async (query) => (await rows.matching(query)).map((row) => ({ kind, ...identify(row) })),
  })
  return function PagedList({ show: Show }: ResourceListProps) {
    return <Show source={usePagedList(list, rows.everyMs)} />
  }
}

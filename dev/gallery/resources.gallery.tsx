import { QueryClientProvider, queryOptions } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { createQueryClient } from '@/api/client'
import { ApiError, type ResultPage } from '@/api/http'
import { resourcePages, findResourceByKind, resources } from '../../src/shared/routing/registry'
import type { ResourceKind, Resource } from '../../src/shared/routing/resource'
import { loadExamples } from '../examples/examples'
import type { AnyDetails, PagedRows } from '@/resources/resource'
import { createPagedList } from '../../src/views/settings/resources/paged-resource'
import { createResourceList, createListPage } from '../../src/views/settings/resources/resource-page'
import { useWholeList } from '../../src/views/shared/list/whole-list'
import { GalleryConsole } from './gallery-console'
import type { Exhibit } from './exhibit'

const nothing = () => undefined

const files = import.meta.glob<AnyDetails>('../../src/resources/*/details.ts', { import: 'default', eager: true })
const detailsOf = (kind: ResourceKind) =>
  files[`../../src/resources/${resourcePages[kind].name}/details.ts`] as AnyDetails

type Answer = Parameters<typeof useWholeList<object>>[0]

const ready = { error: null, failureReason: null, isFetching: false, dataUpdatedAt: 0 }
const refused = new ApiError('http', 'unauthorized: read on database.system', { status: 403 })

/** A list that loads as a whole, with this response. */
function whole(resource: Resource, answer: Answer): ComponentType {
  const Listed = createResourceList(resource, detailsOf(resource.kind))
  const { rows } = detailsOf(resource.kind)
  const textOf = rows.paging === 'none' ? rows.searchText : String
  const List = () => <Listed source={useWholeList(answer, textOf)} />
  return () => (
    <GalleryConsole roles={['admin']}>
      <List />
    </GalleryConsole>
  )
}

/** A list with server-side paging, with these responses, at a URL with this search. */
function paged(resource: Resource, answer: () => Promise<ResultPage<object>>, search = ''): ComponentType {
  const known = detailsOf(resource.kind)
  const rows: PagedRows<object> = {
    ...(known.rows as PagedRows<object>),
    // Polling would change the example.
    everyMs: 86_400_000,
    page: (query, page) => queryOptions({ queryKey: [query, page] as readonly unknown[], queryFn: answer }),
  }
  const List = createListPage(createPagedList(resource, known, rows), { ...resource, unavailable: nothing }, known)
  return function Paged() {
    useState(() => history.replaceState(null, '', `${location.pathname}${search}`))
    const [client] = useState(() => createQueryClient({ signedOut: nothing }))
    return (
      <QueryClientProvider client={client}>
        <GalleryConsole roles={['admin']}>
          <List />
        </GalleryConsole>
      </QueryClientProvider>
    )
  }
}

/** The parts that differ between resources: the rows and the empty state. */
function pagesOf(resource: Resource): [string, ComponentType][] {
  const { kind, title } = resource
  const some = loadExamples(kind)
  const isWhole = detailsOf(kind).rows.paging === 'none'
  const of = (rows: readonly object[]) =>
    isWhole
      ? whole(resource, { ...ready, data: rows })
      : paged(resource, async () => ({ rows: [...rows], total: rows.length }))
  return [
    [title, of(some)],
    [`${title}: empty`, of([])],
  ]
}

const people = findResourceByKind('person') as Resource
const messages = findResourceByKind('message') as Resource

/** The lists of resources, and the shared states on one list of each paging mode. */
export default {
  title: 'Resources',
  states: {},
  pages: {
    ...Object.fromEntries(resources.flatMap(pagesOf)),
    Loading: whole(people, { ...ready, data: undefined, isFetching: true }),
    Failed: whole(people, { ...ready, data: undefined, error: refused }),
    'Not renewed': whole(people, {
      ...ready,
      data: loadExamples('person'),
      error: refused,
      dataUpdatedAt: 1_795_000_000_000,
    }),
    'Filtered to nothing': paged(
      messages,
      async () => ({ rows: [], total: 0 }),
      '?state=sent:1,failed:-1&query=recovery'
    ),
    'One page of many': paged(
      messages,
      async () => ({ rows: [...loadExamples('message')], total: 1284 }),
      '?pageIndex=3'
    ),
    'A page that failed': paged(messages, () => Promise.reject(refused)),
  },
} satisfies Exhibit

import { QueryClientProvider, queryOptions } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { createClient } from '../../api/client'
import { ApiError, type Page } from '../../api/http'
import { type ResourceKind, resourcePages } from '../../lib/resource-pages'
import { examplesOf } from '../../resources/examples'
import { resourceOf, resources } from '../../resources/registry'
import type { AnyDetails, PagedRows, Resource } from '../../resources/resource'
import { pagedList } from '../resources/paged-resource'
import { listedBy, pageWith } from '../resources/resource-page'
import { useWholeList } from '../shell/list/whole-list'
import { Around } from './around'
import type { Exhibit } from './exhibit'

const nothing = () => undefined

const files = import.meta.glob<AnyDetails>('../../resources/*.details.ts', { import: 'default', eager: true })
const detailsOf = (kind: ResourceKind) => files[`../../resources/${resourcePages[kind].file}.details.ts`] as AnyDetails

type Answer = Parameters<typeof useWholeList<object>>[0]

const ready = { error: null, failureReason: null, isFetching: false, dataUpdatedAt: 0 }
const refused = new ApiError('http', 'unauthorized: read on database.system', { status: 403 })

/** A list that loads as a whole, with this response. */
function whole(resource: Resource, answer: Answer): ComponentType {
  const Listed = listedBy(resource, detailsOf(resource.kind))
  const { rows } = detailsOf(resource.kind)
  const textOf = rows.paging === 'none' ? rows.textOf : String
  const List = () => <Listed source={useWholeList(answer, textOf)} />
  return () => (
    <Around roles={['admin']}>
      <List />
    </Around>
  )
}

/** A list with server-side paging, with these responses, at a URL with this search. */
function paged(resource: Resource, answer: () => Promise<Page<object>>, search = ''): ComponentType {
  const known = detailsOf(resource.kind)
  const rows: PagedRows<object> = {
    ...(known.rows as PagedRows<object>),
    // Polling would change the example.
    everyMs: 86_400_000,
    page: (query, page) => queryOptions({ queryKey: [query, page] as readonly unknown[], queryFn: answer }),
  }
  const List = pageWith(pagedList(resource, known, rows), { ...resource, unavailable: nothing }, known)
  return function Paged() {
    useState(() => history.replaceState(null, '', `${location.pathname}${search}`))
    const [client] = useState(() => createClient({ signedOut: nothing }))
    return (
      <QueryClientProvider client={client}>
        <Around roles={['admin']}>
          <List />
        </Around>
      </QueryClientProvider>
    )
  }
}

/** The parts that differ between resources: the rows and the empty state. */
function pagesOf(resource: Resource): [string, ComponentType][] {
  const { kind, title } = resource
  const some = examplesOf(kind)
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

const people = resourceOf('person') as Resource
const messages = resourceOf('message') as Resource

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
      data: examplesOf('person'),
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
      async () => ({ rows: [...examplesOf('message')], total: 1284 }),
      '?pageIndex=3'
    ),
    'A page that failed': paged(messages, () => Promise.reject(refused)),
  },
} satisfies Exhibit

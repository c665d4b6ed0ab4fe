import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ApiError } from '@/api/http'
import { refetchWhenOpened } from '@/api/client'
import { isAllowed } from '@/shared/access/access'
import { describeMissingAccess } from '@/lib/access/access-needed'
import { kindNoun } from '@/lib/kinds'
import type { AnyDetails } from '@/resources/resource'
import { Banner } from '@/ui/notice'
import { ItemFrame, NoSuchItem } from '../item-page'
import css from '../item-page.module.css'
import { CommandButton } from '@/views/shared/commands/command-button'
import { useConsole } from '@/views/shared/console'
import { lazyComponent } from '@/ui/lazy-component'
import { Page } from '@/views/shared/page/page'
import { QueryState } from '@/views/shared/query/query-state'
import type { FieldsEditing } from './fields-form'
import type { Resource } from '@/shared/routing/resource'
import { goBack } from '../../../shared/page/back'

/** Loaded lazily, because the form engine is large. */
const FieldsForm = lazyComponent({ what: 'the form', load: () => import('./fields-form') })

type Rows = readonly object[]
type Props = {
  id: string
  resource: Resource
  details: AnyDetails
  list: Parameters<typeof NoSuchItem>[0]['list']
}

/** The page of an integration that is edited with the fields of its dialog. */
export function FieldsItem({ id, resource, details, list }: Props) {
  const { rows, identify, editing } = details
  if (rows.paging !== 'none' || !editing?.fields) throw new Error(`One ${resource.kind} is not edited by fields.`)
  const query = useQuery({
    ...(rows.query() as UseQueryOptions<Rows, ApiError, Rows>),
    refetchOnMount: refetchWhenOpened,
  })
  const row = query.data?.find((one) => identify(one).id === id)
  if (row) return <Known {...{ row, query, resource, details, list, editing }} />
  const noun = kindNoun(resource.kind)
  return (
    <Page title={list.title} of={resource.kind}>
      <QueryState query={query} what={`the ${noun}`} as="page">
        {() => <NoSuchItem noun={noun} list={list} />}
      </QueryState>
    </Page>
  )
}

type KnownProps = Omit<Props, 'id'> & {
  row: object
  query: Parameters<typeof QueryState<Rows>>[0]['query']
  editing: FieldsEditing
}

function Known({ row, query, resource: { kind, access }, details, list, editing }: KnownProps) {
  const { environment } = useConsole()
  const target = { kind, ...details.identify(row) }
  const lock = editing.lockedAt(row)
  const [area] = access.areas
  const isWriter = isAllowed(environment, area, 'write')
  const leave = () => void goBack(list.path)
  return (
    <ItemFrame
      target={target}
      list={list}
      query={query}
      place={{ handlers: { 'detail.back': leave } }}
      actions={isWriter && lock === undefined && <CommandButton call="resource.delete" label="Delete" tone="bare" />}
    >
      {lock !== undefined && <Banner>Managed by {lock}. Change it there.</Banner>}
      {!isWriter && <Banner>{describeMissingAccess(environment, area, 'write')}</Banner>}
      <div className={css.fields}>
        <FieldsForm
          kind={kind}
          editing={editing}
          row={row}
          target={target}
          isReadOnly={!isWriter || lock !== undefined}
          onLeave={leave}
        />
      </div>
    </ItemFrame>
  )
}

import '@/commands/settings/resources.commands'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useEffectEvent } from 'react'
import { refetchWhenOpened } from '@/api/client'
import { loadModule } from '@/lib/load-module'
import { isAllowed } from '@/shared/access/access'
import type { Target } from '@/commands/command'
import { kindNoun } from '@/lib/kinds'
import type { AnyDetails, WholeRows } from '@/resources/resource'
import type { GridColumn } from '@/ui/grid/column'
import { Notice } from '@/ui/notice'
import { CommandButton } from '../../shared/commands/command-button'
import { useConsole } from '../../shared/console'
import { Page } from '../../shared/page/page'
import { describeMissing } from '../../shared/query/missing-parts'
import { createGroupedAddress } from '../../shared/list/list-address'
import { ListPage } from '../../shared/list/list-page'
import { listUrl } from '../../shared/list/list-url'
import type { ListSource } from '../../shared/list/list-source'
import { defineRowFilters, useWholeList } from '../../shared/list/whole-list'
import { useManifestPaste } from '../manifests/use-manifest-paste'
import { resourceColumns } from './columns'
import type { Resource } from '@/shared/routing/resource'

const loadPaged = () => import('./paged-resource')

/** The page of a resource. Code for server-side paging loads with the first paged list. */
export async function resourcePage(resource: Resource, details: AnyDetails): Promise<ComponentType> {
  const List =
    details.rows.paging === 'none'
      ? wholeList(details.rows, details.groupedBy)
      : (await loadModule(loadPaged)).createPagedList(resource, details, details.rows)
  return createListPage(List, resource, details)
}

/** @param List loads the rows and passes them to the component that shows them */
export function createListPage(
  List: ComponentType<ResourceListProps>,
  resource: Resource,
  details: AnyDetails
): ComponentType {
  const listed = createResourceList(resource, details)
  return function ResourcePage() {
    const { deployment } = useConsole().environment
    const reason = resource.unavailable?.(deployment)
    if (reason !== undefined) return <Unavailable {...resource} reason={reason} />
    return <List show={listed} />
  }
}

export type ResourceListProps = { show: ComponentType<{ source: ListSource<object> }> }

function wholeList(rows: WholeRows<object>, group: string | undefined): ComponentType<ResourceListProps> {
  const filters = rows.filters?.length ? defineRowFilters(rows.filters) : undefined
  const options = {
    ...(group === undefined ? {} : { address: createGroupedAddress(group) }),
    ...(filters && { filters }),
  }
  return function WholeList({ show: Show }) {
    const query = useQuery({ ...rows.query(), refetchOnMount: refetchWhenOpened })
    const source = useWholeList(query, rows.searchText, options)
    // The missing parts are the same for all rows.
    const [first] = (query.data ?? []) as readonly { missing?: readonly string[] }[]
    return <Show source={{ ...source, note: describeMissing(first?.missing) }} />
  }
}

/** The list, independent of the source of its rows. */
export function createResourceList(
  { kind, title, hasManifest }: Pick<Resource, 'kind' | 'title' | 'hasManifest'>,
  details: AnyDetails
) {
  const { identify, describe, searchLabel, opens, opensByPress, editing, groupedBy: group } = details
  const targetOf = (row: object) => ({ kind, ...identify(row) })
  const all = resourceColumns(targetOf, details.columns)
  // The group line has this value, so the rows leave it out.
  const columns = all.filter(({ id }) => id !== group)
  const groups = group === undefined ? undefined : { by: all.flatMap(groupingOf), startsOpen: () => true }
  return function Listed({ source }: { source: ListSource<object> }) {
    const { perform } = useConsole()
    useManifestPaste(hasManifest === true)
    const { id } = listUrl.use()
    const open = (target: Target) =>
      void perform({ call: { id: opens.command, args: { [opens.slot]: [target] } }, origin: 'button' }, [])
    const openLinked = useEffectEvent(() => {
      const row = source.loaded?.find((one) => identify(one).id === id)
      // The command shows an error if the resource no longer exists.
      if (id !== undefined) open(row ? targetOf(row) : { kind, id, label: kindNoun(kind) })
    })
    const isLoaded = source.loaded !== undefined
    useEffect(() => {
      if (details.isOpenedByLink && isLoaded) openLinked()
    }, [id, isLoaded])
    return (
      <ListPage
        title={title}
        of={kind}
        source={source}
        columns={columns}
        {...(groups && { groups })}
        targetOf={targetOf}
        sentenceOf={describe}
        searchLabel={searchLabel}
        opensByPress={opensByPress ?? editing?.page !== undefined}
        onOpen={(row) => open(targetOf(row))}
        actions={<Actions {...details.actions} />}
        empty={
          <Notice tone="empty" title={details.empty.title} actions={<Actions {...details.actions} />}>
            {details.empty.text}
          </Notice>
        }
      />
    )
  }
}

const groupingOf = ({ id, title, groupBy }: GridColumn<object>) => (groupBy ? [{ id, title, groupBy }] : [])

function Actions({ needs, all }: AnyDetails['actions']) {
  const { environment } = useConsole()
  if (!needs.every((area) => isAllowed(environment, area, 'write'))) return null
  return all.map(({ call, label, isPrimary }) => (
    <CommandButton
      key={call}
      call={call}
      {...(label === undefined ? {} : { label })}
      {...(isPrimary && { tone: 'primary' as const })}
    />
  ))
}

const Unavailable = ({ title, reason }: Pick<Resource, 'title'> & { reason: string }) => (
  <Page title={title}>
    <Notice tone="empty" title={`There is no ${title.toLowerCase()} here`}>
      {reason}
    </Notice>
  </Page>
)

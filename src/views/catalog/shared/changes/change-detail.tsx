import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ChangeDetail as Change, type ChangeRow, configChanges, changeName } from '@/api/catalog/config-changes'
import { resourceName } from '@/api/names'
import { titleOfChange } from '@/lib/catalog/change-title'
import { configItemName } from '@/lib/catalog/config-name'
import { configPage } from '@/shared/pages/catalog'
import { DescriptionList } from '@/ui/description-list'
import { Diff } from '@/ui/diff/diff'
import type { DiffLayout } from '@/ui/diff/props'
import { Editor } from '@/ui/editor/editor'
import { Notice } from '@/ui/notice'
import { PageLink } from '@/ui/page-link'
import { SeverityBadge } from '@/ui/severity-badge'
import { Skeleton } from '@/ui/skeleton'
import { Time } from '@/ui/time'
import { DetailPane } from '@/views/shared/list/detail/detail-pane'
import type { DetailProps } from '@/views/shared/list/detail/detail-props'
import type { DetailTab } from '@/views/shared/list/detail/tabbed-body'
import { QueryState } from '@/views/shared/query/query-state'
import css from './change-detail.module.css'
import { changeAuthor } from './columns'
import { changeDetailAddress } from './list'

/** One change: type, item, time, author, diff, and the details that its source reported. */
export default function ChangeDetailPanel({ row, controls }: DetailProps<ChangeRow>) {
  const { id } = controls
  const query = useQuery(configChanges.byId(id))
  const change = query.data ?? undefined
  const [layout, setLayout] = useState<DiffLayout>('unified')
  const name = change?.config ? configItemName(change.config) : row?.name
  const known = change ?? row
  const title = change ? titleOfChange(change) : (row?.title ?? row?.change_type)
  const label = known ? changeName({ change_type: title, name }) : 'Change'
  const waiting = <Skeleton label="Loading the change…" as="text" />
  return (
    <DetailPane
      address={changeDetailAddress}
      controls={controls}
      target={{ kind: 'change', id, label }}
      summary={known?.summary ?? undefined}
      hasMenu={known !== undefined}
      isGone={!known && query.data === null}
      instead={
        !known && <QueryState query={query} what="the change" as="page" pending={waiting} gone={<NoSuchChange />} />
      }
      side={
        <>
          {row && query.data !== null && <QueryState query={query} what="the details" as="part" pending={null} />}
          {known && <Facts change={known} name={name} type={change?.config?.type ?? row?.type} />}
        </>
      }
      tabs={
        change
          ? changeTabs(change, label, { layout, onLayout: setLayout })
          : [{ id: 'diff', label: 'Diff', panel: waiting }]
      }
    />
  )
}

/** One tab for each of diff, details and patches that the change has; a tab with an explanation if it has none. */
function changeTabs(
  { diff, details, patches }: Change,
  label: string,
  look: { layout: DiffLayout; onLayout(layout: DiffLayout): void }
): DetailTab<'diff' | 'details' | 'patches'>[] {
  const found: DetailTab<'diff' | 'details' | 'patches'>[] = [
    ...(diff
      ? [
          {
            id: 'diff' as const,
            label: 'Diff',
            panel: (
              <div className={css.panel}>
                <Diff label={label} patch={diff} {...look} />
              </div>
            ),
          },
        ]
      : []),
    ...(isPresent(details)
      ? [{ id: 'details' as const, label: 'Details', panel: <Json label={`Details of ${label}`} of={details} /> }]
      : []),
    ...(isPresent(patches)
      ? [{ id: 'patches' as const, label: 'Patches', panel: <Json label={`Patch of ${label}`} of={patches} /> }]
      : []),
  ]
  if (found.length > 0) return found
  return [
    {
      id: 'details',
      label: 'Details',
      panel: (
        <p className={css.none}>No diff or details are stored. The source reported only that the change happened.</p>
      ),
    },
  ]
}

const isPresent = (value: unknown) => value !== null && value !== undefined

type Known = Pick<
  Change,
  | 'created_at'
  | 'first_observed'
  | 'count'
  | 'severity'
  | 'source'
  | 'created_by'
  | 'external_created_by'
  | 'summary'
  | 'config_id'
>

/** The facts of a change. Unknown values are left out. */
function Facts({
  change,
  name,
  type,
}: {
  change: Known
  name: string | null | undefined
  type: string | null | undefined
}) {
  const { created_at: at, first_observed: first, count, severity, source, summary, created_by: createdBy } = change
  const author = changeAuthor({ external_created_by: change.external_created_by ?? undefined, source: source ?? '' })
  const isRepeated = (count ?? 1) > 1
  return (
    <>
      {summary && <p className={css.summary}>{summary}</p>}
      <DescriptionList
        items={[
          {
            name: 'Config item',
            value: (
              <PageLink href={configPage.at(change.config_id)} className={css.link}>
                <bdi>{name || change.config_id}</bdi>
              </PageLink>
            ),
          },
          ...(type ? [{ name: 'Type', value: <bdi>{type}</bdi> }] : []),
          { name: isRepeated ? 'Last seen' : 'When', value: <Time at={at} /> },
          ...(isRepeated && first ? [{ name: 'First seen', value: <Time at={first} /> }] : []),
          ...(isRepeated ? [{ name: 'Times', value: (count ?? 1).toLocaleString('en') }] : []),
          ...(severity ? [{ name: 'Severity', value: <SeverityBadge severity={severity} /> }] : []),
          ...(createdBy ? [{ name: 'Created by', value: <Person id={createdBy} /> }] : []),
          ...(author ? [{ name: 'By', value: <bdi>{author}</bdi> }] : []),
          ...(source && source !== author ? [{ name: 'Source', value: <bdi>{source}</bdi> }] : []),
        ]}
      />
    </>
  )
}

/** A person's name; the id until the name has loaded. */
function Person({ id }: { id: string }) {
  const { data: [person] = [] } = useQuery(resourceName('person', id))
  return <bdi>{person?.name ?? id}</bdi>
}

const Json = ({ label, of }: { label: string; of: unknown }) => (
  <div className={css.panel}>
    <Editor label={label} language="json" value={JSON.stringify(of, null, 2)} isReadOnly height="large" />
  </div>
)

const NoSuchChange = () => (
  <Notice tone="empty" title="Change not found">
    The link may be outdated, the change may have been removed, or you may not have access to it.
  </Notice>
)

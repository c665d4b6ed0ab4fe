import '@/commands/settings/resources.commands'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { useLocation, useRoute } from 'wouter'
import { z } from 'zod/mini'
import { refetchWhenOpened } from '@/api/client'
import { isAllowed } from '@/shared/access/access'
import { describeMissingAccess } from '@/lib/access/access-needed'
import { capital, plural } from '@/shared/format'
import { kindNoun, type Target } from '@/lib/kinds'
import { resourcePages } from '@/shared/routing/registry'
import type { AnyDetails, RowEditing } from '@/resources/resource'
import { Breadcrumbs } from '@/ui/breadcrumbs'
import { DescriptionList } from '@/ui/description-list'
import { Banner, Notice } from '@/ui/notice'
import { PageLink } from '@/ui/page-link'
import { Time } from '@/ui/time'
import { CommandButton } from '../../shared/commands/command-button'
import { CommandMenu } from '../../shared/commands/command-menu'
import { Place } from '../../shared/commands/place'
import { useConsole } from '../../shared/console'
import { lazyComponent } from '@/ui/lazy-component'
import { Page } from '../../shared/page/page'
import { icons } from '../../shared/icons'
import { type DetailTab, TabbedBody, useDetailTabs } from '../../shared/list/detail/tabbed-body'
import { QueryState } from '../../shared/query/query-state'
import { defineUrlState } from '../../shared/url-state/url-state'
import css from './item-page.module.css'
import type { Resource } from '@/shared/routing/resource'
import { findByPlace } from './find-by-place'
import { goBack } from '../../shared/page/back'

const DocumentEditor = lazyComponent({ what: 'the editor', load: () => import('./document-editor') })
const FieldEditor = lazyComponent({ what: 'the form', load: () => import('./field-editor') })
const JobHistory = lazyComponent({ what: 'the job history', load: () => import('./job-history') })

/** The panels of further tabs, by kind and tab. */
const panels = Object.fromEntries(
  Object.entries(findByPlace(import.meta.glob<{ default: ComponentType<{ of: Target }> }>('../../**/*.panel.tsx'))).map(
    ([name, load]) => [name, lazyComponent({ what: 'the tab', load })]
  )
)

const ItemList = lazyComponent({ what: 'the list', load: () => import('./item-list') })

/** Unknown tabs open the first one. */
const url = defineUrlState({ tab: z._default(z.string(), 'spec') })

export type PageEditing = Extract<RowEditing<object>, { page: object }>
type Page = PageEditing['page']
/** Rows that are edited as a document. */
export type DocumentPageEditing = PageEditing & { page: Extract<Page, { editor: unknown }> }
/** Rows that are edited by fields. */
export type FieldPageEditing = PageEditing & { page: Extract<Page, { form: unknown }> }

type EditorProps = Omit<ComponentProps<typeof DocumentEditor>, 'editing' | 'retry'> & { editing: PageEditing }

const isByFields = (editing: PageEditing): editing is FieldPageEditing => editing.page.form !== undefined

/** The editor of a row, or of a new one. */
const Editor = ({ editing, ...props }: EditorProps) =>
  isByFields(editing) ? (
    <FieldEditor {...props} editing={editing} />
  ) : (
    <DocumentEditor {...props} editing={editing as DocumentPageEditing} />
  )

/** The page of an existing or new row of a resource whose rows have pages. */
export function itemPage(resource: Resource, details: AnyDetails): ComponentType {
  const { editing } = details
  if (!editing?.page) throw new Error(`No page is described for one ${resource.kind}.`)
  const { kind } = resource
  const list = resourcePages[kind].path
  const noun = kindNoun(kind)

  return function ItemPage() {
    const [, route] = useRoute(`${list}/:id`)
    const id = route?.id ?? ''
    const { environment } = useConsole()
    if (id !== 'new')
      return <LoadedItem id={id} resource={resource} details={details} editing={editing as PageEditing} />
    const [area] = resource.access.areas
    return (
      <Page title={`Add ${noun}`} of={kind} handlers={{ 'detail.back': () => goBack(list) }}>
        <div className={css.new}>
          {isAllowed(environment, area, 'write') ? (
            <Editor kind={kind} editing={editing as PageEditing} onLeave={() => goBack(list)} />
          ) : (
            <Notice tone="closed" title="Unauthorized">
              {describeMissingAccess(environment, area, 'write')}
            </Notice>
          )}
        </div>
      </Page>
    )
  }
}

/** The list that a page belongs to. `go` is the command that opens it. */
type ParentList = { title: string; path: string; go: string; plural: string }

type KnownProps = {
  id: string
  resource: Resource
  details: AnyDetails
  editing: PageEditing
  /** The list of the resource if absent. */
  list?: ParentList
}

/** The page of the row with an id, or a notice if it cannot be shown. */
export function LoadedItem({ id, resource, details, editing, list = listOf(resource) }: KnownProps) {
  const query = useQuery({ ...editing.page.one(id), refetchOnMount: refetchWhenOpened })
  if (query.data)
    return (
      <Item
        key={id}
        resource={resource}
        details={details}
        editing={editing}
        list={list}
        row={query.data}
        query={query}
      />
    )
  const noun = kindNoun(resource.kind)
  return (
    <Page title={list.title} of={resource.kind}>
      <QueryState query={query} what={`the ${noun}`} as="page" gone={<NoSuchItem noun={noun} list={list} />} />
    </Page>
  )
}

export const NoSuchItem = ({ noun, list }: { noun: string; list: ParentList }) => (
  <Notice
    tone="empty"
    title={`${capital(noun)} not found`}
    actions={<CommandButton call={list.go} label={`Open ${list.plural}`} tone="primary" />}
  >
    The link may be outdated, the {noun} may have been deleted, or you may not have access to it.
  </Notice>
)

const listOf = ({ kind, title, go }: Resource): ParentList => ({
  title,
  path: resourcePages[kind].path,
  go: go.id,
  plural: plural(kindNoun(kind)),
})

type Props = Omit<Required<KnownProps>, 'id'> & {
  row: object
  query: Parameters<typeof QueryState<object | null>>[0]['query']
}

function Item({ resource: { kind, access }, details, editing, list, row, query }: Props) {
  const { environment } = useConsole()
  const { tab } = url.use()
  const target = { kind, ...details.identify(row) }
  const leave = () => void goBack(list.path)
  const origin = editing.page.origin(row)
  const failure = editing.page.failure?.(row)
  const [area] = access.areas
  const isWriter = isAllowed(environment, area, 'write')
  const lists = (editing.page.lists ?? []).filter(
    ({ area: of, isOffered }) =>
      (of === undefined || isAllowed(environment, of, 'read')) && (isOffered?.(environment.deployment) ?? true)
  )
  const tabs: readonly DetailTab<string>[] = [
    {
      id: 'spec',
      label: isByFields(editing) ? 'Edit' : 'Spec',
      panel: (
        <Editor
          kind={kind}
          editing={editing}
          row={row}
          target={target}
          isReadOnly={!isWriter || origin.name !== ''}
          onLeave={leave}
        />
      ),
    },
    ...(editing.page.tabs ?? []).map(({ tab: id, label }) => {
      const Panel = panels[`${kind}.${id}`]
      if (!Panel) throw new Error(`${kind}.${id}.panel.tsx does not exist.`)
      return { id, label, panel: <Panel of={target} /> }
    }),
    ...(isByFields(editing) ? [] : [{ id: 'jobs', label: 'Job History', panel: <JobHistory of={target} /> }]),
    ...lists.map((one) => ({
      id: one.tab,
      label: one.label,
      panel: <ItemList of={target} list={one} />,
    })),
  ]
  const { choices, handlers, ...shown } = useDetailTabs(tabs, tab, (to) => url.set({ tab: to }, 'push'))
  return (
    <ItemFrame
      target={target}
      list={list}
      query={query}
      place={{ choices, handlers: { ...handlers, 'detail.back': leave } }}
      actions={editing.page.actions.map(({ call, ...more }) => (
        <CommandButton key={call} call={call} {...more} />
      ))}
    >
      {failure && (
        <Banner tone="bad">
          {failure.what}
          {failure.at && (
            <>
              {' '}
              <Time at={failure.at} as="ago" />
            </>
          )}
          : <bdi>{failure.why}</bdi>
        </Banner>
      )}
      {origin.name !== '' && (
        <Banner>
          Managed by{' '}
          {origin.path === undefined ? (
            origin.name
          ) : (
            <PageLink className={undefined} href={origin.path}>
              {origin.name}
            </PageLink>
          )}
          . Change it there.
        </Banner>
      )}
      {!isWriter && <Banner>{describeMissingAccess(environment, area, 'write')}</Banner>}
      <TabbedBody {...shown} of={kind} side={<Facts facts={editing.page.facts(row)} />} isSlim />
    </ItemFrame>
  )
}

type FrameProps = {
  target: Target
  list: ParentList
  /** The query of the displayed row. A failed refresh is reported above it. */
  query: Parameters<typeof QueryState<unknown>>[0]['query']
  place: Pick<ComponentProps<typeof Place>, 'choices' | 'handlers'>
  /** Shown next to the menu of all commands. */
  actions: ReactNode
  children: ReactNode
}

/** The frame of a row's page: breadcrumbs and commands. */
export function ItemFrame({ target, list, query, place, actions, children }: FrameProps) {
  const [here] = useLocation()
  const { kind } = target
  return (
    <Place scope="detail" of={kind} className={css.place} target={target} {...place}>
      <Page title={target.label} actions={<CommandButton call="page.refresh" tone="bare" icon={icons.refresh} />}>
        <div className={css.item}>
          <div className={css.head}>
            <Breadcrumbs
              label="Part of"
              crumbs={[
                { label: list.title, href: list.path },
                { label: target.label, href: here },
              ]}
            />
            <div className={css.actions}>
              {actions}
              <CommandMenu for={target} />
            </div>
          </div>
          <QueryState query={query} what={`the ${kindNoun(kind)}`} as="page" pending={null} />
          {children}
        </div>
      </Page>
    </Place>
  )
}

const Facts = ({ facts }: { facts: ReturnType<PageEditing['page']['facts']> }) => (
  <DescriptionList
    items={facts
      .filter(({ value }) => value)
      .map(({ name, value = '', as }) => ({
        name: capital(name),
        value: as === 'moment' ? <Time at={value} as="ago" /> : value,
      }))}
  />
)

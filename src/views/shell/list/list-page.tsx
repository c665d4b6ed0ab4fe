import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Kind, Target } from '../../../commands/command'
import { formatCount } from '../../../lib/format'
import { nounOf } from '../../../lib/kinds'
import { countOf, isFiltered } from '../../../ui/filter/filter'
import { FilterChips } from '../../../ui/filter/filter-chips'
import type { Column } from '../../../ui/grid/column'
import { Landmark } from '../../../ui/landmark'
import { Notice } from '../../../ui/notice'
import { SearchField } from '../../../ui/search-field'
import { say } from '../../../ui/voice'
import { Collection } from './collection'
import { CommandButton } from '../commands/command-button'
import { icons } from '../icons'
import { isFocusFree } from '../focus/arrival'
import { Page } from '../frame/page'
import { QueryState } from '../query/query-state'
import { isOpened } from '../../url-state/url-state'
import type { DetailState } from './detail/use-detail'
import { FilterButton, useFilterPicking } from './filter-button'
import { filterChoices } from './list-choices'
import css from './list-page.module.css'
import { listUrl } from './list-url'
import { useSearchLeave } from './search-leave'
import type { ListFilters, ListSource } from './source'
import { ViewMenu } from './view-menu'

type Props<R extends object> = {
  title: string
  of: Kind
  source: ListSource<R>
  columns: readonly Column<R>[]
  targetOf(row: R): Target
  /** Describes the row in one sentence, in reading order. */
  sentenceOf(row: R): string
  searchLabel: string
  /** Shown beside the search, for creating things. */
  actions?: ReactNode
  /** Shown when the list has no rows at all. */
  empty: ReactNode
} & Opening<R>

/** Enter on a row calls `onOpen`, or opens its detail (`useDetail`). */
type Opening<R extends object> = { onOpen(row: R): void; detail?: never } | { detail: DetailState<R>; onOpen?: never }

/** A page with one list: search, filters, sorting, and all states of its request. */
export function ListPage<R extends object>({ title, of, source, empty, searchLabel, actions, ...rest }: Props<R>) {
  const { query, list, isEmpty, count, text, setText, settle, answer, filters, time, found } = source
  const field = useRef<HTMLInputElement>(null)
  useFound(found, of)
  const enter = () => (rest.detail ? rest.detail.enter() : list.current?.enter())
  const leaveSearch = useSearchLeave({ list, field, text, settle, answer, back: enter })
  const picking = useFilterPicking(enter)
  const hasList = query.data !== undefined && !isEmpty
  return (
    <Page
      title={title}
      of={of}
      facts={hasList && count !== undefined && <span>{formatCount(count, nounOf(of))}</span>}
      actions={
        <CommandButton
          call="page.refresh"
          tone="bare"
          icon={
            <span data-spin={query.isFetching || undefined} className={css.spin}>
              {icons.refresh}
            </span>
          }
        />
      }
      addressOf={({ kind, id }) => (kind === of ? listUrl.address({ id }) : undefined)}
      {...rest.detail?.page}
      handlers={
        hasList
          ? {
              ...time?.place.handlers,
              'list.enter': enter,
              'list.search': () => field.current?.focus(),
              ...(filters && {
                'list.filter': (_count, { filter, value, mode }) =>
                  include(filters, String(filter), String(value), mode === 'exclude' ? 'exclude' : 'include'),
                'list.filters': () => picking.open(),
                'list.clearFilters': filters.clear,
              }),
            }
          : {}
      }
      choices={hasList ? { ...time?.place.choices, ...(filters && choicesOf(filters)) } : {}}
    >
      <QueryState query={query} what={title.toLowerCase()} as="page" isEmpty={() => isEmpty} empty={empty}>
        {() => (
          <div className={css.listing}>
            <Landmark as="search" label="Search and actions" className={css.toolbar}>
              <SearchField ref={field} label={searchLabel} value={text} onChange={setText} onLeave={leaveSearch} />
              {filters && (
                <FilterButton
                  {...filters}
                  title="Filters"
                  picking={picking}
                  count={countOf(filters.values)}
                  onApply={filters.set}
                />
              )}
              {time?.picker}
              <ViewMenu sections={shownBy} />
              <span className={css.actions}>{actions}</span>
              {filters && isFiltered(filters.values) && (
                <div className={css.filters}>
                  <FilterChips {...filters} onChange={filters.set} onOpen={({ label }) => picking.open(label)} />
                  <CommandButton call="list.clearFilters" tone="bare" />
                </div>
              )}
            </Landmark>
            <List {...rest} title={title} of={of} source={source} />
          </div>
        )}
      </QueryState>
    </Page>
  )
}

const shownBy: ComponentProps<typeof ViewMenu>['sections'] = [
  [
    { call: 'list.sort' },
    { call: 'list.group' },
    { call: 'list.columns', label: 'Columns' },
    { call: 'list.pageSize' },
    { call: 'list.layout' },
  ],
]

const choicesOf = ({ fields }: ListFilters) =>
  filterChoices({
    fields: fields.map(({ field, label }) => ({ value: field, label })),
    valuesOf: (name) => fields.find(({ field }) => field === name)?.values ?? [],
  })

function include({ fields, values, set }: ListFilters, field: string, value: string, mode: 'include' | 'exclude') {
  set({ [field]: { ...values[field], [value]: mode } })
  const of = fields.find((one) => one.field === field)
  const label = of?.values.find((one) => one.value === value)?.label ?? value
  say(`${mode === 'exclude' ? 'Without' : 'Only'} ${of?.label ?? field} ${label}.`, { key: 'filter' })
}

type ListProps<R extends object> = Pick<Props<R>, 'title' | 'of' | 'source' | 'columns' | 'targetOf' | 'sentenceOf'> &
  Pick<Props<R>, 'onOpen' | 'detail'>

function List<R extends object>({ title, of, source, columns, targetOf, sentenceOf, onOpen, detail }: ListProps<R>) {
  const { list, rows, question, view, onView, grid } = source
  const { id } = listUrl.use()
  const isListed = rows.some((row) => targetOf(row).id === id)
  const [moved, setMoved] = useState<{ since: string | undefined; to: string }>()
  // The row of the link, until the cursor is moved.
  const cursor = moved?.since === id ? moved?.to : id
  useEffect(() => {
    if (id !== undefined && (isOpened() || (isListed && isFocusFree()))) list.current?.focusRow(id)
    // Whether it is listed counts when the address is read: a row that comes later takes no focus.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id, list])
  const isSortable = columns.some((one) => one.id === view.sort?.column)
  return (
    <Collection
      {...grid}
      ref={list}
      of={of}
      label={title}
      rows={rows}
      columns={columns}
      targetOf={targetOf}
      rowLabel={sentenceOf}
      query={question}
      view={isSortable ? view : { ...view, sort: undefined }}
      onView={onView}
      cursor={cursor}
      onCursor={(to) => setMoved({ since: id, to })}
      // A click only moves the cursor; the menu of the row has its commands.
      onOpen={(row, how) => (how === 'enter' ? onOpen?.(row) : undefined)}
      {...detail?.list}
      empty={<NothingFound {...source} of={of} />}
    />
  )
}

/** Shown when the list has rows, but none match. */
function NothingFound<R extends object>({ text, filters, time, count, of }: ListSource<R> & { of: Kind }) {
  const hasFilters = filters !== undefined && isFiltered(filters.values)
  const isLimited = time?.isLimited ?? false
  const limits = [
    ...(text === '' ? [] : [`“${text}”`]),
    ...(hasFilters ? ['these filters'] : []),
    ...(isLimited ? ['this time range'] : []),
  ]
  return (
    <Notice
      tone="filtered"
      title={`Nothing matches ${limits.join(' and ')}`}
      actions={
        <>
          {hasFilters && <CommandButton call="list.clearFilters" tone="primary" />}
          {isLimited && <CommandButton call={time?.isChosen ? 'time.reset' : 'time.zoomOut'} />}
          {!hasFilters && text !== '' && (
            <CommandButton call="list.search" label="Search for something else" tone="primary" />
          )}
        </>
      }
    >
      {count !== undefined &&
        count > 0 &&
        `There ${count === 1 ? 'is' : 'are'} ${formatCount(count, nounOf(of))} without it.`}
    </Notice>
  )
}

/** Announces the number of rows after a new question, and not after changes in the background. */
function useFound({ question, count }: ListSource<object>['found'], of: Kind) {
  const before = useRef(question)
  useEffect(() => {
    if (before.current === question) return
    before.current = question
    say(count === 0 ? 'Nothing is listed.' : `${formatCount(count, nounOf(of))} listed.`, { key: 'count' })
  }, [question, count, of])
}

import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Kind, Target } from '@/commands/command'
import type { PlaceData } from '@/commands/place'
import { formatCount } from '@/shared/format'
import { kindNoun } from '@/lib/kinds'
import { hasActiveFilters } from '@/ui/filter/filter'
import type { CursorRowValues } from '@/ui/filter/picker-options'
import type { GridColumn, GroupOptions } from '@/ui/grid/column'
import type { GridProps } from '@/ui/grid/props'
import { Banner, Notice } from '@/ui/notice'
import { SplitPane } from '@/ui/split-pane'
import { announce } from '@/ui/voice'
import { Collection, type CollectionHandle } from './collection'
import { CommandButton } from '../commands/command-button'
import { Place } from '../commands/place'
import { isFocusFree } from '../page/first-page'
import { restoredRow } from '../page/restored-row'
import { Page } from '../page/page'
import { useMedia } from '../stores'
import { QueryState } from '../query/query-state'
import { isOpenedEntry } from '../url-state/url-state'
import type { DetailState } from './detail/use-detail'
import { type FilterPickerState, useFilterPicker } from './filter-button'
import { Freshness, LiveStatus } from './freshness'
import { filterChoices } from './list-choices'
import css from './list-page.module.css'
import { type ToolbarOptions, ListToolbar } from './list-toolbar'
import { listUrl } from './list-url'
import { useSearchLeave } from './use-search-leave'
import { type SelectionState, useSelectionState } from './selection'
import type { ListFilters, ListSource } from './list-source'

type Props<R extends object> = {
  title: string
  of: Kind
  /** The noun for counts, if the rows are of several kinds. */
  noun?: string
  source: ListSource<R>
  columns: readonly GridColumn<R>[]
  /** The groupings of rows and how groups are shown; by default, the columns define them. */
  groups?: GroupOptions<R>
  targetOf(row: R): Target
  /** Describes the row in one sentence, in reading order. */
  sentenceOf(row: R): string
  /** The accessible name of the list; by default, the title. */
  label?: string
  /** The name of the rows in the middle of a sentence, for the states of the request; by default, the title. */
  what?: string
  /** The values of a row in the filter fields. The values of the current row are offered first. */
  filteredBy?(row: R): CursorRowValues
  /** Whether the keys for problems stop at a row. */
  isProblem?(row: R): boolean
  /** Whether a press opens a row, for rows with their own page. Otherwise a press only moves the cursor. */
  opensByPress?: boolean
  /** Shown next to the heading of the page, after the number of rows. */
  facts?: ReactNode
  /** Shown next to the heading of the page instead of the number of rows. */
  totals?: ReactNode
  /** The period of the figures in the rows, shown before the age of the rows. */
  period?: string
  /** A control for the refresh interval, if the user can choose it. */
  refreshRate?: ReactNode
  /** Further handlers for the place of the list, with their choices. */
  place?: Pick<PlaceData, 'handlers' | 'choices'>
  /** Shown above the list, such as a chart; `current` is the row under the cursor. */
  renderLead?(current: R | undefined): ReactNode
  /** Wraps the list and its lead in another place; `current` is the row under the cursor. */
  around?(list: ReactNode, current: R | undefined): ReactNode
  /** Shown beside the list if there is room, for the row under the cursor. */
  renderPreview?(current: R): ReactNode
  /** Replaces the outline of the loading list. */
  pending?: ReactNode
  /** Shown when the list has no rows at all. */
  empty: ReactNode
  /** Shown when the list has rows, but none match. By default, it names the search and the filters. */
  noMatch?: ReactNode
  /** Row data that loads after the rows. */
  deferredRows?: GridProps<R>['deferredRows']
  /** Renders a row as a card, if the list has a card layout. */
  card?: GridProps<R>['card']
  cardSize?: GridProps<R>['cardSize']
  /** Switches to the next layout, if there are more layouts than table and cards. */
  onLayout?: () => void
  /** Replaces the list with another view of its rows, with the same cursor and selection. */
  renderRows?: ((at: AlternativeViewProps<R>) => ReactNode) | undefined
} & ToolbarOptions &
  Opening<R>

/** The parts in the heading of a page, which a section does not have. */
type HeadingParts = 'facts' | 'totals' | 'period' | 'refreshRate'

type ListCursor = { cursor: string | undefined; onCursor(to: string): void; selectionState: SelectionState }

/** The methods that the page requires of the view of the rows. */
type ListEnds<R> = Pick<CollectionHandle<R>, 'enter' | 'enterFound' | 'stepProblem'>

/** Enter on a row calls `onOpen`, or opens its detail (`useDetail`). */
type Opening<R extends object> = { onOpen(row: R): void; detail?: never } | { detail: DetailState<R>; onOpen?: never }

/** The properties of an alternative view of the rows of a list. */
export type AlternativeViewProps<R> = ListCursor & {
  ends: RefObject<ListEnds<R> | null>
  /** Shown if there are no rows. */
  nothing: ReactNode
}

/** A page with one list: search, filters, sorting, and all states of its request. */
export function ListPage<R extends object>({ title, facts, totals, period, refreshRate, ...props }: Props<R>) {
  const { of, source, detail, renderPreview, noun = kindNoun(of) } = props
  const { body, handlers, choices, hasList, current } = useListing({ title, ...props })
  const hasRoom = useMedia('(min-width: 1024px)')
  return (
    <Page
      title={title}
      of={of}
      facts={
        <>
          {hasList && (totals ?? (source.count !== undefined && <span>{formatCount(source.count, noun)}</span>))}
          {facts}
        </>
      }
      actions={
        <>
          {hasList && period !== undefined && <span className={css.period}>{period}</span>}
          <Freshness
            updatedAt={source.everyMs === undefined && refreshRate === undefined ? 0 : source.query.dataUpdatedAt}
            isFetching={source.query.isFetching}
            everyMs={source.everyMs}
          >
            {refreshRate}
          </Freshness>
        </>
      }
      findAddress={addressOf(of)}
      {...detail?.page}
      {...(renderPreview && hasRoom && current && { detail: renderPreview(current) })}
      handlers={handlers}
      choices={choices}
    >
      {body}
    </Page>
  )
}

/** The same list as a section of a page, such as a tab. Its detail opens beside the list, or covers it. */
export function ListSection<R extends object>(props: Omit<Props<R>, HeadingParts | 'renderPreview'>) {
  const { of, title, source, detail } = props
  const live = source.everyMs !== undefined && (
    <LiveStatus updatedAt={source.query.dataUpdatedAt} everyMs={source.everyMs} />
  )
  const { body, handlers, choices } = useListing({
    ...props,
    actions: (
      <>
        {props.actions}
        {live}
      </>
    ),
  })
  const { detail: opened, isDetailFull, findAddress: openedAt } = detail?.page ?? {}
  return (
    <Place
      scope="page"
      of={of}
      isPart
      className={css.part}
      findAddress={openedAt ?? addressOf(of)}
      handlers={handlers}
      choices={choices}
    >
      <SplitPane label={title} name="part" usual={55} first={body} second={opened} isSecondFull={isDetailFull} />
    </Place>
  )
}

const addressOf =
  (of: Kind) =>
  ({ kind, id }: Target) =>
    kind === of ? listUrl.address({ id }) : undefined

/** A list with its toolbar, and the handlers of its place. */
function useListing<R extends object>({
  title,
  of,
  source,
  empty,
  pending,
  what = title.toLowerCase(),
  filteredBy,
  place,
  renderLead,
  renderRows,
  around = unwrapped,
  noun = kindNoun(of),
  noMatch = <NothingFound {...source} noun={noun} />,
  ...rest
}: Omit<Props<R>, HeadingParts>) {
  const { query, list, isEmpty, text, settle, resultState, filters, time, found } = source
  const field = useRef<HTMLInputElement>(null)
  useFound(found, noun)
  const enter = () => (rest.detail ? rest.detail.enter() : list.current?.enter())
  const leaveSearch = useSearchLeave({ list, field, text, settle, answer: resultState, back: enter })
  const picking = useFilterPicker(enter)
  const { cursor, onCursor, selectionState } = useCursor()
  const at = rest.detail ? rest.detail.list.cursor : cursor
  const current = source.rows.find((row) => rest.targetOf(row).id === at)
  const shown = current ?? source.rows[0]
  const hasList = query.data !== undefined && !isEmpty
  const canStep = rest.isProblem !== undefined && !rest.detail?.isCovering
  const handlers: NonNullable<PlaceData['handlers']> = hasList
    ? {
        ...time?.place.handlers,
        'list.enter': enter,
        'list.search': () => field.current?.focus(),
        ...(filters && filterHandlers(filters, picking)),
        ...(canStep && {
          'list.nextProblem': (by: number) => list.current?.stepProblem(by),
          'list.previousProblem': (by: number) => list.current?.stepProblem(-by),
        }),
      }
    : {}
  return {
    hasList,
    current: hasList ? shown : undefined,
    // These handlers also work in an empty list, where the user most needs to change its limits.
    handlers: { ...place?.handlers, ...handlers },
    choices: hasList
      ? { ...place?.choices, ...time?.place.choices, ...(filters && choicesOf(filters)) }
      : { ...place?.choices },
    body: (
      <QueryState query={query} what={what} as="page" pending={pending} isEmpty={() => isEmpty} empty={empty}>
        {() => (
          <div className={css.listing}>
            <ListToolbar
              {...source}
              {...rest}
              field={field}
              onLeave={leaveSearch}
              picking={picking}
              here={current && filteredBy?.(current)}
            />
            {around(
              <>
                {source.note && <Banner>{source.note}</Banner>}
                {renderLead?.(shown)}
                {renderRows?.({ ends: list, cursor, onCursor, selectionState, nothing: noMatch }) ?? (
                  <List
                    label={title}
                    {...rest}
                    of={of}
                    source={source}
                    noMatch={noMatch}
                    cursor={cursor}
                    onCursor={onCursor}
                    selectionState={selectionState}
                  />
                )}
              </>,
              shown
            )}
          </div>
        )}
      </QueryState>
    ),
  }
}

const unwrapped = (list: ReactNode) => list

const filterHandlers = (filters: ListFilters, picking: FilterPickerState): Required<PlaceData>['handlers'] => ({
  'list.filter': (_count, { filter, value, mode }) =>
    include(filters, String(filter), String(value), mode === 'exclude' ? 'exclude' : 'include'),
  'list.filters': () => picking.open(),
  'list.clearFilters': filters.clear,
})

const choicesOf = ({ fields }: ListFilters) =>
  filterChoices({
    fields: fields.map(({ field, label }) => ({ value: field, label })),
    valuesOf: (name) => fields.find(({ field }) => field === name)?.values ?? [],
  })

function include(filters: ListFilters, field: string, value: string, mode: 'include' | 'exclude') {
  const { fields, values, set, texts } = filters
  set({ [field]: { ...values[field], [value]: mode } })
  const of = fields.find((one) => one.field === field)
  const label = of?.values.find((one) => one.value === value)?.label ?? value
  const usual = `Filter: ${of?.label ?? field} ${mode === 'exclude' ? 'is not' : 'is'} ${label}.`
  announce(texts?.added(field, value, mode) ?? usual, { key: 'filter' })
}

/** The cursor, which is on the row of the link, or where it was when the page was left, until it moves. */
function useCursor(): ListCursor {
  const { id: linked } = listUrl.use()
  const [left] = useState(restoredRow)
  const id = linked ?? left
  const [moved, setMoved] = useState<{ since: string | undefined; to: string }>()
  const selectionState = useSelectionState()
  return {
    cursor: moved?.since === id ? moved?.to : id,
    onCursor: (to: string) => setMoved({ since: id, to }),
    selectionState,
  }
}

type ListProps<R extends object> = Pick<
  Props<R>,
  | 'of'
  | 'label'
  | 'source'
  | 'columns'
  | 'groups'
  | 'targetOf'
  | 'sentenceOf'
  | 'isProblem'
  | 'opensByPress'
  | 'card'
  | 'cardSize'
  | 'onLayout'
  | 'noMatch'
  | 'deferredRows'
  | 'onOpen'
  | 'detail'
> &
  ListCursor & { label: string }

function List<R extends object>({
  of,
  label,
  source,
  columns,
  groups,
  targetOf,
  sentenceOf,
  isProblem,
  opensByPress = false,
  card,
  cardSize,
  onLayout,
  noMatch,
  deferredRows,
  cursor,
  onCursor,
  selectionState,
  onOpen,
  detail,
}: ListProps<R>) {
  const { list, rows, question, view, onView, grid } = source
  const { id } = listUrl.use()
  const isListed = rows.some((row) => targetOf(row).id === id)
  useEffect(() => {
    if (id !== undefined && (isOpenedEntry() || (isListed && isFocusFree()))) list.current?.focusRow(id)
    // `isListed` counts only when the address is read: a row that loads later takes no focus.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id, list])
  // The order of the address may be that of a column which these columns do not have.
  const isSortable = columns.some(({ id: column, sortBy }) => column === view.sort?.column && sortBy)
  return (
    <Collection
      {...grid}
      ref={list}
      of={of}
      label={label}
      rows={rows}
      columns={columns}
      {...(groups && { groups })}
      card={card}
      cardSize={cardSize}
      onLayout={onLayout}
      targetOf={targetOf}
      rowLabel={sentenceOf}
      deferredRows={deferredRows}
      query={question}
      view={isSortable ? view : { ...view, sort: undefined }}
      onView={(next) => onView(isSortable || next.sort ? next : { ...next, sort: view.sort })}
      cursor={cursor}
      onCursor={onCursor}
      selectionState={selectionState}
      onOpen={(row, how) => (how === 'enter' || opensByPress ? onOpen?.(row) : undefined)}
      {...(isProblem && { isProblem })}
      {...detail?.list}
      empty={noMatch}
    />
  )
}

/** Shown when the list has rows, but none match. */
function NothingFound<R extends object>({ text, filters, time, count, noun }: ListSource<R> & { noun: string }) {
  const hasFilters = filters !== undefined && hasActiveFilters(filters.values)
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
      {count !== undefined && count > 0 && `${formatCount(count, noun)} in total.`}
    </Notice>
  )
}

/** Announces the number of rows after a new search or filter, and not after background changes. */
function useFound({ question, count, none = 'No rows listed.' }: ListSource<object>['found'], noun: string) {
  const before = useRef(question)
  useEffect(() => {
    if (before.current === question) return
    before.current = question
    announce(count === 0 ? none : `${formatCount(count, noun)} listed.`, { key: 'count' })
  }, [question, count, noun, none])
}

import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Kind, Target } from '../../../commands/command'
import { formatCount } from '../../../lib/format'
import type { Column } from '../../../ui/grid/column'
import type { GridView } from '../../../ui/grid/view'
import { Landmark } from '../../../ui/landmark'
import { Notice } from '../../../ui/notice'
import { SearchField, useSearchText } from '../../../ui/search-field'
import { say } from '../../../ui/voice'
import { Collection, type CollectionHandle } from './collection'
import { CommandButton } from '../commands/command-button'
import { icons } from '../icons'
import { useListView } from './list-view'
import { Page } from '../frame/page'
import { type QueryFacts, QueryState } from '../query/query-state'
import { isOpened } from '../../url-state/url-state'
import css from './list-page.module.css'
import { listUrl } from './list-url'

type Props<R extends object> = {
  title: string
  of: Kind
  list: QueryFacts<readonly R[]> & { isFetching: boolean }
  columns: readonly Column<R>[]
  targetOf(row: R): Target
  /** The row in one sentence, in reading order. */
  sentenceOf(row: R): string
  /** What is searched through. */
  textOf(row: R): string
  searchLabel: string
  /** Enter on a row. */
  onOpen(row: R): void
  /** Beside the search: what can be begun here. */
  actions?: ReactNode
  /** When there is none at all. */
  empty: ReactNode
}

const setQuery = (query: string) => listUrl.set({ query }, 'replace')

/** A page with one list that is held as a whole: searched and sorted here, every state of it told. */
export function ListPage<R extends object>({ title, of, list, textOf, empty, ...props }: Props<R>) {
  const { data, isFetching } = list
  const { query } = listUrl.use()
  const [text, setText] = useSearchText(query, setQuery)
  const grid = useRef<CollectionHandle<R>>(null)
  const field = useRef<HTMLInputElement>(null)
  const shown = useMemo(() => narrow(data ?? [], text, textOf), [data, text, textOf])
  useCount(text, shown.length, of)
  const hasList = data !== undefined && data.length > 0
  return (
    <Page
      title={title}
      facts={hasList && <span>{formatCount(data.length, of)}</span>}
      actions={
        <CommandButton
          call="page.refresh"
          tone="bare"
          icon={
            <span data-spin={isFetching || undefined} className={css.spin}>
              {icons.refresh}
            </span>
          }
        />
      }
      handlers={
        hasList ? { 'list.enter': () => grid.current?.enter(), 'list.search': () => field.current?.focus() } : {}
      }
    >
      <QueryState query={list} what={title.toLowerCase()} as="page" empty={empty}>
        {(all) => (
          <div className={css.listing}>
            <Landmark as="search" label="Search and actions" className={css.toolbar}>
              <SearchField ref={field} label={props.searchLabel} value={text} onChange={setText} />
              <span className={css.actions}>{props.actions}</span>
            </Landmark>
            <List
              {...props}
              title={title}
              of={of}
              rows={shown}
              query={text}
              list={grid}
              empty={
                <Notice
                  tone="filtered"
                  title={`Nothing matches “${text}”`}
                  actions={<CommandButton call="list.search" label="Search for something else" tone="primary" />}
                >
                  There {all.length === 1 ? 'is' : 'are'} {formatCount(all.length, of)} without it.
                </Notice>
              }
            />
          </div>
        )}
      </QueryState>
    </Page>
  )
}

type ListProps<R extends object> = Pick<Props<R>, 'title' | 'of' | 'columns' | 'targetOf' | 'sentenceOf' | 'onOpen'> & {
  rows: readonly R[]
  query: string
  empty: ReactNode
  list: RefObject<CollectionHandle<R> | null>
}

function List<R extends object>({ title, of, rows, columns, targetOf, sentenceOf, onOpen, ...rest }: ListProps<R>) {
  const { query, empty, list } = rest
  const { sortBy, sortDesc, id } = listUrl.use()
  const [moved, setMoved] = useState<{ since: string | undefined; to: string }>()
  // The row that a link leads to, until somebody moves on.
  const cursor = moved?.since === id ? moved?.to : id
  const [kept, setKept] = useListView()
  const sort = useMemo(
    () => (columns.some((one) => one.id === sortBy) && sortBy ? { column: sortBy, isDescending: sortDesc } : undefined),
    [columns, sortBy, sortDesc]
  )
  useEffect(() => {
    if (id !== undefined && isOpened()) list.current?.focusRow(id)
  }, [id, list])
  function onView(next: GridView) {
    setKept(next)
    if (next.sort !== sort)
      listUrl.set({ sortBy: next.sort?.column, sortDesc: next.sort?.isDescending ?? false }, 'replace')
  }
  return (
    <Collection
      ref={list}
      of={of}
      label={title}
      rows={rows}
      columns={columns}
      targetOf={targetOf}
      rowLabel={sentenceOf}
      query={query}
      view={{ ...kept, sort }}
      onView={onView}
      cursor={cursor}
      onCursor={(to) => setMoved({ since: id, to })}
      // A press of the pointer only chooses the row: what can be done with it is in its menu.
      onOpen={(row, how) => (how === 'enter' ? onOpen(row) : undefined)}
      empty={empty}
    />
  )
}

/** Rows that have every word somewhere. */
function narrow<R>(rows: readonly R[], text: string, textOf: (row: R) => string): readonly R[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return words.length === 0
    ? rows
    : rows.filter((row) => words.every((word) => textOf(row).toLowerCase().includes(word)))
}

/** Says how many are listed when something else was asked for; what changes by itself is no answer. */
function useCount(question: string, count: number, of: Kind) {
  const before = useRef(question)
  useEffect(() => {
    if (before.current === question) return
    before.current = question
    say(count === 0 ? 'Nothing is listed.' : `${formatCount(count, of)} listed.`, { key: 'count' })
  }, [question, count, of])
}

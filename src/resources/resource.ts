import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ConsoleConfig } from '../api/config'
import type { ApiError, ResultPage } from '../api/http'
import type { RowValues, SettingsTable } from '../api/settings/settings-table'
import type { Area } from '../shared/access/access'
import type { Choice } from '../shared/forms/choice'
import type { Feature } from '../shared/access/flags'
import type { DocumentDescription, FormDescription } from '../shared/forms/form-description'
import type { Target } from '../lib/kinds'
import type { ListQuery } from '../lib/list-query'
import type { Origin } from '../lib/settings/origin'
import type { TimeRange } from '../lib/time/range'

type Deployment = Pick<ConsoleConfig, 'backend' | 'signIn'> | undefined

/** Rows that are loaded at once, and searched and sorted in the browser. */
export type WholeRows<R> = {
  paging: 'none'
  query(): UseQueryOptions<readonly R[], ApiError, readonly R[], QueryKey>
  /** The searchable text of a row. */
  searchText(row: R): string
}

/** Rows that the server pages, sorts, filters and searches. */
export type PagedRows<R> = {
  paging: 'pages' | 'endless'
  filters: readonly { field: string; label: string; values: readonly Choice[] }[]
  /** Allows a time range, with its initial value; undefined means any time. */
  time?: { initial: TimeRange | undefined }
  /** One page of the query; `index` starts at 0. */
  page(
    query: ListQuery,
    page: { index: number; size: number }
  ): UseQueryOptions<ResultPage<R>, ApiError, ResultPage<R>, QueryKey>
  /** All rows of the query, regardless of the page, for bulk commands. */
  matching(query: ListQuery): Promise<readonly R[]>
  /** Milliseconds between refreshes. */
  everyMs: number
}

/** A column as data. The page renders it, and adds a column for the row actions. */
export type ResourceColumn<R> = {
  id: string
  title: string
  /** CSS grid track size. */
  width: string
  align?: 'end'
  /**
   * Columns are dropped by priority if there is too little room, 0 first, until the others fit. Columns with priority 3
   * are dropped last.
   */
  priority?: 0 | 1 | 2 | 3
  /** On the narrowest screens, the column is rendered below the others at the full width of the row. */
  below?: true
  /** The displayed value, also used for sorting; empty or undefined if there is none. */
  value(row: R): string | readonly string[] | undefined
  /** `name`: the name of the row. `moment`: a time, shown as its age. Absent: text. */
  as?: 'name' | 'code' | 'quiet' | 'badge' | 'moment'
  /** Secondary text after a badge, shown if there is room. */
  note?(row: R): string | undefined
  /** Colour of a badge. */
  tone?(row: R): 'plain' | 'good' | 'warn' | 'bad' | 'accent'
  /** The user whose picture or initials are shown next to the name. */
  person?(row: R): { email: string; image: string }
  /** Displayed and used for grouping if there is no value. */
  none?: string
  isGroupable?: true
}

/** The identity of a row in commands and messages. */
type RowIdentity = { id: string; label: string }

/** A button of the page: a written command, labelled with its title or a shorter name. */
type PageAction = { call: string; label?: string; isPrimary?: true }

/** The data that only the page of a resource, its forms and its commands need. Loaded with the first of them. */
type ResourceDetails<R extends object, W extends R = R> = {
  rows: WholeRows<R> | PagedRows<R>
  identify(row: R): RowIdentity
  /** The row as one sentence, in reading order, made of data only. */
  describe(row: R): string
  searchLabel: string
  columns: readonly ResourceColumn<R>[]
  /** The command that Enter on a row runs, and its slot for the row. */
  opens: { command: string; slot: string }
  /** Commands offered on the page, given write access to all of `needs`. */
  actions: { needs: readonly Area[]; all: readonly PageAction[] }
  /** Shown if there are no rows. */
  empty: { title: string; text: string }
  /** The column that a list loaded at once is initially grouped by. */
  groupedBy?: string
  /** Shown next to the name in the palette. */
  hint?(row: R): string
  editing?: RowEditing<R, W>
}

/** How `resource.create` and `resource.edit` change rows: in a dialog, or on a page of their own. */
export type RowEditing<R extends object, W extends R = R> = {
  /** Initial values of the form of a row. */
  toValues(row: W): RowValues
  /**
   * Converts the values of the form to columns.
   * @throws {Error} if the values are invalid, with a message that describes the problem
   */
  toRow(values: RowValues): RowValues
  /** The name of the source that this row must be changed in; undefined if it can be changed here. */
  lockedAt(row: R): string | undefined
  table: Pick<SettingsTable<R & { id: string; name: string }>, 'create' | 'update' | 'remove' | 'restore'>
} & (
  | {
      /** Must not contain secrets: the values of a form can be part of an address. */
      fields: FormDescription
      page?: never
    }
  | { fields?: never; page: ItemPage<W> }
)

export type PageDestination = { path: string; feature: Feature; area: Area }

/** Each row has a page of its own, where its values are one document, edited by fields or as code. */
type ItemPage<R extends object> = {
  /** The complete row, including members that the list leaves out; null if it does not exist. */
  one(id: string): UseQueryOptions<R | null, ApiError, R | null, QueryKey>
  /** Loaded when a document is first edited. */
  editor(): Promise<{ default: DocumentEditing }>
  /** Where the row is changed; no name means here. */
  origin(row: R): Origin
  /** Facts shown next to the document. */
  facts(row: R): readonly { name: string; value: string | undefined; as?: 'moment' }[]
  /** The failure of the row, announced first: a clause such as `The last job failed`, when it started, and why. */
  failure?(row: R): { what: string; at: string | undefined; why: string } | undefined
  /** Other commands for the displayed row. */
  actions: readonly PageAction[]
  /** Lists of resources that the row created, each in a tab. */
  lists?: readonly ItemList[]
  /**
   * Page to open after the change, if the user can access it. By default, a created row opens its own page, a deleted row
   * the list, and a changed row stays open.
   */
  destinations?: Partial<Record<'added' | 'changed' | 'deleted', PageDestination>>
}

/** The newest resources that a row created. */
export type ItemList<T extends object = object> = {
  /** Tab name in the address. */
  tab: string
  label: string
  /** The list requires read access to this area. */
  area?: Area
  /** @param id the id of the row */
  query(id: string): UseQueryOptions<ResultPage<T>, ApiError, ResultPage<T>, QueryKey>
  toEntry(thing: T): ItemListEntry
  /** Sentence shown if the list is empty. */
  emptyText(label: string): string
}

/** An entry of such a list, with a page of its own. */
export type ItemListEntry = {
  target: Target
  severity?: string
  /** Status, as text. */
  status: string
  /** Shows the status as a badge in this tone. */
  tone?: 'plain' | 'good' | 'warn' | 'bad'
  isOver: boolean
  /** Secondary text, for example `INC-12`. */
  note: string
  at: string
}

/** How documents of a kind are edited. `values` is the parsed text and may be invalid. */
export type DocumentEditing = {
  /** Templates of a new document, in the order of the tiles. */
  types: readonly { id: string; label: string; initial: RowValues }[]
  fields(values: unknown): DocumentDescription
  /** The key of the section that an address names, in the notation of the kind; undefined if there is none. */
  sectionOf?(values: unknown, wanted: string): string | undefined
  schema(deployment: Deployment): Readonly<Record<string, unknown>>
  /** Heading of the type tiles, for example `Choose a source type`. */
  question: string
  /** Whether the document has more than its fields show, so that the code is shown first. */
  isCode(values: unknown): boolean
  /** A dry run before saving: the command, and the name of its choice that receives the document. */
  trial?: {
    call: string
    label: string
    choice: string
    /** @param section the key of the section that last had focus */
    valueOf(values: unknown, section: string | undefined): unknown
  }
  /** Warnings before saving that neither fields nor schema report, as sentences. */
  advise?(values: unknown): readonly string[]
  /** A remark about the document in this deployment, as a sentence; undefined if there is none. */
  noteOf(values: unknown, deployment: Deployment): string | undefined
}

/** Types the page of a row by its query. */
export const defineItemPage = <R extends object, K extends QueryKey>({
  one,
  ...rest
}: Omit<ItemPage<R>, 'one'> & {
  one(id: string): UseQueryOptions<R | null, ApiError, R | null, K>
}): ItemPage<R> => ({ ...rest, one: one as unknown as ItemPage<R>['one'] })

/** Types a list of an item page by its query. */
export const defineItemList = <T extends object, K extends QueryKey>(
  list: Omit<ItemList<T>, 'query'> & { query(id: string): UseQueryOptions<ResultPage<T>, ApiError, ResultPage<T>, K> }
): ItemList => list as unknown as ItemList

/** Types rows that are loaded at once by their query. */
export const defineWholeRows = <A, R extends object, K extends QueryKey>(
  query: () => UseQueryOptions<A, ApiError, readonly R[], K>,
  textOf: WholeRows<R>['searchText']
): WholeRows<R> => ({ paging: 'none', query: query as unknown as WholeRows<R>['query'], searchText: textOf })

/** Types rows that the server pages by their query. */
export const definePagedRows = <R extends object, K extends QueryKey>({
  page,
  ...rest
}: Omit<PagedRows<R>, 'page'> & {
  page(
    query: ListQuery,
    at: { index: number; size: number }
  ): UseQueryOptions<ResultPage<R>, ApiError, ResultPage<R>, K>
}): PagedRows<R> => ({ ...rest, page: page as unknown as PagedRows<R>['page'] })

/** Details of any resource. The row types are checked where the details are defined. */
export type AnyDetails = ResourceDetails<object>

export const defineDetails = <R extends object, W extends R = R>(details: ResourceDetails<R, W>): AnyDetails =>
  details as unknown as AnyDetails

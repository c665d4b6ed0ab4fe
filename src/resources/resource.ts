import type { FetchQueryOptions, MutationOptions, QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ConsoleConfig } from '../api/config'
import type { ApiError, ResultPage } from '../api/http'
import type { RowValues, SettingsTable } from '../api/settings/settings-table'
import type { Area } from '../shared/access/access'
import type { Choice } from '../shared/forms/choice'
import type { Feature } from '../shared/access/flags'
import type { DocumentDescription, FormDescription } from '../shared/forms/form-description'
import type { Target } from '../lib/kinds'
import type { ListQuery } from '../lib/list-query'
import type { Manifest } from '../lib/settings/manifests'
import type { Origin } from '../lib/settings/origin'
import type { TimeRange } from '../lib/time/range'

type Deployment = Pick<ConsoleConfig, 'backend' | 'signIn'> | undefined

/** Rows that are loaded at once, and searched and sorted in the browser. */
export type WholeRows<R> = {
  paging: 'none'
  query(): UseQueryOptions<readonly R[], ApiError, readonly R[], QueryKey>
  /** The searchable text of a row. */
  searchText(row: R): string
  /** Filters of the list, each with the value of a row. */
  filters?: readonly { field: string; label: string; values: readonly Choice[]; of(row: R): string }[]
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
  /** The column is hidden until the user shows it. */
  startsHidden?: true
  /** The displayed value, also used for sorting; empty or undefined if there is none. */
  value(row: R): string | readonly string[] | undefined
  /** `name`: the name of the row. `status`: a status word, with its icon and colour. `moment`: a time, shown as its age. Absent: text. */
  as?: 'name' | 'code' | 'quiet' | 'badge' | 'status' | 'moment'
  /** The status word whose look a `status` has, if its value is more than that word. */
  look?(row: R): string
  /** Secondary text after a badge or a status, shown if there is room. */
  note?(row: R): string | undefined
  /** Colour of a badge. */
  tone?(row: R): 'plain' | 'bad' | 'accent'
  /** The user whose picture or initials are shown next to the name. */
  person?(row: R): { email: string; image: string }
  /** Displayed and used for grouping if there is no value. */
  none?: string | ((row: R) => string)
  /** The page of the resource in the value. The text is a link. */
  link?(row: R): Target | undefined
  /** The value is preceded by an icon with this meaning. */
  mark?(row: R): { icon: 'denied'; label: string } | undefined
  /** The server cannot sort by the column. */
  isUnsorted?: true
  /** Sorts by this instead of the displayed text. */
  sortBy?(row: R): number | undefined
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
  /** A link to a row (`?id=`) also runs that command. By default, it only moves the focus to the row. */
  isOpenedByLink?: true
  /** A press on a row runs that command, too, as for rows with a page of their own. */
  opensByPress?: true
  /** Commands offered on the page, given write access to all of `needs`. */
  actions: { needs: readonly Area[]; all: readonly PageAction[] }
  /** Shown if there are no rows. */
  empty: { title: string; text: string }
  /** The column that a list loaded at once is initially grouped by. */
  groupedBy?: string
  /** Shown next to the name in the palette. */
  hint?(row: R): string
  editing?: RowEditing<R, W>
  /** Loads the editing of rows, for a dialog whose code the list does not need. Instead of `editing`. */
  loadEditing?(): Promise<{ default: RowEditing<R, W> }>
}

/** Fetches through the cache. */
type FetchRows = <T, K extends QueryKey>(query: FetchQueryOptions<T, ApiError, T, K>) => Promise<T>

type AnyTable = SettingsTable<{ id: string; name: string }>

/** The changes of a table. Deleted rows are marked and can be restored, or are removed and inserted again. */
type EditedTable = Pick<AnyTable, 'create' | 'update'> &
  (
    | (Pick<AnyTable, 'remove' | 'restore'> & { reinsert?: never })
    | {
        /** Returns the deleted rows with all of their columns. */
        remove(): MutationOptions<readonly RowValues[], ApiError, string>
        reinsert(): MutationOptions<string, ApiError, RowValues>
        restore?: never
      }
  )

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
  table: EditedTable
  /** The outcomes of changes, if they do not name the row. */
  messages?: { added?: string; updated?: string; deleted?(count: number): string }
  /** An update also sets the column `updated_by`. */
  isSignedOnUpdate?: true
  /** The columns of a row that undo restores, if its form does not have all of them. */
  toStored?(row: W): RowValues
  /**
   * Why a change cannot be undone, as a sentence: it replaced something that the server does not return. Undefined if it
   * can be.
   */
  noUndo?(values: RowValues): string | undefined
  /** How rows are written as Kubernetes manifests. */
  manifest?: ManifestKind
  /** The consequences of deleting a row, as sentences. */
  consequences?(of: Target, fetch: FetchRows): Promise<readonly string[]>
} & (
  | {
      /** Must not contain secrets: the values of a form can be part of an address. */
      fields: FormDescription
      /** The fields in a deployment, where they depend on it. */
      fieldsIn?(fields: FormDescription, deployment: Deployment): FormDescription
      /** The fields of an existing row, where they depend on its values. */
      fieldsOf?(fields: FormDescription, row: W): FormDescription
      /** The texts of the dialog, if the specification has its own. */
      dialog?: { addTitle: string; editTitle: string; submitLabel: string; busyLabel: string }
      /** Loads the row with members that the list leaves out; null if it does not exist. */
      one?: RowQuery<W>
      page?: never
    }
  | { fields?: never; fieldsIn?: never; fieldsOf?: never; dialog?: never; one?: never; page: ItemPage<W> }
)

/** The kind of the manifests of a resource, such as `canaries.flanksource.com/v1`, `Canary`. */
export type ManifestKind = {
  apiVersion: string
  kind: string
  /** The rows have labels. */
  hasLabels?: true
  /** The rows have no namespace. */
  hasNamespace?: false
} & (DocumentManifest | { load(): Promise<{ default: ManifestForm }>; toValues?: never })

/** Manifests of rows that are edited as one document. */
export type DocumentManifest = {
  /** The values of the document of a manifest. */
  toValues(manifest: Manifest): RowValues
  /** Columns of a new row that the document does not have. */
  toColumns?(manifest: Manifest): RowValues
  /** The parts of the manifest of a row, from its document and the row itself. */
  toManifest(values: RowValues, row: RowValues): Pick<Manifest, 'name' | 'namespace' | 'labels' | 'spec'>
  load?: never
}

/** Manifests of rows that are edited by fields. Loaded with the first import or copy. */
export type ManifestForm<R extends object = object, W extends R = R> = {
  /**
   * The columns of a manifest.
   * @throws {Error} if the table cannot hold the manifest, with the reason as a sentence
   */
  toColumns(manifest: Manifest): RowValues | Promise<RowValues>
  /** The rows that may have the name of a manifest, if the list does not load all rows. */
  find?(manifest: Manifest): UseQueryOptions<readonly R[], ApiError, readonly R[], QueryKey>
  /** The columns of an existing row, in the notation of `toColumns`. */
  toStored(row: W): RowValues
  /**
   * The columns that a manifest changes in an existing row.
   * @throws {Error} if the change is impossible, with the reason as a sentence
   */
  toChange?(columns: RowValues, row: W, manifest: Manifest): RowValues
  /** Remarks about the result, as sentences. */
  notesOf?(manifest: Manifest): readonly string[]
  /**
   * The spec of a row. `omitted` names the members that were left out, as a sentence.
   * @throws {Error} if no manifest can express the row, with the reason as a sentence
   */
  toSpec(row: W): Promise<{ spec: Manifest['spec']; omitted?: string }>
}

/** The form of any resource. The row types are checked where the form is defined. */
export const defineManifestForm = <R extends object, W extends R = R>(form: ManifestForm<R, W>): ManifestForm =>
  form as unknown as ManifestForm

type RowQuery<W> = (id: string) => UseQueryOptions<W | null, ApiError, W | null, QueryKey>

export type PageDestination = { path: string; feature: Feature; area: Area }

/**
 * Each row has a page of its own, where its values are one document, edited by fields or as code, or the fields of a
 * form.
 */
type ItemPage<R extends object> = ItemPageParts<R> & ItemEditor

type ItemEditor =
  /** Loaded when a document is first edited. */
  | { editor(): Promise<{ default: DocumentEditing }>; form?: never }
  /** Loaded when a form is first shown. */
  | { form(): Promise<{ default: FieldEditing }>; editor?: never }

type ItemPageParts<R extends object> = {
  /** The complete row, including members that the list leaves out; null if it does not exist. */
  one: RowQuery<R>
  /** Where the row is changed; no name means here. */
  origin(row: R): Origin
  /** Facts shown next to the document. */
  facts(row: R): readonly { name: string; value: string | undefined; as?: 'moment' }[]
  /** The failure of the row, announced first: a clause such as `The last job failed`, when it started, and why. */
  failure?(row: R): { what: string; at: string | undefined; why: string } | undefined
  /** Other commands for the displayed row. */
  actions: readonly PageAction[]
  /** Further tabs, each shown by the file `<kind>.<tab>.panel.tsx` of a view. */
  tabs?: readonly { tab: string; label: string }[]
  /** Lists of resources that the row created, each in a tab. */
  lists?: readonly ItemList[]
  /**
   * Page to open after the change, if the user can access it. Default: the list.
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
  /** Whether the backend has the list. */
  isOffered?(deployment: Deployment): boolean
  /** @param id the id of the row */
  query(id: string): UseQueryOptions<ResultPage<T>, ApiError, ResultPage<T>, QueryKey>
  toEntry(thing: T): ItemListEntry
  /** Sentence shown if the list is empty. */
  emptyText(label: string): string
  /** Sentence shown above the entries. */
  note?: string
}

/** An entry of such a list, with a page of its own. */
export type ItemListEntry = {
  target: Target
  severity?: string
  /** Status, as text. */
  status: string
  /** Whether the status is a status word, shown with its icon and colour. */
  isStatusWord?: true
  /** Shows any other status as a badge in this tone. */
  tone?: 'plain' | 'good' | 'bad'
  isOver: boolean
  /** Secondary text, for example `INC-12`. */
  note: string
  at: string
}

/** A type of new rows, shown as a tile. */
export type TypeTile = {
  id: string
  label: string
  /** The heading of its tiles. Types of one group must be adjacent. */
  group?: string
  icon?: string
  /** Further words to find it by. */
  keywords?: string
}

/**
 * How rows of a kind are edited by fields. Any value may be a secret: none is in an address, a draft, a message or a
 * stored call.
 */
export type FieldEditing = {
  /** In the order of the tiles. */
  types: readonly TypeTile[]
  /** Heading of the type tiles. */
  question: string
  /** The fields of a new row of a type, or of an existing row by its values. */
  fields(values: RowValues): FormDescription
  /** Initial values of a new row. */
  initial(type: string): RowValues
  /** The command that tries out a saved row. */
  trial?: PageAction
}

/** How documents of a kind are edited. `values` is the parsed text and may be invalid. */
export type DocumentEditing = {
  /** Templates of a new document, in the order of the tiles. */
  types: readonly (TypeTile & { initial: RowValues })[]
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

/** Types the query of a complete row. */
export const defineRowQuery = <W extends object, K extends QueryKey>(
  one: (id: string) => UseQueryOptions<W | null, ApiError, W | null, K>
): RowQuery<W> => one as unknown as RowQuery<W>

/** Types the query of rows. */
export const defineRowsQuery = <R extends object, K extends QueryKey>(
  query: UseQueryOptions<readonly R[], ApiError, readonly R[], K>
): UseQueryOptions<readonly R[], ApiError, readonly R[], QueryKey> =>
  query as unknown as UseQueryOptions<readonly R[], ApiError, readonly R[], QueryKey>

/** Types the page of a row by its query. */
export const defineItemPage = <R extends object, K extends QueryKey>({
  one,
  ...rest
}: Omit<ItemPageParts<R>, 'one'> &
  ItemEditor & {
    one(id: string): UseQueryOptions<R | null, ApiError, R | null, K>
  }): ItemPage<R> => ({ ...rest, one: one as unknown as ItemPage<R>['one'] })

/** Types a list of an item page by its query. */
export const defineItemList = <T extends object, K extends QueryKey>(
  list: Omit<ItemList<T>, 'query'> & { query(id: string): UseQueryOptions<ResultPage<T>, ApiError, ResultPage<T>, K> }
): ItemList => list as unknown as ItemList

/** Types rows that are loaded at once by their query. */
export const defineWholeRows = <A, R extends object, K extends QueryKey>(
  query: () => UseQueryOptions<A, ApiError, readonly R[], K>,
  textOf: WholeRows<R>['searchText'],
  filters: NonNullable<WholeRows<R>['filters']> = []
): WholeRows<R> => ({ paging: 'none', query: query as unknown as WholeRows<R>['query'], searchText: textOf, filters })

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

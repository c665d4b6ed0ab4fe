import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ConsoleConfig } from '../api/config'
import type { ApiError, Page } from '../api/http'
import type { RowValues, SettingsTable } from '../api/settings-table'
import type { Area } from '../lib/access'
import type { Choice } from '../lib/choice'
import type { Feature } from '../lib/flags'
import type { DocumentDescription, FormDescription } from '../lib/form-description'
import type { Target } from '../lib/kinds'
import type { ListQuery } from '../lib/list-query'
import type { Origin } from '../lib/origin'
import type { ResourceKind } from '../lib/resource-pages'
import type { TimeRange } from '../lib/time/range'

/**
 * A list of things with a page of its own, as far as it has to be known before that page is opened: it is in the first load.
 * Its address is in `src/lib/resource-pages.ts`. From this come its route and who may see it, its row in the sidebar, its
 * `go.*` command with its keys, and where the palette finds its rows.
 */
export type Resource = {
  kind: ResourceKind
  /** Of the page: `Feature flags`. */
  title: string
  /** It does not exist where this is turned off. */
  feature: Feature
  /** Whoever may do this with all of these may see the page. */
  access: { areas: readonly [Area, ...Area[]]; action: 'read' | 'write' }
  /** Why there is no such thing in this deployment; undefined where there is. */
  unavailable?(deployment: Deployment): string | undefined
  /** Its row among the settings. Absent: it is reached from another page. */
  sidebar?: { icon: 'canaries' | 'flags' | 'logs' | 'people' | 'rules' | 'scrapers' | 'topologies'; label?: string }
  go: { id: `go.${string}`; title: string; keywords: string; keys?: string }
  /**
   * Its rows are searched in the palette; these, typed first, narrow the search to them. With `isOnlyMode` they are searched
   * only then, and for commands that ask for one: what is rarely wanted costs no request each time the palette opens.
   */
  palette?: { characters: readonly string[]; words: readonly string[]; isOnlyMode?: true }
  /** Its rows are made, changed and deleted by the commands `resource.*`, by whoever may write there. */
  editable?: true
  /** The rest of it, in a file of its own. */
  details(): Promise<{ default: AnyDetails }>
}

type Deployment = Pick<ConsoleConfig, 'backend' | 'signIn'> | undefined

/** Rows that are loaded at once: searched and sorted in the browser. */
export type WholeRows<R> = {
  paging: 'none'
  query(): UseQueryOptions<readonly R[], ApiError, readonly R[], QueryKey>
  /** What of a row is searched through. */
  textOf(row: R): string
}

/** Rows that the server pages, sorts, filters and searches. */
export type PagedRows<R> = {
  paging: 'pages' | 'endless'
  filters: readonly { field: string; label: string; values: readonly Choice[] }[]
  /** Whether it can be limited to a time range, and to which it is at first; undefined: any time. */
  time?: { initial: TimeRange | undefined }
  /** One page of what is asked for; `index` is from 0. */
  page(query: ListQuery, page: { index: number; size: number }): UseQueryOptions<Page<R>, ApiError, Page<R>, QueryKey>
  /** Everything that is asked for, whatever the page, for commands to act on. */
  matching(query: ListQuery): Promise<readonly R[]>
  /** Milliseconds between looks at what is new. */
  everyMs: number
}

/** A column, as data. The page draws it, and adds one for what can be done with the row. */
export type ColumnOf<R> = {
  id: string
  title: string
  /** A track of CSS grid. */
  width: string
  align?: 'end'
  /** Dropped when there is little room: 0 first, as long as others would fit; 3 last. */
  priority?: 0 | 1 | 2 | 3
  /** On the narrowest screens it stands below the others, and is as wide as the row. */
  below?: true
  /** What it shows and is sorted by; empty or undefined: there is none. */
  value(row: R): string | readonly string[] | undefined
  /** `name`: what the row is called · `moment`: a time, shown by its age. Absent: text. */
  as?: 'name' | 'code' | 'quiet' | 'badge' | 'moment'
  /** Quiet words after a badge, as far as there is room. */
  note?(row: R): string | undefined
  /** Of a badge. */
  tone?(row: R): 'plain' | 'good' | 'warn' | 'bad' | 'accent'
  /** Beside the name: whose picture, or whose initials. */
  person?(row: R): { email: string; image: string }
  /** Shown, and grouped by, where there is no value. */
  none?: string
  isGroupable?: true
}

/** A row in calls and messages. */
export type RowIdentity = { id: string; label: string }

/** A button of the page: a written call, by its title or a shorter name. */
export type PageAction = { call: string; label?: string; isPrimary?: true }

/** What only the page of a resource, its forms and its commands need: loaded with the first of them. */
export type Details<R extends object, W extends R = R> = {
  rows: WholeRows<R> | PagedRows<R>
  identify(row: R): RowIdentity
  /** The row in one sentence, in reading order, of data alone. */
  sentenceOf(row: R): string
  searchLabel: string
  columns: readonly ColumnOf<R>[]
  /** What Enter on a row does, as a call to which the row is added: `person.edit?person=`. */
  opens: string
  /** What can be begun here, by whoever may write in all these areas. */
  actions: { needs: readonly Area[]; all: readonly PageAction[] }
  /** When there is none at all. */
  empty: { title: string; text: string }
  /** The column that the list is grouped by at first, in a list that is loaded at once. */
  groupedBy?: string
  /** Beside the name in the palette. */
  hintOf?(row: R): string
  editing?: Editing<R, W>
}

/** How rows are made and changed, for `resource.create` and `resource.edit`: in a dialog, or on a page of their own. */
export type Editing<R extends object, W extends R = R> = {
  /** What the form of a row starts with. */
  valuesOf(row: W): RowValues
  /**
   * What the form says, as columns.
   * @throws {Error} where it cannot be any, with a sentence that says why
   */
  rowOf(values: RowValues): RowValues
  /** Why this row is not changed here, but where it comes from; undefined: it is. */
  lockedBy(row: R): string | undefined
  table: Pick<SettingsTable<R & { id: string; name: string }>, 'create' | 'update' | 'remove' | 'restore'>
} & (
  | {
      /** No secret among them: what a form asks can stand in an address. */
      fields: FormDescription
      page?: never
    }
  | { fields?: never; page: ItemPage<W> }
)

export type Destination = { path: string; feature: Feature; area: Area }

/** Each row has a page of its own, where its values are one document, edited by fields or as code. */
export type ItemPage<R extends object> = {
  /** The whole row, of which the list may leave something out; null: there is none. */
  one(id: string): UseQueryOptions<R | null, ApiError, R | null, QueryKey>
  /** Loaded when one is first edited. */
  editor(): Promise<{ default: DocumentEditor }>
  /** Where it is changed; without a name: here. */
  originOf(row: R): Origin
  /** Beside the document. */
  factsOf(row: R): readonly { name: string; value: string | undefined; as?: 'moment' }[]
  /** What is wrong with it, read before everything else: a clause such as `The last job failed`, since when, and why. */
  failureOf?(row: R): { what: string; at: string | undefined; why: string } | undefined
  /** What else can be done with the one that is shown. */
  actions: readonly PageAction[]
  /** What came of it, each in a tab of its own. */
  lists?: readonly ItemList[]
  /**
   * Where its page leads once that was done on it, if whoever did it may go there. Otherwise a new one leads to its page, one
   * that is deleted to the list, and one that is changed stays.
   */
  leads?: Partial<Record<'added' | 'changed' | 'deleted', Destination>>
}

/** Things that came of a row, the newest of them. */
export type ItemList<T extends object = object> = {
  /** In the address. */
  tab: string
  label: string
  /** It is there for whoever may read this. */
  area?: Area
  /** @param id of the row */
  query(id: string): UseQueryOptions<Page<T>, ApiError, Page<T>, QueryKey>
  listed(thing: T): ItemListed
  /** Where there is none, as a sentence. */
  emptyOf(label: string): string
}

/** One of them, which has a page of its own. */
export type ItemListed = {
  target: Target
  severity?: string
  /** How it is. */
  status: string
  /** Where that is said by a badge. */
  tone?: 'plain' | 'good' | 'warn' | 'bad'
  isOver: boolean
  /** Beside that: `INC-12`. */
  note: string
  at: string
}

/** What the document of a kind is made of. `values` is whatever a text says, not always what it should. */
export type DocumentEditor = {
  /** What a new one can be, in the order of the tiles. */
  types: readonly { id: string; label: string; initial: RowValues }[]
  fields(values: unknown): DocumentDescription
  /** The section of what an address names, in whatever way the kind has for it; undefined where there is none. */
  sectionOf?(values: unknown, wanted: string): string | undefined
  schema(deployment: Deployment): Readonly<Record<string, unknown>>
  /** What the tiles of types answer: `What is it to read?` */
  question: string
  /** Whether there is more to it than its fields show, so that it is shown as code first. */
  isCode(values: unknown): boolean
  /** What can be tried before it is saved: the command for it, and what it asks about the text, as a choice of that name. */
  trial?: {
    call: string
    label: string
    choice: string
    /** @param section the key of the one that somebody was in last */
    valueOf(values: unknown, section: string | undefined): unknown
  }
  /** What to know of one before it is saved, besides what fields and schema say, as sentences. */
  advise?(values: unknown): readonly string[]
  /** What is to know about one here, as a sentence; undefined where there is nothing. */
  noteOf(values: unknown, deployment: Deployment): string | undefined
}

/** The page of a row, by the query that the api has for one. */
export const itemPageOf = <R extends object, K extends QueryKey>({
  one,
  ...rest
}: Omit<ItemPage<R>, 'one'> & {
  one(id: string): UseQueryOptions<R | null, ApiError, R | null, K>
}): ItemPage<R> => ({ ...rest, one: one as unknown as ItemPage<R>['one'] })

/** What came of a row, by the query that the api has for that. */
export const itemListOf = <T extends object, K extends QueryKey>(
  list: Omit<ItemList<T>, 'query'> & { query(id: string): UseQueryOptions<Page<T>, ApiError, Page<T>, K> }
): ItemList => list as unknown as ItemList

/** Rows that are loaded at once, by the query that the api has for them. */
export const wholeRows = <A, R extends object, K extends QueryKey>(
  query: () => UseQueryOptions<A, ApiError, readonly R[], K>,
  textOf: WholeRows<R>['textOf']
): WholeRows<R> => ({ paging: 'none', query: query as unknown as WholeRows<R>['query'], textOf })

/** Rows that the server pages, by the query that the api has for a page. */
export const pagedRows = <R extends object, K extends QueryKey>({
  page,
  ...rest
}: Omit<PagedRows<R>, 'page'> & {
  page(query: ListQuery, at: { index: number; size: number }): UseQueryOptions<Page<R>, ApiError, Page<R>, K>
}): PagedRows<R> => ({ ...rest, page: page as unknown as PagedRows<R>['page'] })

/** Details of any resource: their parts fit each other, which is known where they are written. */
export type AnyDetails = Details<object>

export const detailsOf = <R extends object, W extends R = R>(details: Details<R, W>): AnyDetails =>
  details as unknown as AnyDetails

import { z } from 'zod/mini'
import { ApiError } from '@/api/http'
import { findNamedRows, type NamedKind, type NamedRow, readNamedRow } from '@/api/settings/named-rows'
import type { RowValues } from '@/api/settings/settings-table'
import type { Manifest } from '@/lib/settings/manifests'
import type { Kind } from '@/lib/kinds'
import { formatNames } from '@/shared/format'
import { isRecord } from '@/shared/document/value'
import { parseDuration } from '@/shared/duration'

type Members = Readonly<Record<string, unknown>>

/** @throws {Error} if the object has other members, which would be lost */
export function requireMembers(value: Members, known: readonly string[], at: string): void {
  const unknown = Object.keys(value).filter((name) => !known.includes(name) && isGiven(value[name]))
  if (unknown.length > 0)
    throw new Error(`${formatNames(unknown.map((name) => `${at}.${name}`))} cannot be saved in this console.`)
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/** A text, or undefined. @throws {Error} for another value */
export function readText(value: unknown, at: string): string | undefined {
  if (!isGiven(value)) return undefined
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') throw new Error(`${at} is not a text.`)
  return value
}

/** An object, which is empty if it is missing. @throws {Error} for another value */
export function readObject(value: unknown, at: string): Members {
  if (value === undefined || value === null) return {}
  if (!isRecord(value)) throw new Error(`${at} is not an object.`)
  return value
}

/** A list, which is empty if it is missing. @throws {Error} for another value */
export function readList(value: unknown, at: string): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new Error(`${at} is not a list.`)
  return value
}

/** A list of texts. @throws {Error} for another value */
export const readTexts = (value: unknown, at: string): string[] =>
  readList(value, at).map((one, index) => readText(one, `${at}[${index}]`) ?? '')

/** Texts by name. @throws {Error} for another value */
export const readTextMap = (value: unknown, at: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(readObject(value, at)).map(([name, one]) => [name, readText(one, `${at}.${name}`) ?? ''])
  )

/** A duration such as `5m`, in milliseconds; undefined if it is missing. @throws {Error} if it cannot be read */
export function readDuration(value: unknown, at: string): number | undefined {
  const text = readText(value, at)
  if (text === undefined) return undefined
  const ms = parseDuration(text)
  if (ms === undefined || ms < 0) throw new Error(`${at}: “${text}” is not a duration such as 5m.`)
  return ms
}

const nouns: Readonly<Record<NamedKind, string>> = {
  person: 'person',
  team: 'team',
  notification: 'notification rule',
  playbook: 'playbook',
  connection: 'connection',
  canary: 'canary',
  scraper: 'scraper',
  topology: 'topology',
}

/** The rows, or undefined if the user may not read any of the table. */
const asReadable = <T>(rows: Promise<T>): Promise<T | undefined> =>
  rows.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 403) return undefined
    throw error
  })

/** No row that the user may read has the name. */
export class MissingReference extends Error {
  readonly kind: Kind
  /** The name without its namespace. */
  readonly referredName: string

  constructor(kind: NamedKind, reference: string) {
    super(`There is no ${nouns[kind]} “${reference}” that you may read.`)
    this.kind = kind === 'notification' ? 'notificationrule' : kind
    this.referredName = reference.slice(reference.lastIndexOf('/') + 1)
  }
}

/** Kinds without a namespace. A `/` is part of their names. */
const isGlobal: ReadonlySet<NamedKind> = new Set(['person', 'team'])

/**
 * The row that a manifest refers to by its id, its name, `namespace/name` or an email address. A connection may also
 * have the scheme `connection://`, and its type instead of its namespace.
 * @throws {Error} if no row that the user may read, or more than one, has the name
 */
export async function findReference(kind: NamedKind, reference: string): Promise<NamedRow> {
  const text = kind === 'connection' ? reference.replace(/^connection:\/\//, '') : reference
  if (z.guid().safeParse(text).success) {
    const row = await asReadable(readNamedRow(kind, text))
    if (row) return row
    throw new MissingReference(kind, reference)
  }
  const slash = isGlobal.has(kind) ? -1 : text.indexOf('/')
  const place = slash < 0 ? undefined : text.slice(0, slash)
  const rows = (await asReadable(findNamedRows(kind, text.slice(slash + 1)))) ?? []
  const inPlace =
    place === undefined
      ? rows
      : [
          rows.filter(({ namespace }) => (namespace ?? 'default') === place),
          rows.filter(({ type }) => type === place),
        ].find((list) => list.length > 0)
  const [found, another] = inPlace ?? []
  if (!found) throw new MissingReference(kind, reference)
  if (another) {
    const name = isGlobal.has(kind) ? 'its id' : 'namespace/name'
    throw new Error(`More than one ${nouns[kind]} is named “${reference}”. Write ${name}.`)
  }
  return found
}

/** How a manifest refers to a row: by its name, or by its id if the name cannot be read. */
export async function writeReference(kind: NamedKind, id: string): Promise<string> {
  const row = await asReadable(readNamedRow(kind, id))
  if (!row) return id
  if (kind === 'person') return row.email ?? id
  return row.name ? (isGlobal.has(kind) ? row.name : `${row.namespace ?? 'default'}/${row.name}`) : id
}

/** An object without its missing and empty members. */
export const compact = (members: Members): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) =>
        isGiven(value) &&
        value !== false &&
        !(Array.isArray(value) && value.length === 0) &&
        !(isRecord(value) && Object.keys(value).length === 0)
    )
  )

/** A manifest without a namespace does not move an existing row. */
export const keepNamespace = (columns: RowValues, row: unknown, manifest: Manifest): RowValues =>
  manifest.namespace === undefined && isRecord(row) ? { ...columns, namespace: row['namespace'] ?? null } : columns

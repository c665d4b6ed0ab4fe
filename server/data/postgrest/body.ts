import { isRecord } from '@/shared/document/value'
import { exceedsDepth, describeUnstorable } from '../../http/json-text'
import { QueryError } from './errors'
import type { RelationalQuery } from './request'
import type { SchemaColumn } from './schema-cache'
import { DEEPEST_VALUE } from './syntax'

/** Rows to write: the JSON text for Postgres, and the columns that it sets. */
export type WriteBody = { text: string; columns: string[]; isEmpty: boolean }

const badBody = (message: string) => new QueryError('PGRST102', message)

/** Parses the JSON body of a write: an object, or a list of objects with the same members. */
export async function readRows(
  request: Request,
  query: RelationalQuery,
  relation: string,
  known: ReadonlyMap<string, SchemaColumn>
): Promise<WriteBody> {
  const { text, parsed } = readJson(await request.text())
  const rows = Array.isArray(parsed) ? parsed : [parsed]
  if (!rows.every(isRecord)) throw badBody('The body must be an object or a list of objects')
  const columns = query.columns ?? Object.keys(rows[0] ?? {})
  const expected = columns.toSorted().join('\n')
  if (!query.columns && rows.some((row) => Object.keys(row).toSorted().join('\n') !== expected)) {
    throw badBody('All object keys must match')
  }
  for (const column of columns) {
    if (known.has(column)) continue
    throw new QueryError(
      'PGRST204',
      `Could not find the '${column.slice(0, 100)}' column of '${relation}' in the schema cache`
    )
  }
  // The original text is sent to Postgres, so that numbers keep every digit.
  return { text: Array.isArray(parsed) ? text : `[${text}]`, columns, isEmpty: rows.length === 0 }
}

/** Parses the arguments of a function call by POST. A function without arguments needs no body. */
export async function readArguments(request: Request): Promise<Map<string, unknown>> {
  const text = await request.text()
  const { parsed } = readJson(text.trim() === '' ? '{}' : text)
  if (!isRecord(parsed)) throw badBody('The body must be an object')
  return new Map(Object.entries(parsed))
}

function readJson(text: string): { text: string; parsed: unknown } {
  const parsed = parseJson(text)
  if (exceedsDepth(parsed, DEEPEST_VALUE)) throw badBody('The body is nested too deeply')
  const unkeepable = describeUnstorable(text, parsed)
  if (unkeepable !== undefined) throw new QueryError('22P05', unkeepable)
  return { text, parsed }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badBody('Empty or invalid json')
  }
}

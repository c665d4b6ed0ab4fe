import type { Reader } from '../db/db'
import type { Sql } from '../db/sql'
import type { WholeRequest } from '../../http/receive-body'
import type { Vault } from '../secrets/vault'
import { type Author, setAuthorSql, authoredRelations } from './authors'
import { readRows } from './body'
import { callFunction } from './call'
import { relationSql } from './catalog-sql'
import { errorResponse, QueryError } from './errors'
import { inReadOnlyTransaction, readRelation, writeRelation, type WriteStep } from './execute'
import { ADDRESS_RELATION, hideAddresses, refuseMasks } from './hidden-columns'
import { type ReadPlan, planRead } from './plan'
import { listApplied } from './preferences'
import { parseRequest, type RelationalQuery } from './request'
import { respondRead, respondWrite } from './respond'
import { asLimitError } from './response-limits'
import type { SchemaRelation, SchemaCache } from './schema-cache'
import { deleteSql, findsDuplicates, insertSql, inaccessibleRowsSql, updateSql } from './write'

type Deps = {
  cache: SchemaCache
  now: () => Date
  /** Seals written secrets. */
  vault: Vault
}
type Work = Deps & { db: Reader; author: Author }

/** Whether the caller may read a relation. */
type MayRead = (relation: string) => boolean

/** The caller's permissions and identity for a request. */
export type RelationalCaller = {
  mayRead: MayRead
  author: Author
  /**
   * Whether the caller is denied an object. Views can show rows of several objects. Reads hide these rows; writes have
   * access to all of them, so they can neither change nor return views.
   */
  isDenied?: boolean
}

/**
 * `relation` is the path segment with its name, e.g. `checks` or `rpc/name`. All data is read and written through `db`,
 * the database as the caller may read it.
 */
export type Relational = (
  request: WholeRequest,
  relation: string,
  caller: RelationalCaller,
  db: Reader
) => Promise<Response>

/**
 * Handles requests in PostgREST's dialect: parse, plan, SQL, execute, respond. The request is authorised for its
 * relation, but not yet for the embedded ones.
 * @returns a handler that rejects only for server errors; refusals are responses.
 */
export function createRelational(parts: Deps): Relational {
  const namesOnly = hideAddresses(parts.cache)
  const isTable = (relation: string) => parts.cache.relations.get(relation)?.isTable === true
  return async (request, name, { mayRead: mayReadObject, author, isDenied = false }, db) => {
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
    const mayRead: MayRead = (one) => mayReadObject(one) && !(isDenied && isWrite && !isTable(one))
    const deps = { ...parts, db, author, cache: mayRead(ADDRESS_RELATION) ? parts.cache : namesOnly }
    try {
      const [, called] = /^rpc\/(.+)$/.exec(name) ?? []
      if (called !== undefined) return await callFunction(deps, request, called, mayRead)
      const relation = deps.cache.relations.get(name)
      if (!relation) throw new QueryError('42P01', `relation "public.${name.slice(0, 100)}" does not exist`, 404)
      if (isDenied && isWrite && !relation.isTable)
        throw new QueryError('42501', 'Views cannot be changed by a person who is denied an object', 403)
      const query = parseRequest(request, deps.now(), undefined, (zone) => deps.cache.timeZones.has(zone))
      const source = { relation: relation.name, columns: relation.columns }
      const plan = planRead(deps.cache, query, source, mayRead)
      return await answer(deps, request, relation, query, plan)
    } catch (error) {
      const response = errorResponse(asLimitError(error))
      if (response) return response
      throw error
    }
  }
}

async function answer(
  deps: Work,
  request: WholeRequest,
  relation: SchemaRelation,
  query: RelationalQuery,
  plan: ReadPlan
): Promise<Response> {
  const { db, cache, vault, author } = deps
  const { method } = request
  switch (method) {
    case 'GET':
    case 'HEAD': {
      const result = await inReadOnlyTransaction(db, query, (tx) =>
        readRelation(tx, query, plan, relationSql(relation.name))
      )
      return listApplied(respondRead(query, result, method), query.prefer, 'read')
    }
    case 'POST': {
      const body = await readRows(request, query, relation.name, relation.columns)
      refuseMasks(cache, relation.name, body.text)
      const { rows: text, seal } = vault.hide(relation.name, body.text)
      const statement = insertSql(relation, { ...body, text }, query, author)
      // The insert may change existing rows.
      const before = query.prefer.resolution === 'merge' ? [setAuthor(relation, author)] : []
      const result = await writeRelation(db, query, plan, statement, { before, after: seal })
      const without = findsDuplicates(relation, query) ? undefined : 'resolution'
      return listApplied(respondWrite(query, result, method), query.prefer, method, without)
    }
    case 'PATCH': {
      refuseLimit(query, method)
      const body = await readRows(request, query, relation.name, relation.columns)
      refuseMasks(cache, relation.name, body.text)
      const { rows: text, seal } = vault.hide(relation.name, body.text)
      const statement = updateSql(relation, { ...body, text }, query, plan, author)
      const inaccessible = inaccessibleRowsSql(relation, plan, author, 'update')
      const before = [refuseInaccessibleRows(inaccessible), setAuthor(relation, author)]
      const result = await writeRelation(db, query, plan, statement, { before, after: seal })
      return listApplied(respondWrite(query, result, method), query.prefer, method)
    }
    case 'DELETE': {
      refuseLimit(query, method)
      const statement = deleteSql(relation, plan, author)
      const before = [refuseInaccessibleRows(inaccessibleRowsSql(relation, plan, author, 'delete'))]
      const result = await writeRelation(db, query, plan, statement, { before })
      return listApplied(respondWrite(query, result, method), query.prefer, method)
    }
    default:
      throw new QueryError('PGRST117', `Unsupported HTTP method: ${method}`, 405)
  }
}

/** Sets the author for triggers that write the history of changed rows. */
const setAuthor = (relation: SchemaRelation, author: Author): WriteStep =>
  authoredRelations.has(relation.name) ? async (tx) => void (await tx.query(setAuthorSql(author))) : undefined

/** Reports rows that only others may change; the statement itself leaves them out. */
const refuseInaccessibleRows = (inaccessible: Sql | undefined): WriteStep =>
  inaccessible &&
  (async (tx) => {
    const [row] = await tx.query(inaccessible)
    if (row) throw new QueryError('42501', 'Only the author can change this', 403)
  })

/** Changing all rows of the filter would be more than the client asked for. */
function refuseLimit({ root }: RelationalQuery, method: string): void {
  if (root.limit === undefined && root.offset === undefined) return
  throw new QueryError(
    'PGRST109',
    `A ${method} cannot be restricted by limit and offset`,
    400,
    null,
    'Select the rows by a filter. To refuse a larger change, send Prefer: handling=strict, max-affected=…'
  )
}

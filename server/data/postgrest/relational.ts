import type { Queryable, Reader } from '../db/db'
import type { Sql } from '../db/sql'
import type { Vault } from '../secrets/vault'
import { type Author, setAuthorSql, historyRelations } from './authors'
import { readRows } from './body'
import { callFunction } from './call'
import { relationSql } from './catalog-sql'
import { errorResponse, QueryError } from './errors'
import { readRelation, writeRelation } from './execute'
import { ADDRESS_RELATION, hideAddresses } from './hidden-columns'
import { type ReadPlan, planRead } from './plan'
import { parseRequest, type RelationalQuery } from './request'
import { respondRead, respondWrite } from './respond'
import type { SchemaRelation, SchemaCache } from './schema-cache'
import { deleteSql, insertSql, inaccessibleRowsSql, updateSql } from './write'

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
export type RelationalCaller = { mayRead: MayRead; author: Author }

/**
 * `relation` is the path segment with its name, e.g. `checks` or `rpc/name`. All data is read and written through `db`,
 * the database as the caller may read it.
 */
export type Relational = (request: Request, relation: string, caller: RelationalCaller, db: Reader) => Promise<Response>

/**
 * Handles requests in PostgREST's dialect: parse, plan, SQL, execute, respond. The request is authorised for its
 * relation, but not yet for the embedded ones.
 * @returns a handler that rejects only for server errors; refusals are responses.
 */
export function createRelational(parts: Deps): Relational {
  const namesOnly = hideAddresses(parts.cache)
  return async (request, name, { mayRead, author }, db) => {
    const deps = { ...parts, db, author, cache: mayRead(ADDRESS_RELATION) ? parts.cache : namesOnly }
    try {
      const [, called] = /^rpc\/(.+)$/.exec(name) ?? []
      if (called !== undefined) return await callFunction(deps, request, called, mayRead)
      const relation = deps.cache.relations.get(name)
      if (!relation) throw new QueryError('42P01', `relation "public.${name.slice(0, 100)}" does not exist`, 404)
      const query = parseRequest(request, deps.now())
      const source = { relation: relation.name, columns: relation.columns }
      const plan = planRead(deps.cache, query, source, mayRead)
      return await answer(deps, request, relation, query, plan)
    } catch (error) {
      const response = errorResponse(error)
      if (response) return response
      throw error
    }
  }
}

/** Sets the author for triggers that write the history of changed rows. */
const authored = (relation: SchemaRelation, author: Author): { before?: Sql } =>
  historyRelations.has(relation.name) ? { before: setAuthorSql(author) } : {}

async function answer(
  deps: Work,
  request: Request,
  relation: SchemaRelation,
  query: RelationalQuery,
  plan: ReadPlan
): Promise<Response> {
  const { db, vault, author } = deps
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return respondRead(query, await readRelation(db, query, plan, relationSql(relation.name)), request.method)
    case 'POST': {
      const body = await readRows(request, query, relation.name, relation.columns)
      const { rows: text, seal } = vault.hide(relation.name, body.text)
      const statement = insertSql(relation, { ...body, text }, query, author)
      // The insert may change existing rows.
      const steps = query.prefer.resolution === 'merge' ? authored(relation, author) : {}
      return respondWrite(query, await writeRelation(db, query, plan, statement, { ...steps, after: seal }), 'POST')
    }
    case 'PATCH': {
      const body = await readRows(request, query, relation.name, relation.columns)
      const { rows: text, seal } = vault.hide(relation.name, body.text)
      const statement = updateSql(relation, { ...body, text }, plan, author)
      await refuseInaccessibleRows(db, inaccessibleRowsSql(relation, plan, author, 'update'))
      return respondWrite(
        query,
        await writeRelation(db, query, plan, statement, {
          ...authored(relation, author),
          after: seal,
        }),
        'PATCH'
      )
    }
    case 'DELETE': {
      const statement = deleteSql(relation, plan, author)
      await refuseInaccessibleRows(db, inaccessibleRowsSql(relation, plan, author, 'delete'))
      return respondWrite(query, await writeRelation(db, query, plan, statement), 'DELETE')
    }
    default:
      throw new QueryError('PGRST117', `Unsupported HTTP method: ${request.method}`, 405)
  }
}

/** Reports rows that only others may change; the statement itself leaves them out. */
async function refuseInaccessibleRows(db: Queryable, inaccessible: Sql | undefined): Promise<void> {
  const [row] = inaccessible ? await db.query(inaccessible) : []
  if (row) throw new QueryError('42501', 'Only the author can change this', 403)
}

import { ident, type Sql, sql } from '../db/sql'

/** SQL that the catalog wrote (a type, a default) or that a table of this folder lists. Never anything from a request. */
export const catalogSql = (text: string): Sql => sql(Object.assign([text], { raw: [text] }))

/** A relation of the schema cache. With its schema: what else is called so is another one. */
export const relationSql = (name: string): Sql => sql`public.${ident(name)}`

import { ident, type Sql, sql } from '../db/sql'

/** SQL from the catalog (a type, a default) or from a table in this folder. Never from a request. */
export const catalogSql = (text: string): Sql => sql(Object.assign([text], { raw: [text] }))

/**
 * A relation of the schema cache, with its schema, so that a relation of the same name in another schema is never used.
 */
export const relationSql = (name: string): Sql => sql`public.${ident(name)}`

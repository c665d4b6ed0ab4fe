import type { ForeignKeyRow, RelationRow, Relationship } from './schema-cache'

/** A relation with columns of a table: the table itself, or a view with plain copies of them. */
type Face = { relation: string; columnOf: ReadonlyMap<number, string> }

/** Returns the relationships along foreign keys, in both directions, between tables and views of them. */
export function findRelationships(rows: readonly RelationRow[], foreignKeys: readonly ForeignKeyRow[]): Relationship[] {
  const faces = facesByTable(rows)
  const uniques = new Map(rows.map((row) => [row.oid, row.keys.map(({ columns }) => columns.toSorted().join())]))
  return foreignKeys.flatMap((key) => {
    const isOneToOne = uniques.get(key.fromOid)?.includes(key.fromColumns.toSorted().join()) ?? false
    return (faces.get(key.fromOid) ?? []).flatMap((from) =>
      (faces.get(key.toOid) ?? []).flatMap((to) => {
        const on = key.fromColumns.flatMap((number, index) => {
          const fromColumn = from.columnOf.get(number)
          const toColumn = to.columnOf.get(key.toColumns[index] ?? 0)
          return fromColumn !== undefined && toColumn !== undefined ? [{ from: fromColumn, to: toColumn }] : []
        })
        if (on.length !== key.fromColumns.length) return []
        const there = { constraint: key.name, from: from.relation, to: to.relation, on, isToOne: true }
        const back = on.map((pair) => ({ from: pair.to, to: pair.from }))
        return [there, { ...there, from: to.relation, to: from.relation, on: back, isToOne: isOneToOne }]
      })
    )
  })
}

/** The relations that show columns of each table, resolved through nested views. */
function facesByTable(rows: readonly RelationRow[]): Map<number, Face[]> {
  const byOid = new Map(rows.map((row) => [row.oid, row]))
  const origins = new Map(rows.map((row) => [row.oid, row.rule === null ? [] : parseViewOrigins(row.rule)]))
  /** The table column that a column of a relation copies. */
  const follow = (oid: number, number: number, depth = 0): { oid: number; number: number } | undefined => {
    const row = byOid.get(oid)
    if (!row || depth > 20) return undefined
    if (row.rule === null) return { oid, number }
    const origin = origins.get(oid)?.find((one) => one.number === number)
    return origin && follow(origin.table, origin.column, depth + 1)
  }
  const faces = new Map<number, Face[]>()
  for (const row of rows) {
    const columnOfByTable = new Map<number, Map<number, string>>()
    for (const { name, number } of row.columns) {
      const origin = follow(row.oid, number)
      if (!origin) continue
      const columnOf = columnOfByTable.get(origin.oid) ?? new Map<number, string>()
      // A view may copy a column twice; the first copy counts.
      if (!columnOf.has(origin.number)) columnOf.set(origin.number, name)
      columnOfByTable.set(origin.oid, columnOf)
    }
    for (const [oid, columnOf] of columnOfByTable) {
      faces.set(oid, [...(faces.get(oid) ?? []), { relation: row.name, columnOf }])
    }
  }
  return faces
}

/** A column of a view that is a plain copy: its number, and the relation and column that it copies. */
type ColumnOrigin = { number: number; table: number; column: number }

/**
 * Parses the rewrite rule of a view in the format of `pg_rewrite.ev_action`. Postgres stores for each column of a
 * select list the relation and column that it copies, or zero for an expression.
 *
 * The text is a list of nodes, `({QUERY :targetList ({TARGETENTRY :resno 1 … :resorigtbl 16384 :resorigcol 1 …}) …})`;
 * only the target entries of the outermost query are the view's own columns.
 */
export function parseViewOrigins(rule: string): ColumnOrigin[] {
  const origins: ColumnOrigin[] = []
  const open: { name: string; fields: Map<string, string> }[] = []
  let field = ''
  // A backslash escapes the next character, so that a name cannot be read as structure.
  for (const [token] of rule.matchAll(/[{}()]|(?:\\.|[^\s{}()\\])+/gs)) {
    const node = open.at(-1)
    if (token === '{') open.push({ name: '', fields: new Map() })
    else if (token === '}') {
      const closed = open.pop()
      if (closed?.name === 'TARGETENTRY' && open.length === 1) {
        const [number, table, column] = ['resno', 'resorigtbl', 'resorigcol'].map((name) =>
          Number(closed.fields.get(name))
        )
        if (number && table && column) origins.push({ number, table, column })
      }
    } else if (!node || token === '(' || token === ')') continue
    else if (node.name === '') node.name = token
    else if (token.startsWith(':')) field = token.slice(1)
    else if (!node.fields.has(field)) node.fields.set(field, token)
  }
  return origins
}

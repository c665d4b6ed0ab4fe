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

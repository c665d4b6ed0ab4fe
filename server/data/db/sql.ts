/** Values that may be passed to the database. Objects and JSON arrays go through `json`. */
type SqlValue = string | number | boolean | bigint | null | Date | readonly (string | number | boolean | null)[]

/**
 * A fragment of SQL with its values. Only `sql`, `ident`, `join` and `json` create one, so a plain string cannot reach
 * the database by mistake.
 */
export class Sql {
  private constructor(
    /** Always one longer than `values`: the text before, between and after them. */
    readonly text: readonly string[],
    readonly values: readonly SqlValue[]
  ) {}

  /** @internal Use the functions below. */
  static of(text: readonly string[], values: readonly SqlValue[]): Sql {
    return new Sql(text, values)
  }

  /** The statement for the drivers, with `$1`, `$2` … for its values. */
  render(): { text: string; values: (string | null)[] } {
    const text = this.text.reduce((before, part, index) => `${before}$${index}${part}`)
    return { text, values: this.values.map(toText) }
  }
}

/** Builds SQL from a template: a nested `Sql` is spliced in, anything else becomes a parameter. */
export function sql(strings: TemplateStringsArray, ...parts: readonly (Sql | SqlValue)[]): Sql {
  const text = [strings[0] ?? '']
  const values: SqlValue[] = []
  parts.forEach((part, index) => {
    const after = strings[index + 1] ?? ''
    if (part instanceof Sql) {
      append(text, part.text)
      values.push(...part.values)
    } else {
      values.push(part)
      text.push('')
    }
    text[text.length - 1] += after
  })
  return Sql.of(text, values)
}

/** A quoted name. Names come from the schema cache or from the source code, never directly from a request. */
export const ident = (name: string): Sql => Sql.of([`"${name.replaceAll('"', '""')}"`], [])

/** Joins fragments: `join([a, b], sql\` and \`)`. An empty list gives empty SQL. */
export function joinSql(parts: readonly Sql[], separator: Sql = sql`, `): Sql {
  const text = ['']
  const values: SqlValue[] = []
  parts.forEach((part, index) => {
    for (const piece of index === 0 ? [part] : [separator, part]) {
      append(text, piece.text)
      values.push(...piece.values)
    }
  })
  return Sql.of(text, values)
}

/** A value for a `json` or `jsonb` parameter. */
export const toJsonText = (value: unknown): string => JSON.stringify(value)

export const emptySql: Sql = Sql.of([''], [])

function append(text: string[], more: readonly string[]): void {
  text[text.length - 1] += more[0] ?? ''
  text.push(...more.slice(1))
}

/**
 * Every value is sent as text, so that Postgres parses it with both drivers: the same input gives the same result,
 * whether the database is embedded or not.
 */
function toText(value: SqlValue): string | null {
  if (value === null) return null
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map(arrayElement).join(',')}}`
  return String(value)
}

const arrayElement = (element: string | number | boolean | null): string =>
  element === null ? 'NULL' : `"${String(element).replace(/["\\]/g, '\\$&')}"`

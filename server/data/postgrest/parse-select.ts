import { invalidQueryError } from './errors'
import { DEEPEST, defaultPathName, parsePath, type ColumnPath, shortenText, unquote } from './syntax'

export type SelectColumn = { kind: 'column'; path: ColumnPath; name: string; cast?: string }
export type SelectEmbed = {
  kind: 'embed'
  /** A relation, a foreign key's column, or its constraint. */
  target: string
  /** The name of the member in the response. */
  name: string
  hint?: string
  /** Omits parent rows without a match. */
  isInner: boolean
  /** Puts the embed's members directly into the parent. */
  isSpread: boolean
  select: SelectList
}
type SelectItem = { kind: 'all' } | SelectColumn | SelectEmbed
export type SelectList = SelectItem[]

/**
 * Parses a select list.
 *
 * Text after a complete list is ignored, as in PostgREST: two calls of real clients end in a stray bracket or a cast,
 * and would fail otherwise.
 */
export function parseSelect(text: string): SelectList {
  if (text.trim() === '') return [{ kind: 'all' }]
  return new Reader(text).list(0)
}

/** Type names in a cast: letters, digits, spaces and a pair of brackets, as in `text[]`. */
const CAST = /^::([A-Za-z][A-Za-z0-9_ ]*(?:\[\])?)/
const NAME_ENDS = /[,():!]|->|::/

class Reader {
  private at = 0
  constructor(private readonly text: string) {}

  list(depth: number): SelectList {
    if (depth > DEEPEST) throw invalidQueryError('the select list is nested too deeply')
    this.skipSpace()
    if (this.peek() === ')') return []
    const items = [this.item(depth)]
    for (;;) {
      this.skipSpace()
      if (!this.take(',')) return items
      items.push(this.item(depth))
    }
  }

  private item(depth: number): SelectItem {
    this.skipSpace()
    if (this.take('*')) return { kind: 'all' }
    const isSpread = this.take('...')
    let name = this.name()
    let alias: string | undefined
    if (!isSpread && this.peek() === ':' && !this.text.startsWith('::', this.at)) {
      this.at++
      alias = name.text
      if (alias === '') throw this.unexpected()
      name = this.name()
    }
    const { hint, isInner } = this.modifiers()
    this.skipSpace()
    if (this.take('(')) {
      const select = this.list(depth + 1)
      this.skipSpace()
      if (!this.take(')')) throw this.unexpected()
      const target = name.text
      return {
        kind: 'embed',
        target,
        name: alias ?? target,
        ...(hint === undefined ? {} : { hint }),
        isInner,
        isSpread,
        select,
      }
    }
    if (isSpread || hint !== undefined || isInner) throw this.unexpected()
    const path = parsePath(name.written + this.steps())
    const cast = this.cast()
    return { kind: 'column', path, name: alias ?? defaultPathName(path), ...(cast === undefined ? {} : { cast }) }
  }

  /** `!hint`, `!inner`, `!left`, in any order. */
  private modifiers(): { hint?: string; isInner: boolean } {
    let hint: string | undefined
    let isInner = false
    while (this.take('!')) {
      const { text } = this.name()
      if (text === 'inner') isInner = true
      else if (text !== 'left') hint = text
    }
    return { ...(hint === undefined ? {} : { hint }), isInner }
  }

  private name(): { text: string; written: string } {
    this.skipSpace()
    const quoted = /^"(?:[^"\\]|\\.)*"/s.exec(this.rest())?.[0]
    const written = quoted ?? this.rest().slice(0, this.untilNameEnds()).trim()
    if (written === '') throw this.unexpected()
    this.at += quoted?.length ?? this.untilNameEnds()
    return { text: unquote(written), written }
  }

  /** The arrows after a column name, as written. */
  private steps(): string {
    const [steps = ''] = /^(?:->>?(?:"(?:[^"\\]|\\.)*"|(?:(?!->|::)[^,()"])*))*/s.exec(this.rest()) ?? []
    this.at += steps.length
    return steps
  }

  private cast(): string | undefined {
    const [written, type] = CAST.exec(this.rest()) ?? []
    this.at += written?.length ?? 0
    if (type !== undefined && this.peek() === '(')
      throw invalidQueryError('a cast takes no length', `after "${shortenText(type)}"`)
    return type?.trim().toLowerCase()
  }

  private untilNameEnds(): number {
    const end = this.rest().search(NAME_ENDS)
    return end < 0 ? this.text.length - this.at : end
  }
  private rest = () => this.text.slice(this.at)
  private peek = () => this.text[this.at]
  private skipSpace() {
    while (this.peek() === ' ') this.at++
  }
  private take(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false
    this.at += token.length
    return true
  }
  private unexpected() {
    const found = this.peek()
    return invalidQueryError(
      `"failed to parse select parameter (${this.text.slice(0, 100)})" (line 1, column ${this.at + 1})`,
      found === undefined ? 'unexpected end of input' : `unexpected "${found}"`
    )
  }
}

import { fillIn, TemplateError, type TemplateEnv } from '../platform/expression/template'

/** Marks a template while a script is parsed. No program accepts it in an argument, so no script contains it. */
const MARK = '\0'
/** The longest argument that Linux accepts. */
const MOST_BYTES = 128 * 1024 - 1

/**
 * Fills in the templates of a shell script: each becomes a quoted variable that contains the value. The shell does not
 * parse the expansion of a variable as commands, so every parameter value stays one word.
 * @returns the script and its variables.
 * @throws {TemplateError} for a template in a position where the shell, or a program that it starts, would read more
 * than a word, or would not expand a variable at all.
 */
export function fillInScript(
  written: string,
  env: TemplateEnv
): { script: string; variables: Readonly<Record<string, string>> } {
  if (Buffer.byteLength(written) > MOST_BYTES) throw new TemplateError('A script can have at most 128 kB.')
  if (written.includes(MARK)) throw new TemplateError('A script cannot contain the character NUL.')
  const values: string[] = []
  const templates: string[] = []
  const as = (value: string, template: string) => {
    values.push(value)
    templates.push(template)
    return MARK
  }
  const marked = fillIn(written, env, { isScript: true, as })
  const script = values.length === 0 ? marked : new Reader(marked, templates).read()
  return { script, variables: Object.fromEntries(values.map((value, index) => [variableName(index), value])) }
}

const variableName = (index: number) => `TEMPLATE_${index + 1}`

type Command = { words: string[]; word: string; template?: string }

/** A construct with an end: the script, a `$(…)` or `(…)`, a text in double quotes. */
type Frame = { kind: 'script' | 'round' | 'double'; pipeline: Command[] }

const newCommand = (): Command => ({ words: [], word: '' })

/**
 * Parses as much of a shell's grammar as the position of a template requires. A parsing error is not a security hole:
 * only quoted variables are inserted, wherever that is.
 */
class Reader {
  private at = 0
  private written = ''
  private count = 0
  private frames: Frame[] = [{ kind: 'script', pipeline: [newCommand()] }]
  /** Here-documents that begin on the next line. */
  private documents: string[] = []

  constructor(
    private readonly text: string,
    private readonly templates: readonly string[]
  ) {}

  read(): string {
    const [, interpreter] = /^#!\s*(.*)/.exec(this.text) ?? []
    if (interpreter !== undefined && !/\b(?:ba|da|a|k|z)?sh\b/.test(interpreter))
      this.refuse(`is in a script for ${interpreter}`)
    while (this.at < this.text.length) this.step()
    this.endPipeline()
    return this.written
  }

  private step(): void {
    const { kind } = this.frame
    const rest = this.text.slice(this.at, this.at + 3)
    const [c = ''] = rest
    if (c === MARK) return this.place()
    if (c === '\\') return this.take(2)
    if (c === '`') return this.skip(/`(?:\\[^]|[^`\\])*`?/y, 'is in backticks')
    if (rest.startsWith('$((')) return this.skip(/\$\(\([^]*?(?:\)\)|$)/y, arithmetic)
    if (rest.startsWith('$[')) return this.skip(/\$\[[^\]]*\]?/y, arithmetic)
    if (rest.startsWith('${')) return this.skip(/\$\{[^}]*\}?/y, 'is within ${…}')
    if (rest.startsWith('$(')) return this.open('round', 2)
    if (kind === 'double') return c === '"' ? this.close() : this.take(1)
    if (c === '"') return this.open('double', 1)
    if (rest.startsWith("$'")) return this.skip(/\$'(?:\\[^]|[^'\\])*'?/y, singleQuotes)
    if (c === "'") return this.skip(/'[^']*'?/y, singleQuotes)
    if (rest.startsWith('[[') && this.command.word === '')
      return this.skip(/\[\[[^\n]*?(?:\]\]|(?=\n)|$)/y, 'is within [[ … ]]')
    if (c === '[' && /\w$/.test(this.command.word)) return this.skip(/\[[^\]\s]*\]?/y, arithmetic)
    if (rest.startsWith('((') && this.command.word === '') return this.skip(/\(\([^]*?(?:\)\)|$)/y, arithmetic)
    if (rest === '<<<') return this.separate(3)
    if (rest.startsWith('<<')) return this.announceDocument()
    if (c === '#' && this.command.word === '') return this.skip(/#.*/y)
    if (c === '(') return this.open('round', 1)
    if (c === ')') return kind === 'round' ? this.close() : this.endPipeline(1)
    if (c === '\n') return this.endLine()
    if (/^(?:&>|>&|<&)/.test(rest)) return this.separate(2)
    if (/^(?:\|\||&&|;;)/.test(rest)) return this.endPipeline(2)
    if (c === ';' || c === '&') return this.endPipeline(1)
    if (c === '|') return this.pipe()
    if (/[\s<>]/.test(c)) return this.separate(1)
    return this.take(1)
  }

  private get frame(): Frame {
    return this.frames.at(-1) as Frame
  }

  /** The simple command that is being parsed: a quoted text belongs to the command around it. */
  private get command(): Command {
    const frame = this.frames.findLast(({ kind }) => kind !== 'double')
    return frame?.pipeline.at(-1) as Command
  }

  private place(): void {
    const variable = `"$${variableName(this.count)}"`
    // Quotes are closed before the variable and opened again after it, so that the following text is not part of the
    // name.
    this.written += this.frame.kind === 'double' ? `"${variable}"` : variable
    this.command.word += MARK
    this.command.template ??= this.templates[this.count] ?? ''
    this.count++
    this.at++
  }

  /** Reads characters that are part of a word. */
  private take(count: number): void {
    const taken = this.text.slice(this.at, this.at + count)
    if (taken.includes(MARK)) this.refuse('follows a backslash')
    this.command.word += taken
    this.pass(count)
  }

  private pass(count: number): void {
    this.written += this.text.slice(this.at, this.at + count)
    this.at += count
  }

  /**
   * Reads a construct that is part of a word. @param why why no template may be in it; without a reason, its templates
   * are removed.
   */
  private skip(pattern: RegExp, why?: string): void {
    pattern.lastIndex = this.at
    const [found = ''] = pattern.exec(this.text) ?? [this.text[this.at]]
    if (why !== undefined && found.includes(MARK)) this.refuse(why)
    if (why !== undefined) this.command.word += found
    this.count += found.split(MARK).length - 1
    this.written += found.replaceAll(MARK, '')
    this.at += found.length
  }

  private open(kind: 'round' | 'double', count: number): void {
    this.pass(count)
    this.frames.push({ kind, pipeline: [newCommand()] })
  }

  private close(): void {
    if (this.frame.kind === 'round') this.judge()
    const inner = this.frame.pipeline.find(({ template }) => template !== undefined)?.template
    this.frames.pop()
    if (inner !== undefined) this.command.template ??= inner
    this.pass(1)
  }

  private separate(count: number): void {
    this.endWord()
    this.pass(count)
  }

  private endWord(): void {
    if (this.command.word !== '') this.command.words.push(this.command.word)
    this.command.word = ''
  }

  private pipe(): void {
    this.separate(1)
    this.frame.pipeline.push(newCommand())
  }

  private endPipeline(count = 0): void {
    this.judge()
    this.frame.pipeline = [newCommand()]
    this.pass(count)
  }

  private announceDocument(): void {
    this.endWord()
    const opening = /<<-?\s*(['"\\]?[^\s;|&<>()]*)/y
    opening.lastIndex = this.at
    const [whole = '<<', delimiter = ''] = opening.exec(this.text) ?? []
    if (whole.includes(MARK)) this.refuse(hereDocument)
    this.documents.push(delimiter.replace(/['"\\]/g, ''))
    this.pass(whole.length)
  }

  private endLine(): void {
    this.endWord()
    const { words, template } = this.command
    const isContinued = this.frame.pipeline.length > 1 && words.length === 0 && template === undefined
    if (isContinued) this.pass(1)
    else this.endPipeline(1)
    for (const delimiter of this.documents.splice(0)) {
      let end = this.at
      for (let line: string | undefined; end < this.text.length && line?.replace(/^\t+/, '') !== delimiter;) {
        const next = this.text.indexOf('\n', end)
        line = this.text.slice(end, next < 0 ? undefined : next)
        end = next < 0 ? this.text.length : next + 1
      }
      const body = this.text.slice(this.at, end)
      if (body.includes(MARK)) this.refuse(hereDocument)
      this.pass(body.length)
    }
  }

  /** Refuses a pipeline in which a program would run a value as code. */
  private judge(): void {
    this.endWord()
    let piped: string | undefined
    for (const { words, template } of this.frame.pipeline) {
      const programs = findPrograms(words)
      const reader = programs.find((name) => readsStandardInput.test(name))
      if (piped !== undefined && reader !== undefined) throw refusal(piped, `is piped into ${reader}`)
      if (template === undefined) continue
      if (programs[0]?.includes(MARK)) throw refusal(template, 'is the name of a program')
      const evaluator = programs.find((name) => evaluates.test(name))
      if (evaluator !== undefined) throw refusal(template, `is an argument of ${evaluator}, which runs it`)
      piped = template
    }
  }

  private refuse(why: string): never {
    throw refusal(this.templates[this.count] ?? '', why)
  }
}

const singleQuotes = 'is in single quotes, where a shell expands nothing'
const arithmetic = 'is in an arithmetic expression'
const hereDocument = 'is in a here-document'

const refusal = (template: string, why: string) =>
  new TemplateError(
    `${template} ${why}. Define it under env of the action instead, and let the script read that variable as data ("$NAME").`
  )

/** Programs that run their standard input. */
const readsStandardInput = /^(?:(?:ba|da|a|k|mk|z|fi|c|tc)?sh|ssh|psql|mysql|mariadb|sqlite3|at|batch|parallel)$/
/** Programs that run, or calculate with, an argument. */
const evaluates =
  /^(?:(?:ba|da|a|k|mk|z|fi|c|tc)?sh|eval|source|\.|trap|alias|let|declare|typeset|unset|ssh|su|watch|parallel|[gmn]?awk|sed|perl|python[\d.]*|ruby|node|deno|bun|php|lua|jq|yq|psql|mysql|mariadb|sqlite3)$/
/** Programs whose arguments name another one. */
const starts =
  /^(?:sudo|doas|env|timeout|xargs|nohup|exec|time|nice|ionice|command|builtin|setsid|stdbuf|chroot|nsenter|unshare|docker|podman|find)$/
const shells = /^(?:ba|da|a|k|mk|z|fi|c|tc)?sh$/
const reserved = /^(?:[!{}]|if|then|elif|else|fi|while|until|do|done|esac|function|time)$/

/** The names of the programs that a simple command may run, as far as the text shows. */
function findPrograms(words: readonly string[]): string[] {
  if (/^(?:for|case)$/.test(words[0] ?? '')) return []
  const names = words.map((word) => (word.includes(MARK) ? word : (word.split('/').at(-1) ?? '')))
  const first = words.findIndex((word) => !reserved.test(word) && !/^\w+\+?=/.test(word))
  const isStarter = starts.test(names[first] ?? '')
  return names.filter(
    (name, index) => index === first || (index > first && (isStarter || words[index - 1] === '--' || shells.test(name)))
  )
}

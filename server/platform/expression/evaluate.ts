import type { ASTNode } from '@marcbachmann/cel-js'
import { Duration, Environment } from '@marcbachmann/cel-js/evaluator'
import { shorten } from '@/shared/format'
import { addFunctions, replacedFunctions, runFunctions, type PlaybookRunState } from './functions'
import { asText, type CelValue, listEntries, fromJson, toJson } from './values'

/** The variables that an expression may read. Integers must be bigint; other numbers are doubles, as in JSON. */
type ExpressionVariables = Readonly<Record<string, unknown>>

export type ExpressionRequest = {
  expression: string
  variables: ExpressionVariables
  /** Variables that are durations, in milliseconds. */
  durationsMs?: Readonly<Record<string, number>>
  /** Names that the protocol provides here and this backend does not. */
  unsupported?: readonly string[]
  /** The state of a run, for the functions of its conditions. */
  run?: PlaybookRunState
}

/**
 * `text` is the value as the protocol prints it; `read` contains the variables that the expression names, shortened.
 */
export type ExpressionValue = { kind: 'value'; value: unknown; text: string; read: Readonly<Record<string, string>> }

export type ExpressionResult =
  | ExpressionValue
  /**
   * The expression is invalid, or does not fit the values it reads. The message is for users and contains the
   * position. `absentKey`: the values have no such key.
   */
  | { kind: 'failed'; message: string; absentKey?: string }
  /**
   * The expression requires an unsupported feature, given as a noun with its position, or took too much time or memory
   * (`isCostly`). `isTemporary` when the expression may have a result later. There is no result.
   */
  | { kind: 'undecided'; message: string; isCostly?: true; isTemporary?: true }

const LONGEST_EXPRESSION = 10_000
/** Size limit of a result, as JSON. */
const LARGEST_ANSWER = 1_000_000
/** Length limit of one variable in a message. */
const LONGEST_READ = 200

const limits = { maxAstNodes: 2000, maxDepth: 64, maxListElements: 1000, maxMapEntries: 1000, maxCallArguments: 16 }

let clock = () => new Date()
let soFar: PlaybookRunState | undefined
let cached: { environment: Environment; names: ReadonlySet<string> } | undefined

/** Created once, and only when there is an expression: it takes some milliseconds. */
function getEnvironment() {
  if (cached) return cached
  const environment = new Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
    limits,
  })
  addFunctions(
    environment,
    () => clock(),
    () => soFar
  )
  const names = new Set(environment.getDefinitions().functions.map(({ name }) => name))
  cached = { environment, names }
  return cached
}

/** Parsed expressions, the latest last: a check has the same one in every run. */
const parsed = new Map<string, Parsed>()
const MOST_PARSED = 2000

type Parsed = {
  run: (variables: Map<string, CelValue>) => unknown
  names: readonly string[]
  missing: string | undefined
  /** A function that only conditions of runs have. */
  ofRun: string | undefined
}

/**
 * Evaluates one expression in this thread without a time limit. The server uses the worker instead, with
 * `createEvaluator`.
 */
export function evaluateExpression(
  { expression, variables, durationsMs = {}, unsupported = [], run: ofRun }: ExpressionRequest,
  now = () => new Date()
): ExpressionResult {
  clock = now
  soFar = ofRun
  if (expression.length > LONGEST_EXPRESSION)
    return { kind: 'failed', message: `an expression may have at most ${LONGEST_EXPRESSION} characters` }
  try {
    const { run, names, missing, ofRun: needed } = parse(expression)
    if (missing !== undefined) return { kind: 'undecided', message: missing }
    if (needed !== undefined && !ofRun) return { kind: 'undecided', message: needed }
    const absent = names.find((name) => unsupported.includes(name))
    if (absent !== undefined) return { kind: 'undecided', message: `the variable ${absent}` }
    const given = new Map<string, CelValue>(Object.entries(variables).map(([name, value]) => [name, fromJson(value)]))
    for (const [name, ms] of Object.entries(durationsMs)) given.set(name, Duration.fromMilliseconds(ms))
    const result = unwrapped(run(given))
    const value = toJson(result)
    if ((JSON.stringify(value)?.length ?? 0) > LARGEST_ANSWER)
      return { kind: 'failed', message: `the result is larger than ${LARGEST_ANSWER} characters` }
    const read = names.filter((name) => given.has(name)).map((name) => [name, shown(given.get(name))])
    return { kind: 'value', value, text: asText(result), read: Object.fromEntries(read) as Record<string, string> }
  } catch (error) {
    const absentKey = findAbsentKey(error)
    return { kind: 'failed', message: describeError(error, expression), ...(absentKey !== undefined && { absentKey }) }
  }
}

/** Why an expression cannot be evaluated, whatever its variables are; undefined if it can. */
export function findExpressionError(expression: string): string | undefined {
  if (expression.length > LONGEST_EXPRESSION) return `an expression may have at most ${LONGEST_EXPRESSION} characters`
  try {
    const { missing, ofRun } = parse(expression)
    return missing ?? ofRun
  } catch (error) {
    return describeError(error, expression)
  }
}

function parse(expression: string): Parsed {
  const known = parsed.get(expression)
  if (known) return known
  const { environment, names: functions } = getEnvironment()
  const run = environment.parse(expression)
  const names = new Set<string>()
  let missing: string | undefined
  let ofRun: string | undefined
  for (const node of walkNodes(run.ast)) {
    if (node.op === 'id') names.add(node.args as string)
    if (node.op !== 'call' && node.op !== 'rcall') continue
    const args = node.args as [string, ...unknown[]]
    const [name] = args
    const what = `the function ${fullName(node)} ${place(expression, node.start)}`
    if (functions.has(name)) args[0] = replacedFunctions.get(name) ?? name
    else missing ??= what
    if (node.op === 'call' && runFunctions.has(name)) ofRun ??= what
  }
  const result = { run, names: [...names], missing, ofRun }
  if (parsed.size >= MOST_PARSED) parsed.delete(parsed.keys().next().value ?? '')
  parsed.set(expression, result)
  return result
}

function* walkNodes(root: ASTNode): Generator<ASTNode> {
  const left: unknown[] = [root]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (Array.isArray(next)) left.push(...next.filter((one) => one !== undefined))
    else if (isNode(next)) {
      yield next
      left.push(next.args)
    }
  }
}

const isNode = (value: unknown): value is ASTNode => typeof value === 'object' && value !== null && 'op' in value

/** `k8s.getHealth`, or `fold`. */
function fullName(node: ASTNode): string {
  const [name, receiver] = node.args as [string, unknown]
  return node.op === 'rcall' && isNode(receiver) && receiver.op === 'id' ? `${receiver.args as string}.${name}` : name
}

/** The value of an optional. */
function unwrapped(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('hasValue' in value) || !('value' in value)) return value
  const optional = value as { hasValue(): boolean; value(): unknown }
  return optional.hasValue() ? optional.value() : null
}

function place(expression: string, at: number): string {
  const before = expression.slice(0, at).split('\n')
  const column = `column ${(before.at(-1)?.length ?? 0) + 1}`
  return before.length > 1 ? `(line ${before.length}, ${column})` : `(${column})`
}

function describeError(error: unknown, expression: string): string {
  if (!(error instanceof Error)) return String(error)
  const { range, summary } = error as { range?: { start: number }; summary?: string }
  const why = summary ?? error.message
  return range ? `${why} ${place(expression, range.start)}` : why
}

function findAbsentKey(error: unknown): string | undefined {
  const { code, summary } = error as { code?: string; summary?: string }
  return code === 'no_such_key' ? /^No such key: (.*)$/s.exec(summary ?? '')?.[1] : undefined
}

function shown(value: CelValue): string {
  const isLarge = typeof value === 'object' && value !== null && !(value instanceof Duration || value instanceof Date)
  if (isLarge) return Array.isArray(value) ? `[${value.length}]` : `{${listEntries(value).length}}`
  return typeof value === 'string' ? JSON.stringify(shorten(value, LONGEST_READ)) : shorten(asText(value), LONGEST_READ)
}

import { EvaluationError } from '@marcbachmann/cel-js'
import { Duration, type Environment } from '@marcbachmann/cel-js/evaluator'
import { formatGoDuration, parseDuration } from '@/shared/duration'
import { parseExpression } from '@/shared/expression'
import { shorten } from '@/shared/format'
import { TIMED_OUT } from './timed-out'
import { asText, type CelValue, fromJson, listEntries, toJson } from './values'

/**
 * Replacements for functions of the library: its `matches` is JavaScript's, which a short pattern can keep busy
 * forever, and its durations have no days.
 */
export const replacedFunctions: ReadonlyMap<string, string> = new Map([
  ['matches', 'matchesInTime'],
  ['duration', 'durationOf'],
])

/** The namespaces of functions: `math.Add`. */
const namespaces = ['base64', 'k8s', 'math', 'regexp', 'sets', 'time'] as const

/** Limit for lists that functions create; data from outside may be longer. */
const LONGEST_LIST = 10_000
const LONGEST_TEXT = 1_000_000
/** Length limit of a value in a message. */
const LONGEST_SHOWN = 100

/** The state of a playbook run, with the last attempt at each action. */
export type PlaybookRunState = {
  /** An action has failed for good. */
  hasFailed: boolean
  /** In the order in which they ran. */
  actions: readonly PlaybookActionState[]
}
export type PlaybookActionState = { name: string; status: string; result: unknown; error: string | null }

/** The functions that only conditions of runs have. */
export const runFunctions: ReadonlySet<string> = new Set([
  'always',
  'success',
  'failure',
  'timeout',
  'skip',
  'getLastAction',
  'getAction',
])

/** Adds a function by its signature. An error that it throws becomes an error of the expression. */
type AddFunction = (signature: string, evaluate: (...args: never[]) => CelValue) => void

/** Adds the functions of the protocol, under its names. */
export function addFunctions(environment: Environment, now: () => Date, run: () => PlaybookRunState | undefined): void {
  for (const name of namespaces) {
    const type = `${name}Functions`
    const holder = class {
      readonly name = name
    }
    environment.registerType(type, { ctor: holder, fields: {} }).registerConstant(name, type, new holder())
  }
  // The library passes the arguments of the signature, and adds the position to its own kind of error.
  const add: AddFunction = (signature, evaluate) =>
    void environment.registerFunction(signature, (...args: never[]) => {
      try {
        return evaluate(...args)
      } catch (error) {
        throw new EvaluationError(error instanceof Error ? error.message : String(error))
      }
    })
  addRunFunctions(add, run)
  addTimeFunctions(add, now)
  addJsonFunctions(add)
  addCollectionFunctions(add)
  addTextFunctions(add)
  addMathFunctions(add)
  addKubernetesFunctions(add)
}

function addRunFunctions(add: AddFunction, run: () => PlaybookRunState | undefined): void {
  add('always(): bool', () => true)
  add('skip(): bool', () => false)
  add('failure(): bool', () => run()?.hasFailed ?? false)
  add('success(): bool', () => !run()?.hasFailed)
  add('timeout(): bool', () => run()?.actions.some(({ error }) => error?.startsWith(TIMED_OUT)) ?? false)
  add('getLastAction(): dyn', () => toActionValue(run()?.actions.at(-1), 'action'))
  add('getAction(string): dyn', (name: string) =>
    toActionValue(
      run()?.actions.find((one) => one.name === name),
      `action ${name}`
    )
  )
}

function toActionValue(found: PlaybookActionState | undefined, what: string): CelValue {
  if (!found) throw new Error(`there is no ${what} yet`)
  return fromJson(found)
}

function addTimeFunctions(add: AddFunction, now: () => Date): void {
  const duration = 'google.protobuf.Duration'
  const timestamp = 'google.protobuf.Timestamp'
  for (const name of ['durationOf', 'Duration']) add(`${name}(string): ${duration}`, toDuration)
  add(`timeFunctions.ParseDuration(string): ${duration}`, (_: object, text: string) => toDuration(text))
  add(`timeFunctions.Now(): ${timestamp}`, () => now())
  const since = (at: Date) => Duration.fromMilliseconds(now().getTime() - at.getTime())
  for (const name of ['age', 'Age']) {
    add(`${name}(${timestamp}): ${duration}`, since)
    add(`${name}(string): ${duration}`, (text: string) => {
      const at = new Date(text)
      // The protocol's documentation also writes durations this way: `sslAge < Age("7d")`.
      return Number.isNaN(at.getTime()) ? toDuration(text) : since(at)
    })
  }
  add(`timeFunctions.Since(${timestamp}): ${duration}`, (_: object, at: Date) => since(at))
  add(`timeFunctions.Until(${timestamp}): ${duration}`, (_: object, at: Date) =>
    Duration.fromMilliseconds(at.getTime() - now().getTime())
  )
  add(`string(${duration}): string`, asText)
  add(`string(${timestamp}): string`, asText)
  for (const name of ['humanDuration', 'HumanDuration']) {
    add(`${name}(${duration}): string`, (value: Duration) => humanDuration(value.valueOf()))
    add(`${name}(int): string`, (value: bigint) => humanDuration(Number(value) / 1e6))
    add(`${name}(double): string`, (value: number) => humanDuration(value / 1e6))
    add(`${name}(string): string`, (value: string) => humanDuration(toDuration(value).valueOf()))
  }
}

function addJsonFunctions(add: AddFunction): void {
  for (const name of ['JSON', 'JSONArray'])
    add(`string.${name}(): dyn`, (written: string) => {
      try {
        return fromJson(JSON.parse(written))
      } catch {
        throw new Error(`${name}(): the text is not JSON`)
      }
    })
  for (const receiver of ['string', 'int', 'uint', 'double', 'bool', 'list', 'map']) {
    add(`${receiver}.toJSON(): string`, (value: CelValue) => JSON.stringify(toJson(value)))
    add(`${receiver}.toJSONPretty(string): string`, (value: CelValue, indent: string) =>
      JSON.stringify(toJson(value), undefined, indent)
    )
  }
  add('toJSON(dyn): string', (value: CelValue) => JSON.stringify(toJson(value)))
}

function addCollectionFunctions(add: AddFunction): void {
  add('map.keys(): list<dyn>', (map: CelValue) => listEntries(map).map(([key]) => key))
  add('map.values(): list<dyn>', (map: CelValue) => listEntries(map).map(([, value]) => value))
  add('map.merge(map): map', (a: CelValue, b: CelValue) => new Map([...listEntries(a), ...listEntries(b)]))
  add('map.omit(list): map', (map: CelValue, names: readonly CelValue[]) => {
    const left = new Set(names)
    return new Map(listEntries(map).filter(([key]) => !left.has(key)))
  })
  add('list.sort(): list<dyn>', (list: readonly CelValue[]) => list.toSorted(compare))
  for (const name of ['distinct', 'uniq'])
    add(`list.${name}(): list<dyn>`, (list: readonly CelValue[]) => [
      ...new Map(list.map((one) => [valueKey(one), one])).values(),
    ])
  add('list.reverse(): list<dyn>', (list: readonly CelValue[]) => list.toReversed())
  add('list.flatten(): list<dyn>', (list: readonly CelValue[]) => list.flat(32))
  add('list.slice(int, int): list<dyn>', (list: readonly CelValue[], from: bigint, to: bigint) =>
    list.slice(Number(from), Number(to))
  )
  add('list.sum(): double', (list: readonly CelValue[]) => list.reduce<number>((sum, one) => sum + toNumber(one), 0))
  add('range(int): list<int>', (to: bigint) => range(0n, to))
  add('range(int, int): list<int>', (from: bigint, to: bigint) => range(from, to))
  add('range(int, int, int): list<int>', (from: bigint, to: bigint, step: bigint) => range(from, to, step))
  type Lists = [_: object, a: readonly CelValue[], b: readonly CelValue[]]
  add('setsFunctions.contains(list, list): bool', (...[, a, b]: Lists) => b.every(has(a)))
  add('setsFunctions.intersects(list, list): bool', (...[, a, b]: Lists) => b.some(has(a)))
  add('setsFunctions.equivalent(list, list): bool', (...[, a, b]: Lists) => b.every(has(a)) && a.every(has(b)))
}

function addTextFunctions(add: AddFunction): void {
  add('string.matchesInTime(string): bool', (text: string, pattern: string) => parseExpression(pattern).isIn(text))
  add('regexpFunctions.Match(string, string): bool', (_: object, pattern: string, text: string) =>
    parseExpression(pattern).isIn(text)
  )
  add('string.charAt(int): string', (written: string, at: bigint) => written.charAt(Number(at)))
  add('string.replace(string, string): string', (written: string, old: string, by: string) =>
    bounded(written.replaceAll(old, () => by))
  )
  add('string.replaceAll(string, string): string', (written: string, old: string, by: string) =>
    bounded(written.replaceAll(old, () => by))
  )
  add('string.repeat(int): string', (written: string, times: bigint) => {
    if (times < 0n || BigInt(written.length) * times > BigInt(LONGEST_TEXT))
      throw new Error('repeat(): the text is too long')
    return written.repeat(Number(times))
  })
  add('string.reverse(): string', (written: string) => [...written].toReversed().join(''))
  add('string.title(): string', (written: string) => written.replace(/(?<!\S)\S/g, (first) => first.toUpperCase()))
  add('string.trimPrefix(string): string', (written: string, start: string) =>
    written.startsWith(start) ? written.slice(start.length) : written
  )
  add('string.trimSuffix(string): string', (written: string, end: string) =>
    end !== '' && written.endsWith(end) ? written.slice(0, -end.length) : written
  )
  add('string.runeCount(): int', (written: string) => BigInt([...written].length))
  add('urlencode(string): string', (written: string) => new URLSearchParams({ '': written }).toString().slice(1))
  add(
    'urldecode(string): string',
    (written: string) => new URLSearchParams(`a=${written.replaceAll('&', '%26')}`).get('a') ?? ''
  )
  add('base64Functions.encode(string): string', (_: object, written: string) => Buffer.from(written).toString('base64'))
  add('base64Functions.encode(bytes): string', (_: object, bytes: Uint8Array) => Buffer.from(bytes).toString('base64'))
  add('base64Functions.decode(string): bytes', (_: object, written: string) => Buffer.from(written, 'base64'))
  for (const name of ['humanSize', 'HumanSize']) {
    add(`${name}(int): string`, (bytes: bigint) => humanSize(Number(bytes)))
    add(`${name}(double): string`, humanSize)
    add(`${name}(string): string`, (bytes: string) => humanSize(toNumber(bytes)))
  }
}

function addMathFunctions(add: AddFunction): void {
  const math: AddFunction = (signature, evaluate) => add(`mathFunctions.${signature}`, evaluate)

  type Numbers = [_: object, list: readonly CelValue[]]
  math('Add(list): dyn', (...[, list]: Numbers) =>
    likeAll(
      list,
      list.reduce<number>((sum, one) => sum + toNumber(one), 0)
    )
  )
  math('Mul(list): dyn', (...[, list]: Numbers) =>
    likeAll(
      list,
      list.reduce<number>((all, one) => all * toNumber(one), 1)
    )
  )
  math('greatest(list): dyn', (...[, list]: Numbers) => extreme(list, 1))
  math('least(list): dyn', (...[, list]: Numbers) => extreme(list, -1))
  math('Sub(dyn, dyn): dyn', (_: object, a: CelValue, b: CelValue) => likeAll([a, b], toNumber(a) - toNumber(b)))
  math('Div(dyn, dyn): double', (_: object, a: CelValue, b: CelValue) => toNumber(a) / toNumber(b))
  for (const [name, round] of [
    ['Abs', Math.abs],
    ['Ceil', Math.ceil],
    ['Floor', Math.floor],
    ['Round', Math.round],
    ['Trunc', Math.trunc],
  ] as const)
    math(`${name}(dyn): dyn`, (_: object, value: CelValue) => likeAll([value], round(toNumber(value))))
  math('Sqrt(dyn): double', (_: object, value: CelValue) => Math.sqrt(toNumber(value)))
}

function addKubernetesFunctions(add: AddFunction): void {
  add('k8sFunctions.cpuAsMillicores(string): int', (_: object, written: string) => {
    const isMilli = written.endsWith('m')
    return BigInt(Math.round(toNumber(isMilli ? written.slice(0, -1) : written) * (isMilli ? 1 : 1000)))
  })
  add('k8sFunctions.memoryAsBytes(string): int', (_: object, written: string) => {
    const [, amount, unit = ''] = /^([\d.]+)([KMGTPE]i?|k|)$/.exec(written) ?? []
    const power = 'KMGTPE'.indexOf(unit.charAt(0).toUpperCase()) + 1
    return BigInt(Math.trunc(toNumber(amount) * (unit === '' ? 1 : (unit.endsWith('i') ? 1024 : 1000) ** power)))
  })
}

function toDuration(written: string): Duration {
  const ms = parseDuration(written)
  if (ms === undefined) throw new Error(`"${shorten(written, LONGEST_SHOWN)}" is not a duration such as 30s or 7d`)
  return Duration.fromMilliseconds(ms)
}

const DAY_MS = 86_400_000

/** The two largest units: `3d4h`, `5m2s`, `12ms`. */
function humanDuration(ms: number): string {
  if (Math.abs(ms) < DAY_MS)
    return formatGoDuration(Math.abs(ms) < 1000 ? Math.round(ms) : Math.trunc(ms / 1000) * 1000)
  const hours = Math.trunc(Math.abs(ms) / 3_600_000)
  return `${ms < 0 ? '-' : ''}${Math.trunc(hours / 24)}d${hours % 24}h`
}

/** `512 B` as `512`, `1536` as `1.5K`: powers of 1,024 and one decimal. */
function humanSize(bytes: number): string {
  const units = ['', 'K', 'M', 'G', 'T', 'P']
  let at = 0
  let amount = bytes
  while (Math.abs(amount) >= 1024 && at < units.length - 1) {
    amount /= 1024
    at++
  }
  return `${Math.round(amount * 10) / 10}${units[at]}`
}

function toNumber(value: CelValue): number {
  const number = typeof value === 'string' && value.trim() === '' ? NaN : Number(value)
  if (Number.isNaN(number)) throw new Error(`${shorten(String(value), LONGEST_SHOWN)} is not a number`)
  return number
}

/** The result is an integer if all values are. */
const likeAll = (values: readonly CelValue[], result: number): number | bigint =>
  values.every((one) => typeof one === 'bigint') && Number.isSafeInteger(result) ? BigInt(result) : result

function extreme(list: readonly CelValue[], sign: 1 | -1): CelValue {
  if (list.length === 0) throw new Error('the list has no numbers')
  return list.reduce((best, one) => ((toNumber(one) - toNumber(best)) * sign > 0 ? one : best))
}

function compare(a: CelValue, b: CelValue): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  return toNumber(a) - toNumber(b)
}

/** Returns a test for membership in a list. */
function has(list: readonly CelValue[]): (one: CelValue) => boolean {
  const keys = new Set(list.map(valueKey))
  return (one) => keys.has(valueKey(one))
}

/** Equal for equal values; an integer equals the same double, as in CEL. */
const valueKey = (value: CelValue): string => JSON.stringify(toJson(value))

function range(from: bigint, to: bigint, step = 1n): bigint[] {
  if (step <= 0n) throw new Error('range(): the step must be more than 0')
  if ((to - from) / step > BigInt(LONGEST_LIST)) throw new Error(`range(): more than ${LONGEST_LIST} numbers`)
  const all: bigint[] = []
  for (let at = from; at < to; at += step) all.push(at)
  return all
}

function bounded(written: string): string {
  if (written.length > LONGEST_TEXT) throw new Error('the text is too long')
  return written
}

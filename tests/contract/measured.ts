import { type Member, parseShape, type Shape } from './notation'
import { catalog } from './shapes/catalog'
import { health } from './shapes/health'
import { incidents } from './shapes/incidents'
import { logs } from './shapes/logs'
import { notifications } from './shapes/notifications'
import { playbooks } from './shapes/playbooks'
import { settings } from './shapes/settings'
import { signIn } from './shapes/sign-in'
import { topology } from './shapes/topology'

/**
 * The measured answers of the servers of a Mission Control, in the notation of `notation.ts`, by feature as in
 * `src/api`.
 *
 * Measured with mission-control 4fea9a71, canary-checker 44b077cd and kratos b86338da0 on Postgres 15, without
 * Kubernetes. Each shape combines all rows that were seen. `a|b`, the words and `?` are therefore what occurred; further
 * words and types may exist. `null` is where it was seen, and where the column of the table may be null. Members of
 * views that were null in every row have no other type.
 *
 * Not measured: PostgREST's refusals, row policies, config-db, and what a cluster would add.
 */
export type Measured = {
  /** A row of each relation with all its columns. */
  rows?: Readonly<Record<string, string>>
  /**
   * Related rows that a request embeds, as `relation.name`: the relation of one row, or in brackets that of several. One
   * row may always be null, because a policy can hide it.
   */
  embeds?: Readonly<Record<string, string>>
  /** Parts of JSON columns that a request selects, as `relation.column->member`. */
  paths?: Readonly<Record<string, string>>
  /** Answers of functions and services by method and path, which has no `/api`. `null` is an empty body. */
  answers?: Readonly<Record<string, string>>
}

const features: readonly Measured[] = [
  catalog,
  health,
  incidents,
  logs,
  notifications,
  playbooks,
  settings,
  signIn,
  topology,
]

const collect = (part: keyof Measured): ReadonlyMap<string, string> =>
  new Map(features.flatMap((feature) => Object.entries(feature[part] ?? {})))

const [rows, embeds, paths, answers] = [collect('rows'), collect('embeds'), collect('paths'), collect('answers')]

const parsed = new Map<string, Shape>()
/** Each skeleton is parsed once. */
function parse(text: string): Shape {
  const known = parsed.get(text) ?? parseShape(text)
  parsed.set(text, known)
  return known
}

export const measuredRelations: readonly string[] = [...rows.keys()].toSorted()
export const measuredAnswers: readonly string[] = [...answers.keys()].toSorted()

/** The answer of a function or service. @param call such as `GET /canary/api/summary` */
export const measuredAnswer = (call: string): Shape => parse(answers.get(call) ?? missing(call))

/** A request without a measured answer, with the missing part. */
export class NotMeasured extends Error {
  override name = 'NotMeasured'
}

const missing = (what: string): never => {
  throw new NotMeasured(`${what} was not measured`)
}

/**
 * The measured answer to a request: that of the service or function, or a list of rows with the selected columns.
 * @throws {NotMeasured} if the request, or a column that it selects, was not measured
 */
export function shapeOfRequest(method: string, { pathname, searchParams }: URL): Shape {
  const path = pathname.replace(/^\/api/, '')
  const select = searchParams.get('select') ?? '*'
  const [, relation] = /^\/db\/(\w+)$/.exec(path) ?? []
  if (relation !== undefined) return { is: 'list', of: measuredRow(relation, select) }
  const call = `${path.startsWith('/db/rpc/') ? 'GET' : method} ${path}`
  const found = [...answers.keys()].find((known) => matches(known, call)) ?? missing(call)
  const shape = measuredAnswer(found)
  return select === '*' ? shape : cut(shape, splitList(select), found)
}

/** `{id}` in a measured path stands for one segment. */
const matches = (known: string, call: string) =>
  known === call || (known.includes('{') && new RegExp(`^${known.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(call))

function cut(shape: Shape, columns: readonly string[], of: string): Shape {
  if (shape.is !== 'list' || shape.of.is !== 'object') return missing(`a part of ${of}`)
  const { members } = shape.of
  const member = (name: string) => members.get(name) ?? missing(`${of} ${name}`)
  return { is: 'list', of: { is: 'object', members: new Map(columns.map((name) => [name, member(name)])) } }
}

/** A row of a relation. @param select the list of columns of the request, with embedded rows */
export function measuredRow(relation: string, select = '*'): Shape {
  const whole = parse(rows.get(relation) ?? missing(relation))
  if (whole.is !== 'object') throw new SyntaxError(`A row of ${relation} is no object.`)
  const members = new Map<string, Member>()
  for (const item of splitList(select)) {
    if (item === '*') for (const [name, member] of whole.members) members.set(name, member)
    else members.set(...selected(relation, whole.members, item))
  }
  const hasMore = whole.hasMore && splitList(select).includes('*')
  return { is: 'object', members, ...(hasMore && { hasMore }) }
}

/** @param item such as `name`, `alias:column`, `alias:table!hint(columns)` or `column->member` */
function selected(relation: string, whole: ReadonlyMap<string, Member>, item: string): [string, Member] {
  const {
    alias,
    name = '',
    inner,
  } = /^(?:(?<alias>\w+):)?(?<name>[^(]+)(?:\((?<inner>.*)\))?$/.exec(item)?.groups ?? {}
  const [base = ''] = name.split('!')
  const of = `${relation}.${base}`
  if (inner !== undefined) {
    const target = embeds.get(of) ?? missing(of)
    const isList = target.startsWith('[')
    const row = measuredRow(isList ? target.slice(1, -1) : target, inner)
    const shape: Shape = isList ? { is: 'list', of: row } : { is: 'either', of: [row, { is: 'value', type: 'null' }] }
    return [alias ?? base, { shape, isOptional: false }]
  }
  if (base.includes('->')) return [alias ?? base, { shape: parse(paths.get(of) ?? missing(of)), isOptional: false }]
  return [alias ?? base, whole.get(base) ?? missing(of)]
}

/** Splits at the commas outside of parentheses. */
export const splitList = (text: string): string[] => {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}

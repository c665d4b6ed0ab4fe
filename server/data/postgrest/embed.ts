import { QueryError } from './errors'
import type { SelectEmbed } from './parse-select'
import type { Relationship, SchemaCache } from './schema-cache'

/** The join path of an embed: along one foreign key, or through a table that links both sides. */
export type JoinPath = { to: string; isToOne: boolean; steps: readonly Relationship[] }

/**
 * Resolves the relationship of an embed: by the name of the relation, of the foreign key's column, or of its
 * constraint. A hint chooses among several.
 */
export function resolveEmbed(cache: SchemaCache, from: string, { target, hint }: SelectEmbed): JoinPath {
  const outgoing = cache.relationships.get(from) ?? []
  const named = towards(outgoing, from, target)
  // A column or constraint name refers to tables, never to views.
  const byKey = outgoing.filter(
    ({ on, constraint, isToOne, to }) =>
      (constraint === target || (isToOne && on.length === 1 && on[0]?.from === target)) && isTable(cache, to)
  )
  const direct = choose(named.length > 0 ? named : byKey, hint)
  const [only, another] = direct
  if (only && !another) return { to: only.to, isToOne: only.isToOne, steps: [only] }
  if (only)
    throw ambiguous(
      from,
      target,
      direct.map((one) => describeDirect(cache, one))
    )

  const linked = named.length === 0 ? linksBetween(cache, outgoing, target, hint) : []
  const [link, anotherLink] = linked
  if (link && !anotherLink) return { to: target, isToOne: false, steps: link }
  if (link) throw ambiguous(from, target, linked.map(describeLink))
  throw new QueryError(
    'PGRST200',
    `Could not find a relationship between '${from}' and '${target}' in the schema cache`,
    400,
    `Searched for a foreign key relationship between '${from}' and '${target}'${hint ? ` using the hint '${hint}'` : ''}, but no matches were found.`
  )
}

/**
 * The relationships with a relation of this name. In a self-reference the name means the rows that refer to this one;
 * the referenced row is selected by its column.
 */
function towards(outgoing: readonly Relationship[], from: string, target: string): readonly Relationship[] {
  const named = outgoing.filter(({ to }) => to === target)
  const referring = target === from ? named.filter(({ isToOne }) => !isToOne) : []
  return referring.length > 0 ? referring : named
}

function choose(candidates: readonly Relationship[], hint: string | undefined): readonly Relationship[] {
  if (hint === undefined) return candidates
  return candidates.filter(
    ({ constraint, on, to }) =>
      constraint === hint || to === hint || (on.length === 1 && (on[0]?.from === hint || on[0]?.to === hint))
  )
}

/** The two steps of a many-to-many relationship: to the table that links both sides, and from there. */
type Link = readonly [Relationship, Relationship]

/** Many-to-many relationships: a table with a foreign key to each side. */
function linksBetween(
  cache: SchemaCache,
  outgoing: readonly Relationship[],
  target: string,
  hint: string | undefined
): Link[] {
  return outgoing
    .filter(({ isToOne, to }) => !isToOne && isTable(cache, to) && (hint === undefined || hint === to))
    .flatMap((there) =>
      (cache.relationships.get(there.to) ?? [])
        .filter((back) => back.isToOne && back.to === target && back.constraint !== there.constraint)
        .map((back): Link => [there, back])
    )
}

const isTable = (cache: SchemaCache, name: string) => cache.relations.get(name)?.isTable ?? false

/** A relationship of an ambiguous embed, as the protocol describes it, and the hint that chooses it. */
type Candidate = { hint: string; details: { cardinality: string; embedding: string; relationship: string } }

const columnsText = (names: readonly string[]) => `(${names.join(', ')})`

function describeDirect(cache: SchemaCache, { constraint, from, to, on, isToOne }: Relationship): Candidate {
  const back = (cache.relationships.get(to) ?? []).find(
    (one) => one.constraint === constraint && one.to === from && one.on.every((pair, n) => pair.from === on[n]?.to)
  )
  const [own, other] = [on.map((pair) => pair.from), on.map((pair) => pair.to)]
  return {
    hint: `${to}!${constraint}`,
    details: {
      cardinality: `${back?.isToOne ? 'one' : 'many'}-to-${isToOne ? 'one' : 'many'}`,
      embedding: `${from} with ${to}`,
      relationship: `${constraint} using ${from}${columnsText(own)} and ${to}${columnsText(other)}`,
    },
  }
}

function describeLink([there, back]: Link): Candidate {
  const throughFirst = `${there.constraint}${columnsText(there.on.map((pair) => pair.to))}`
  const throughSecond = `${back.constraint}${columnsText(back.on.map((pair) => pair.from))}`
  return {
    hint: `${back.to}!${there.to}`,
    details: {
      cardinality: 'many-to-many',
      embedding: `${there.from} with ${back.to}`,
      relationship: `${there.to} using ${throughFirst} and ${throughSecond}`,
    },
  }
}

const ambiguous = (from: string, target: string, candidates: readonly Candidate[]) =>
  new QueryError(
    'PGRST201',
    `Could not embed because more than one relationship was found for '${from}' and '${target}'`,
    300,
    candidates.map(({ details }) => details),
    `Try changing '${target}' to one of the following: ${candidates.map(({ hint }) => `'${hint}'`).join(', ')}. Find the desired relationship in the 'details' key.`
  )

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
  if (only) throw ambiguous(from, target, direct.map(describe))

  const linked = named.length === 0 ? linksBetween(cache, outgoing, target, hint) : []
  const [link, anotherLink] = linked
  if (link && !anotherLink) return { to: target, isToOne: false, steps: link }
  if (link)
    throw ambiguous(
      from,
      target,
      linked.map((steps) => steps.map(describe).join(' and '))
    )
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

/** Many-to-many relationships: a table with a foreign key to each side. */
function linksBetween(
  cache: SchemaCache,
  outgoing: readonly Relationship[],
  target: string,
  hint: string | undefined
): (readonly Relationship[])[] {
  return outgoing
    .filter(({ isToOne, to }) => !isToOne && isTable(cache, to) && (hint === undefined || hint === to))
    .flatMap((there) =>
      (cache.relationships.get(there.to) ?? [])
        .filter((back) => back.isToOne && back.to === target && back.constraint !== there.constraint)
        .map((back) => [there, back])
    )
}

const isTable = (cache: SchemaCache, name: string) => cache.relations.get(name)?.isTable ?? false

const describe = ({ constraint, from, to, on }: Relationship) =>
  `${constraint} using ${from}(${on.map((pair) => pair.from).join()}) and ${to}(${on.map((pair) => pair.to).join()})`

const ambiguous = (from: string, target: string, ways: readonly string[]) =>
  new QueryError(
    'PGRST201',
    `Could not embed because more than one relationship was found for '${from}' and '${target}'`,
    300,
    ways.join('; '),
    `Try changing '${target}' to one of the following: ${ways.map((way) => `'${target}!${way.split(' ')[0]}'`).join(', ')}.`
  )

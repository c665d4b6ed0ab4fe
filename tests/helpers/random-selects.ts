import { offeredRelations } from '../../server/identity/access/relations'
import type { Relationship, SchemaCache } from '../../server/data/postgrest/schema-cache'
import type { Random } from '../../src/shared/random'

/** A read with `depth` nested embeds of a random relation: a path below `/api/db/`. */
export function randomSelect({ relations, relationships }: SchemaCache, random: Random, depth: number): string {
  const from = random.pick(offeredRelations.filter((name) => relations.has(name) && relationships.has(name)))
  return `${from}?select=${listOf(from, depth)}`

  function listOf(relation: string, levels: number): string {
    const columns = [...(relations.get(relation)?.columns.keys() ?? [])]
    const shown = random.chance(0.3) ? ['*'] : [random.pick(columns), random.pick(columns)].map((name) => `"${name}"`)
    const ways = relationships.get(relation) ?? []
    const count = levels === 0 || ways.length === 0 ? 0 : 1 + random.below(2)
    const embeds = Array.from({ length: count }, (_, n) => {
      const { to, constraint } = way(ways)
      const inner = random.chance(0.15) ? '!inner' : ''
      return `e${n}:${to}!${constraint}${inner}(${listOf(to, levels - 1)})`
    })
    return [...shown, ...embeds].join()
  }

  /** Mostly to-many relationships, because they multiply rows. */
  function way(ways: readonly Relationship[]): Relationship {
    const toMany = ways.filter(({ isToOne }) => !isToOne)
    return random.pick(toMany.length > 0 && random.chance(0.7) ? toMany : ways)
  }
}

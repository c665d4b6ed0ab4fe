import { describe, expect, test } from 'vitest'
import { resolveEmbed } from './embed'
import { parseSelect, type SelectEmbed } from './parse-select'
import type { SchemaRelation, Relationship, SchemaCache } from './schema-cache'

const relation = (name: string, isTable = true): [string, SchemaRelation] => [
  name,
  { name, columns: new Map(), primaryKey: ['id'], isTable },
]

/** A foreign key in both directions. */
const key = (constraint: string, from: string, column: string, to: string, isOneToOne = false): Relationship[] => [
  { constraint, from, to, on: [{ from: column, to: 'id' }], isToOne: true },
  { constraint, from: to, to: from, on: [{ from: 'id', to: column }], isToOne: isOneToOne },
]

const all = [
  ...key('ships_port_fkey', 'ships', 'port_id', 'ports'),
  ...key('ships_port_fkey', 'ships', 'port_id', 'port_names'),
  ...key('voyages_from_fkey', 'voyages', 'from_id', 'ports'),
  ...key('voyages_to_fkey', 'voyages', 'to_id', 'ports'),
  ...key('captains_ship_fkey', 'captains', 'ship_id', 'ships', true),
  ...key('berths_ship_fkey', 'berths', 'ship_id', 'ships'),
  ...key('berths_sailor_fkey', 'berths', 'sailor_id', 'sailors'),
  ...key('shifts_ship_fkey', 'shifts', 'ship_id', 'ships'),
  ...key('shifts_cook_fkey', 'shifts', 'cook_id', 'cooks'),
  ...key('duties_ship_fkey', 'duties', 'ship_id', 'ships'),
  ...key('duties_cook_fkey', 'duties', 'cook_id', 'cooks'),
  ...key('crews_ship_fkey', 'crews', 'ship_id', 'ships', true),
  ...key('crews_spare_fkey', 'crews', 'spare_id', 'ships'),
  ...key('ships_sister_fkey', 'ships', 'sister_id', 'ships'),
]
const cache: SchemaCache = {
  relations: new Map([
    ...['ships', 'ports', 'voyages', 'captains', 'berths', 'sailors', 'shifts', 'duties', 'cooks', 'crews'].map(
      (name) => relation(name)
    ),
    relation('port_names', false),
  ]),
  relationships: new Map(all.map(({ from: name }) => [name, all.filter(({ from }) => from === name)])),
  functions: new Map(),
  timeZones: new Set(),
  keepsMasks: true,
}

function embedOf(text: string): SelectEmbed {
  const [item] = parseSelect(text)
  if (item?.kind !== 'embed') throw new Error(`${text} is not an embed`)
  return item
}
const way = (from: string, text: string) => {
  const { to, isToOne, steps } = resolveEmbed(cache, from, embedOf(text))
  return `${steps.map(({ constraint }) => constraint).join(' ')} -> ${isToOne ? 'one' : 'many'} ${to}`
}

describe('embed resolution', () => {
  test.each([
    ['ships', 'ports(id)', 'ships_port_fkey -> one ports'],
    ['ships', 'port_id(id)', 'ships_port_fkey -> one ports'],
    ['ships', 'ships_port_fkey(id)', 'ships_port_fkey -> one ports'],
    ['ships', 'port_names(id)', 'ships_port_fkey -> one port_names'],
    ['ports', 'ships(id)', 'ships_port_fkey -> many ships'],
    ['ships', 'captains(id)', 'captains_ship_fkey -> one captains'],
    ['captains', 'ships(id)', 'captains_ship_fkey -> one ships'],
    ['voyages', 'ports!voyages_to_fkey(id)', 'voyages_to_fkey -> one ports'],
    ['voyages', 'ports!to_id(id)', 'voyages_to_fkey -> one ports'],
    ['voyages', 'to_id(id)', 'voyages_to_fkey -> one ports'],
    ['ports', 'voyages!from_id(id)', 'voyages_from_fkey -> many voyages'],
    ['ships', 'sister_id(id)', 'ships_sister_fkey -> one ships'],
    ['ships', 'ships(id)', 'ships_sister_fkey -> many ships'],
    ['ships', 'ships!sister_id(id)', 'ships_sister_fkey -> many ships'],
    ['ships', 'sailors(id)', 'berths_ship_fkey berths_sailor_fkey -> many sailors'],
    ['sailors', 'ships(id)', 'berths_sailor_fkey berths_ship_fkey -> many ships'],
    ['ships', 'sailors!berths(id)', 'berths_ship_fkey berths_sailor_fkey -> many sailors'],
    ['ships', 'cooks!duties(id)', 'duties_ship_fkey duties_cook_fkey -> many cooks'],
  ])('resolves %s?select=%s', (from, text, expected) => expect(way(from, text)).toBe(expected))
})

const detail = (cardinality: string, embedding: string, relationship: string) => ({
  cardinality,
  embedding,
  relationship,
})

describe('unresolvable embeds', () => {
  test.each([
    ['ships', 'nothing(id)', 'PGRST200'],
    ['ships', 'ports!nope(id)', 'PGRST200'],
    ['ports', 'sailors(id)', 'PGRST200'],
    ['ports', 'port_id(id)', 'PGRST200'],
    ['nowhere', 'ports(id)', 'PGRST200'],
    ['ships', '__proto__(id)', 'PGRST200'],
    ['voyages', 'ports(id)', 'PGRST201'],
    ['ports', 'voyages(id)', 'PGRST201'],
    ['ships', 'cooks(id)', 'PGRST201'],
  ])('refuses %s?select=%s with %s', (from, text, code) => {
    expect(() => way(from, text)).toThrow(expect.objectContaining({ code, status: code === 'PGRST201' ? 300 : 400 }))
  })
  test.each([
    [
      'voyages',
      'ports',
      ['ports!voyages_from_fkey', 'ports!voyages_to_fkey'],
      [
        detail('many-to-one', 'voyages with ports', 'voyages_from_fkey using voyages(from_id) and ports(id)'),
        detail('many-to-one', 'voyages with ports', 'voyages_to_fkey using voyages(to_id) and ports(id)'),
      ],
    ],
    [
      'ports',
      'voyages',
      ['voyages!voyages_from_fkey', 'voyages!voyages_to_fkey'],
      [
        detail('one-to-many', 'ports with voyages', 'voyages_from_fkey using ports(id) and voyages(from_id)'),
        detail('one-to-many', 'ports with voyages', 'voyages_to_fkey using ports(id) and voyages(to_id)'),
      ],
    ],
    [
      'ships',
      'cooks',
      ['cooks!shifts', 'cooks!duties'],
      [
        detail(
          'many-to-many',
          'ships with cooks',
          'shifts using shifts_ship_fkey(ship_id) and shifts_cook_fkey(cook_id)'
        ),
        detail(
          'many-to-many',
          'ships with cooks',
          'duties using duties_ship_fkey(ship_id) and duties_cook_fkey(cook_id)'
        ),
      ],
    ],
    [
      'crews',
      'ships',
      ['ships!crews_ship_fkey', 'ships!crews_spare_fkey'],
      [
        detail('one-to-one', 'crews with ships', 'crews_ship_fkey using crews(ship_id) and ships(id)'),
        detail('many-to-one', 'crews with ships', 'crews_spare_fkey using crews(spare_id) and ships(id)'),
      ],
    ],
  ])('lists the relationships from %s to %s with the hints that choose them', (from, target, hints, details) => {
    const message = `Could not embed because more than one relationship was found for '${from}' and '${target}'`
    const list = hints.map((one) => `'${one}'`).join(', ')
    const hint = `Try changing '${target}' to one of the following: ${list}. Find the desired relationship in the 'details' key.`
    expect(() => way(from, `${target}(id)`)).toThrow(
      expect.objectContaining({ code: 'PGRST201', status: 300, message, details, hint })
    )
    for (const one of hints) expect(way(from, `${one}(id)`)).toMatch(RegExp(`-> \\w+ ${target}$`))
  })
})

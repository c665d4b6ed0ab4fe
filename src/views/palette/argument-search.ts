import { formatCall, parseCall } from '../../commands/call'
import { type Command, type Kind, kinds, type Known, type Slot, titleOf } from '../../commands/command'
import type { Context } from '../../commands/context'
import { answers, writes } from '../../commands/prepare'
import { plural } from '../../lib/format'
import { nounOf } from '../../lib/kinds'
import { indexOf } from '../../lib/rank/build'
import { fitOfQuery, NO_FIT, type Tier, tierOf } from '../../lib/rank/match'
import { type Hit, LAST_OF_TIER, noBetterThan, type Search, searchOf, wordsOf } from '../../lib/rank/search'
import { fold, type Text, textOf } from '../../lib/rank/text'
import type { Item } from './item'
import { isOpening, itemOn, slotFor } from './on-thing'
import { isWorthAsking } from './remote'
import type { SearchIndex } from './search-index'
import { itemOf } from './sources/commands.source'
import type { Source } from './sources/source'

/** How many rows a query may add, so that what has no argument stays in sight. */
const OPTIONS_AT_MOST = 6
const ON_THINGS_AT_MOST = 8
const THINGS_AT_MOST = 3

/** In words: nobody types more arguments, and each more is tried in more ways. */
const LONGEST = 8

/** The worst tier in which a word still names a command: a keyword. */
const NAMES_IT: Tier = 4

/** The worst tier in which a word is part of the name of a thing, and not only of its description. */
const IN_NAME: Tier = 3

/** Words between arguments. */
const fillers = new Set('a an and at by for from in of on the to until with'.split(' '))

type Row = {
  item: Item
  tier: Tier
  /** All that was typed is the argument. */
  isWhole?: true
}
/** What a command is found by. */
type Named = { title: string; text: Text }
type Taker = Named & {
  command: Command
  known: Known
  /** What a row has answered already, as written: `restart cart` runs this playbook. */
  given: Readonly<Record<string, string>>
  /** For a row, what its command is found by: `run playbook restart cart`. These words alone do not name the row. */
  of?: Named
}

/** What the server is asked for, so that a command gets its argument as it was typed. */
export type Wanted = {
  /** The words of the argument. */
  text: string
  /** The kinds of things that are looked for. */
  kinds: readonly Kind[]
  /** Asks the argument in a step of its own, with these words. Where only the kind was named, going there: `config checkout`. */
  step: Item
}

export type Arguments = {
  /** Rows of commands with their arguments. @param found the things that the server has found */
  search(found: readonly SearchIndex[]): Search<Item>
  /** Undefined where no command takes what was typed, or one is called so as a whole. */
  wanted(query: string): Wanted | undefined
}

type Made = {
  options: Search<Item>
  takers: readonly Taker[]
  named: readonly Named[]
  /** Those of the commands that change something for others, by id. */
  changing: ReadonlyMap<string, Named>
}

function make(
  commands: readonly Command[],
  context: Context,
  loaded: readonly Kind[],
  indexes: readonly SearchIndex[]
): Made {
  const items = commands.flatMap((command) => {
    const item = itemOf(command, context)
    return item ? [{ command, item, title: item.title, text: textOf(item, new Map()) }] : []
  })
  return {
    named: items,
    options: searchOf(indexOf(items.flatMap(({ command }) => optionItems(command, context)))),
    takers: [
      ...items.flatMap((one) => takerOf(one, context, loaded) ?? []),
      ...indexes.flatMap((one) => rowTakers(one, commands, context)),
    ],
    changing: new Map(items.flatMap((one) => (writes(one.command) ? [[one.command.id, one] as const] : []))),
  }
}

const isNamedBy = (word: string, { title, text }: Named) => {
  const fit = fitOfQuery(word, [word], title, text)
  return fit !== NO_FIT && tierOf(fit) <= NAMES_IT
}

/**
 * Finds commands with their arguments as they are typed: `dark`, `24h`, `run checkout`, `silence cart 2h`. Which arguments a
 * command takes is said by its slots; what it does with them is for the palette as if they had been asked.
 * @param indexes where things are searched by name
 * @param sources where they are searched on the server
 */
export function argumentsOf(
  commands: readonly Command[],
  context: Context,
  indexes: readonly SearchIndex[],
  sources: readonly Source[]
): Arguments {
  const loaded = byKindOf(indexes)
  const remote = sources.filter((one) => one.remote && one.of && !loaded.has(one.of))
  // Made by the first key press, and not by opening: most of the options are never asked for.
  let made: Made | undefined
  const get = () =>
    (made ??= make(commands, context, [...loaded.keys(), ...remote.flatMap((one) => one.of ?? [])], indexes))
  return {
    search: (found) => searchWith(get, new Map([...loaded, ...byKindOf(found)]), context),
    wanted(query) {
      const words = wordsOf(query)
      return words.length < 2 || words.length > LONGEST || remote.length === 0
        ? undefined
        : wantedOf(words, get(), remote, context)
    },
  }
}

const byKindOf = (indexes: readonly SearchIndex[]): ReadonlyMap<Kind, SearchIndex> =>
  new Map(indexes.flatMap((one) => (one.source.of ? [[one.source.of, one] as const] : [])))

function searchWith(get: () => Made, byKind: ReadonlyMap<Kind, SearchIndex>, context: Context): Search<Item> {
  return (query, limit) => {
    const words = wordsOf(query)
    const { options, takers, changing } = get()
    // What others would notice has to be named, and not only its argument: `incidents` turns off no feature.
    const isMeant = ({ entry: { does } }: Hit<Item>) => {
      const named = does.is === 'call' ? changing.get(parseCall(does.call).id) : undefined
      return named === undefined || words.some((word) => isNamedBy(word, named))
    }
    const hits = options(query, 2 * OPTIONS_AT_MOST)
      .hits.filter(isMeant)
      .slice(0, OPTIONS_AT_MOST)
    if (words.length === 0 || words.length > LONGEST) return { hits, total: hits.length }
    const rows = [
      ...typedRows(query, words, takers, context),
      ...kindRows(words, byKind),
      ...thingRows(words, takers, byKind, context),
    ]
    const found = [...hits, ...rows.map(hitOf)].toSorted((a, b) => a.order - b.order)
    const isFirst = ({ entry }: Hit<Item>, at: number) => found.findIndex((hit) => hit.entry.id === entry.id) === at
    const unique = found.filter(isFirst).slice(0, limit)
    return { hits: unique, total: unique.length }
  }
}

function hitOf({ item, tier, isWhole }: Row): Hit<Item> {
  const order = isWhole ? 0 : LAST_OF_TIER
  return noBetterThan({ entry: item, tier: 0, order, rank: order, folded: fold(item.title) }, tier)
}

/** What has to be asked before a command can run. */
const openSlots = ({ slots = {} }: Command, known: Known): [name: string, slot: Slot<unknown>][] =>
  Object.entries(slots).filter(
    ([name, { field, optional, ask }]) => known[name] === undefined && !field && !optional && ask?.(known) !== false
  )

/** A row for each option of a command that asks nothing else: `Change theme: Dark`. */
function optionItems(command: Command, context: Context): Item[] {
  const known = answers(command, { id: command.id, args: {} }, context)
  const [open, more] = openSlots(command, known)
  if (!open || more) return []
  const [name, slot] = open
  if (slot.options?.from !== 'list' || slot.isSearchedApart) return []
  const options = slot.options.brief?.() ?? slot.options.list(context, known)
  const present = slot.present?.(context)
  const row = itemOf(command, context)
  if (!row) return []
  const isOpen = command.opens === 'form'
  const { asks: _asks, ...item } = row
  return options.map(({ value, label, hint, keywords, refusal }) => {
    const call = formatCall({ id: command.id, args: { [name]: slot.write(value) } })
    const words = [command.keywords, keywords].filter(Boolean).join(' ')
    return {
      ...item,
      id: call,
      title: titleWith(command, { ...known, [name]: value }, label),
      does: { is: 'call', call },
      keywords: words,
      ...(isOpen ? { asks: true as const } : {}),
      ...(refusal === undefined ? {} : { refused: true, refusal }),
      ...(hint === undefined ? {} : { hint }),
      // A preference is as well known by its value: nothing that begins alike comes before it.
      ...(command.effect === 'change' && !writes(command) ? { aliases: [label, label.replace(/^.*\//, '')] } : {}),
      ...(present !== undefined && slot.write(present) === slot.write(value) ? { isPresent: true as const } : {}),
    }
  })
}

/** The title, which may tell its arguments by itself. */
const titleWith = (command: Command, known: Known, label: string) =>
  typeof command.title === 'string' ? `${command.title}: ${label}` : titleOf(command, known)

/** A command that takes a thing of these kinds, or a typed value. */
function takerOf(named: Named & { command: Command }, context: Context, loaded: readonly Kind[]): Taker | undefined {
  const { command } = named
  const known = answers(command, { id: command.id, args: {} }, context)
  const takesText = openSlots(command, known).some(([, { text, options }]) => text !== undefined && options)
  // A thing is opened in a new tab by another key, and `open` would mean this.
  const takesThing = command.id !== 'nav.tab' && loaded.some((kind) => slotFor(command, kind))
  return takesText || takesThing ? { ...named, known, given: {} } : undefined
}

/** The rows of a source that are calls with something left to ask. */
function rowTakers({ source, items }: SearchIndex, commands: readonly Command[], context: Context): Taker[] {
  const command = source.runs === undefined ? undefined : commands.find(({ id }) => id === source.runs)
  const row = command && itemOf(command, context)
  if (!row) return []
  const of = { title: row.title, text: textOf(row, new Map()) }
  return items.flatMap((item): Taker[] => {
    if (item.does.is !== 'call') return []
    const { id, args } = parseCall(item.does.call)
    // One that has its thing, or says that it has none, takes no other.
    if (Object.keys(args).some((name) => command.slots?.[name]?.complete)) return []
    const known = answers(command, { id, args }, context)
    return [{ command, known, given: args, title: item.title, text: textOf(item, new Map()), of }]
  })
}

/** What things of a source are called, one or several. */
const nounsOf = ({ of, words }: Source): readonly string[] =>
  of === undefined ? words : [nounOf(of), plural(nounOf(of)), ...words]

/** The words besides those that say where to look; undefined where none does, or nothing is left. */
function besidesKind(words: readonly string[], source: Source): readonly string[] | undefined {
  const rest = words.filter((word) => !source.words.includes(word))
  return rest.length < words.length && rest.some((word) => !fillers.has(word)) ? rest : undefined
}

/** The fewest words that are left of a query when a command, or a kind, has taken its own. */
function wantedOf(
  words: readonly string[],
  { takers, named: all }: Made,
  remote: readonly Source[],
  context: Context
): Wanted | undefined {
  const whole = words.join(' ')
  const isCalledSo = ({ title, text }: Named) => {
    const fit = fitOfQuery(whole, words, title, text)
    return fit !== NO_FIT && tierOf(fit) <= NAMES_IT
  }
  if (all.some(isCalledSo)) return undefined
  const found = remote.flatMap((source) => {
    const { of: kind } = source
    if (!kind) return []
    const besides = besidesKind(words, source)
    return takers.flatMap((taker) => {
      const [slotName, slot] = slotFor(taker.command, kind) ?? []
      if (slotName === undefined || !slot) return []
      const parts =
        split(taker, words, nounsOf(source)) ??
        (besides && isOpening(slot) ? { rest: besides, tier: NAMES_IT } : undefined)
      const item = parts && stepItem(taker, slotName, nameIn(parts.rest), context)
      return parts && item ? [{ kind, ...parts, item, width: widthOf(slot) }] : []
    })
  })
  const [best] = found
    .filter(({ rest }) => isWorthAsking(nameIn(rest)))
    .toSorted((a, b) => a.rest.length - b.rest.length || a.tier - b.tier || a.width - b.width)
  if (!best) return undefined
  const text = nameIn(best.rest)
  const takenFor = new Set(found.flatMap(({ kind, rest }) => (nameIn(rest) === text ? [kind] : [])))
  return { text, kinds: [...takenFor], step: best.item }
}

/** How many kinds of things an argument takes: what takes one only is meant more often. */
const widthOf = ({ options }: Slot<unknown>) => (options?.from === 'index' ? options.kinds.length : 0)

/** A command that asks its thing in a step; undefined where it cannot be done. */
function stepItem(
  { command, given, title, of }: Taker,
  slotName: string,
  text: string,
  context: Context
): Item | undefined {
  // What is under the cursor is not meant, and so does not count.
  const row = itemOf(command, { ...context, targets: [], selection: [] })
  if (!row || row.refused) return undefined
  const { hint: _hint, ...item } = row
  const call = formatCall({ id: command.id, args: given })
  return {
    ...item,
    id: `step ${call}`,
    title: of ? title : row.title,
    asks: true,
    does: { is: 'step', call, slotName, text },
  }
}

/** `config checkout`: things of a kind that was named, among those that the server has found. */
function kindRows(words: readonly string[], byKind: ReadonlyMap<Kind, SearchIndex>): Row[] {
  return [...byKind.values()].flatMap((things) => {
    const rest = things.source.remote && besidesKind(words, things.source)
    if (!rest) return []
    return things
      .apart(nameIn(rest), ON_THINGS_AT_MOST)
      .hits.flatMap(({ entry, tier }) => (tier > NAMES_IT ? [] : [{ item: entry, tier }]))
  })
}

/** Splits words into those that name the command and the rest; undefined when none does, or nothing is left. */
function split({ title, text, of }: Taker, words: readonly string[], nouns: readonly string[]) {
  const rest: string[] = []
  let tier: Tier = 0
  let isNamed = false
  for (const word of words) {
    const fit = fitOfQuery(word, [word], title, text)
    if (fit === NO_FIT || tierOf(fit) > (of ? IN_NAME : NAMES_IT)) {
      if (!of || !isNamedBy(word, of)) rest.push(word)
      continue
    }
    tier = Math.max(tier, tierOf(fit)) as Tier
    // `payments check` means the check, and not one of the commands for checks.
    isNamed ||= !nouns.some((noun) => noun.startsWith(word)) && !fillers.has(word)
  }
  return isNamed && rest.some((word) => !fillers.has(word)) ? { tier, rest } : undefined
}

/** `add hypothesis The disk is full`: words that begin the query and name the command; all after them is the text, as it is. */
function begun({ title, text }: Taker, query: string) {
  const raw = query.trim().split(/\s+/)
  const isNaming = (word: string) => {
    const fit = fitOfQuery(word, [word], title, text)
    return fit !== NO_FIT && tierOf(fit) <= IN_NAME
  }
  const found = raw.findIndex((word) => !isNaming(fold(word)))
  const rest = found === -1 ? [] : raw.slice(found)
  const isNamed = raw.slice(0, found).some((word) => !fillers.has(fold(word)))
  return isNamed && rest.length > 0 ? { tier: 1 as Tier, rest } : undefined
}

/** `24h`, `time 2h`: the one argument of a command that is typed besides its options. */
function typedRows(query: string, words: readonly string[], takers: readonly Taker[], context: Context): Row[] {
  const rows = takers.flatMap((taker): (Row & { left: number })[] => {
    const [open, more] = openSlots(taker.command, taker.known)
    if (!open || more || open[1].text === undefined) return []
    const [name, slot] = open
    // A single word can be a date, `mon`, and begin the name of something.
    const tier: Tier = /\d/.test(query) ? 0 : words.length > 1 ? 1 : NAMES_IT
    const parts = slot.options ? split(taker, words, []) : begun(taker, query)
    // Without its command, `8h` means the range that a page shows. What others would notice has to be named, as its options
    // have to: a hypothesis may be called anything, `handover 8h` too.
    const whole = slot.isSearchedApart || writes(taker.command) ? undefined : readText(slot, query.trim())
    const read = whole ?? (parts && readText(slot, parts.rest.join(' ')))
    if (!read) return []
    const refusal = slot.refusal?.(read.value, context)
    const call = formatCall({ id: taker.command.id, args: { [name]: read.written } })
    const row = itemOf(taker.command, context, call)
    if (!row) return []
    const item = {
      ...row,
      id: call,
      title: titleWith(taker.command, { ...taker.known, [name]: read.value }, read.label),
      ...(refusal === undefined ? {} : { refused: true, refusal }),
    }
    return whole
      ? [{ item, tier, isWhole: true, left: 0 }]
      : [{ item, tier: Math.max(parts?.tier ?? 1, 1) as Tier, left: parts?.rest.length ?? 0 }]
  })
  // The more of the words name the command, the more it is meant.
  return rows.toSorted((a, b) => a.left - b.left)
}

function readText(slot: Slot<unknown>, text: string) {
  const parsed = slot.schema.safeParse(text)
  if (!parsed.success) return undefined
  return { value: parsed.data, written: slot.write(parsed.data), label: slot.display?.(parsed.data) ?? text }
}

/** `run checkout`, `silence cart 2h`: a command with the thing that it acts on, and perhaps its next argument. */
function thingRows(
  words: readonly string[],
  takers: readonly Taker[],
  byKind: ReadonlyMap<Kind, SearchIndex>,
  context: Context
): Row[] {
  if (words.length < 2) return []
  const opened = new Set<string>()
  const rows: Row[] = []
  for (const kind of kinds) {
    const things = byKind.get(kind)
    if (!things) continue
    const nouns = nounsOf(things.source)
    // The server has found by type, too.
    const worst = things.source.remote ? NAMES_IT : IN_NAME
    for (const taker of takers) {
      const slot = slotFor(taker.command, kind)?.[1]
      const parts = slot && split(taker, words, nouns)
      if (!parts) continue
      for (const { name, given, label } of readings(parts.rest, taker, context)) {
        for (const hit of things.apart(name, THINGS_AT_MOST).hits) {
          const { does, health, hint } = hit.entry
          if (does.is !== 'thing' || hit.tier > worst) continue
          // Going somewhere is offered once.
          if (isOpening(slot) && opened.has(does.target.id)) continue
          if (isOpening(slot)) opened.add(does.target.id)
          const item = itemOn(taker.command, does.target, context, { ...taker.given, ...given })
          if (!item) continue
          const { hint: _acted, ...row } = item
          const title = `${taker.of ? taker.title : item.title}: ${[does.target.label, label].filter(Boolean).join(', ')}`
          rows.push({
            // What the server finds is of many types, which tell apart what has one name.
            item: { ...row, title, ...(health && { health }), ...(things.source.remote && hint && { hint }) },
            tier: Math.max(parts.tier, hit.tier) as Tier,
          })
        }
      }
    }
  }
  return rows.toSorted((a, b) => a.tier - b.tier).slice(0, ON_THINGS_AT_MOST)
}

type Reading = { name: string; given: Record<string, string>; label?: string }

const nameIn = (words: readonly string[]) => words.filter((word) => !fillers.has(word)).join(' ')

/** What is left as the name of a thing, or as the name and a value of the next argument. */
function readings(rest: readonly string[], { command, known }: Taker, context: Context): Reading[] {
  const next = openSlots(command, known).find(([, { options }]) => options?.from !== 'index')
  const all: Reading[] = [{ name: nameIn(rest), given: {} }]
  if (!next) return all
  const [slotName, slot] = next
  for (let at = 1; at < rest.length; at++) {
    const text = nameIn(rest.slice(at))
    const name = nameIn(rest.slice(0, at))
    const value = name === '' || text === '' ? undefined : valueOf(slot, text, context, known)
    if (value) all.push({ name, given: { [slotName]: value.written }, label: value.label })
  }
  return all
}

/** The option that a text begins or names, or what it is read as. */
function valueOf(slot: Slot<unknown>, text: string, context: Context, known: Known) {
  const options = slot.options?.from === 'list' ? slot.options.list(context, known) : []
  const option = options.find(({ value, label, refusal }) => {
    const folded = fold(label)
    return refusal === undefined && (folded === text || slot.write(value) === text || folded.startsWith(text))
  })
  if (option) return { written: slot.write(option.value), label: option.label }
  if (slot.options && slot.text === undefined) return undefined
  const read = slot.options && readText(slot, text)
  return read && slot.refusal?.(read.value, context) === undefined ? read : undefined
}

import {
  type Call,
  type Command,
  type Kind,
  kinds,
  type KnownArgs,
  type Slot,
  commandTitle,
} from '../../commands/command'
import type { CommandContext } from '../../commands/context'
import { resolveCallArgs, changesSharedData } from '../../commands/prepare'
import { plural } from '@/shared/format'
import { kindNoun } from '../../lib/kinds'
import { buildSmallIndex } from '@/lib/palette/rank/build'
import { matchQuery, NO_FIT, type MatchTier, fitTier } from '@/lib/palette/rank/match'
import {
  type SearchHit,
  LAST_OF_TIER,
  limitTier,
  type SearchFunction,
  createSearch,
  splitQuery,
} from '@/lib/palette/rank/search'
import { foldText, type FoldedText, foldEntry } from '@/lib/palette/rank/text'
import { callEffect, type PaletteItem } from './item'
import { isDestination, toTargetItem, findTargetSlot } from './target-items'
import { isLongEnough } from './remote-search'
import type { SearchIndex } from './search-index'
import { toCommandItem } from './sources/commands.source'
import type { PaletteSource } from './sources/source'

/** Row limits per kind of match, so that commands without arguments stay visible. */
const OPTIONS_AT_MOST = 6
const TARGET_ROWS_AT_MOST = 8
const HITS_PER_NAME = 3

/** Maximum query length in words. Each further word multiplies the combinations to try. */
const LONGEST = 8

/** The worst tier in which a word still names a command: a keyword. */
const NAMES_IT: MatchTier = 4

/** The worst tier in which a word is part of the name of a resource, and not only of its description. */
const IN_NAME: MatchTier = 3

/** Words that may stand between arguments and carry no meaning. */
const fillers = new Set('a an and at by for from in of on the to until with'.split(' '))

type ArgumentRow = {
  item: PaletteItem
  tier: MatchTier
  /** The whole query is the argument. */
  isWhole?: true
}
/** The title and search text of a command or row. */
type SearchName = { title: string; text: FoldedText }
/** A command that accepts a resource or a typed value as its argument. */
type ArgumentCandidate = SearchName & {
  command: Command
  known: KnownArgs
  /** The arguments that a row brings: in `restart cart`, the playbook to run. */
  given: Call['args']
  /** For a row, the name of its command: in `run playbook restart cart`. These words alone do not name the row. */
  commandName?: SearchName
}

/** The server search for the argument that was typed with a command. */
export type ArgumentRequest = {
  /** The words of the argument. */
  text: string
  /** The kinds of resources to search for. */
  kinds: readonly Kind[]
  /** The row that prompts for the argument with these words; navigates if only a kind was named (`config checkout`). */
  step: PaletteItem
}

type ArgumentSearch = {
  /** Rows of commands with their arguments. @param found the resources that the server returned */
  search(found: readonly SearchIndex[]): SearchFunction<PaletteItem>
  /** Undefined if no command accepts the typed words as an argument, or if the whole query names a command. */
  requestFor(query: string): ArgumentRequest | undefined
}

type Prepared = {
  options: SearchFunction<PaletteItem>
  candidates: readonly ArgumentCandidate[]
  named: readonly SearchName[]
  /** The commands that change shared data, by id. */
  changing: ReadonlyMap<string, SearchName>
}

function prepareSearch(
  commands: readonly Command[],
  context: CommandContext,
  loaded: readonly Kind[],
  indexes: readonly SearchIndex[]
): Prepared {
  const items = commands.flatMap((command) => {
    const item = toCommandItem(command, context)
    return item ? [{ command, item, title: item.title, text: foldEntry(item, new Map()) }] : []
  })
  return {
    named: items,
    options: createSearch(buildSmallIndex(items.flatMap(({ command }) => optionItems(command, context)))),
    candidates: [
      ...items.flatMap((one) => toCandidate(one, context, loaded) ?? []),
      ...indexes.flatMap((one) => rowCandidates(one, commands, context)),
    ],
    changing: new Map(items.flatMap((one) => (changesSharedData(one.command) ? [[one.command.id, one] as const] : []))),
  }
}

const isNamedBy = (word: string, { title, text }: SearchName) => {
  const fit = matchQuery(word, [word], title, text)
  return fit !== NO_FIT && fitTier(fit) <= NAMES_IT
}

/**
 * Finds commands together with their typed arguments: `dark`, `24h`, `run checkout`, `silence cart 2h`. The slots of a
 * command define its arguments, and the palette handles typed arguments like prompted ones.
 * @param indexes search resources by name
 * @param sources search resources on the server
 */
export function createArgumentSearch(
  commands: readonly Command[],
  context: CommandContext,
  indexes: readonly SearchIndex[],
  sources: readonly PaletteSource[]
): ArgumentSearch {
  const loaded = indexByKind(indexes)
  const isComplete = ({ kind, mostIndexed }: PaletteSource) => {
    const index = kind && loaded.get(kind)
    return index !== undefined && (mostIndexed === undefined || index.items.length < mostIndexed)
  }
  const remote = sources.filter((one) => one.remote && one.kind && !isComplete(one))
  // Built at the first key press and not when the palette opens, because most options are never needed.
  let made: Prepared | undefined
  const searchedKinds = [...new Set([...loaded.keys(), ...remote.flatMap((one) => one.kind ?? [])])]
  const get = () => (made ??= prepareSearch(commands, context, searchedKinds, indexes))
  return {
    search: (found) => searchWith(get, new Map([...loaded, ...indexByKind(found)]), context),
    requestFor(query) {
      const words = splitQuery(query)
      return words.length < 2 || words.length > LONGEST || remote.length === 0
        ? undefined
        : findArgumentRequest(words, get(), remote, context)
    },
  }
}

const indexByKind = (indexes: readonly SearchIndex[]): ReadonlyMap<Kind, SearchIndex> =>
  new Map(indexes.flatMap((one) => (one.source.kind ? [[one.source.kind, one] as const] : [])))

function searchWith(
  get: () => Prepared,
  byKind: ReadonlyMap<Kind, SearchIndex>,
  context: CommandContext
): SearchFunction<PaletteItem> {
  return (query, limit) => {
    const words = splitQuery(query)
    const { options, candidates, changing } = get()
    // A command that changes shared data must be named, not only its argument: `incidents` must not turn off a feature.
    const isMeant = ({ entry: { effect } }: SearchHit<PaletteItem>) => {
      const named = effect.is === 'call' ? changing.get(effect.call.id) : undefined
      return named === undefined || words.some((word) => isNamedBy(word, named))
    }
    const hits = options(query, 2 * OPTIONS_AT_MOST)
      .hits.filter(isMeant)
      .slice(0, OPTIONS_AT_MOST)
    if (words.length === 0 || words.length > LONGEST) return { hits, total: hits.length }
    const rows = [
      ...typedRows(query, words, candidates, context),
      ...kindRows(words, byKind),
      ...targetRows(words, candidates, byKind, context),
    ]
    const found = [...hits, ...rows.map(toHit)].toSorted((a, b) => a.order - b.order)
    const isFirst = ({ entry }: SearchHit<PaletteItem>, at: number) =>
      found.findIndex((hit) => hit.entry.id === entry.id) === at
    const unique = found.filter(isFirst).slice(0, limit)
    return { hits: unique, total: unique.length }
  }
}

function toHit({ item, tier, isWhole }: ArgumentRow): SearchHit<PaletteItem> {
  const order = isWhole ? 0 : LAST_OF_TIER
  return limitTier({ entry: item, tier: 0, order, rank: order, folded: foldText(item.title) }, tier)
}

/** The slots that must be filled before a command can run. */
const openSlots = ({ slots = {} }: Command, known: KnownArgs): [name: string, slot: Slot<unknown>][] =>
  Object.entries(slots).filter(
    ([name, { field, optional, ask }]) => known[name] === undefined && !field && !optional && ask?.(known) !== false
  )

/** A row for each option of a command with a single open slot: `Change theme: Dark`. */
function optionItems(command: Command, context: CommandContext): PaletteItem[] {
  const known = resolveCallArgs(command, {}, context)
  const [open, more] = openSlots(command, known)
  if (!open || more) return []
  const [name, slot] = open
  if (slot.options?.from !== 'list' || slot.isSearchedApart) return []
  const options = slot.options.brief?.() ?? slot.options.list(context, known)
  const present = slot.present?.(context)
  const row = toCommandItem(command, context)
  if (!row) return []
  const isOpen = command.opens === 'form'
  const { hasPrompt: _asks, ...item } = row
  return options.map(({ value, label, hint, keywords, refusal }) => {
    const effect = callEffect(command, { [name]: value })
    const words = [command.keywords, keywords].filter(Boolean).join(' ')
    return {
      ...item,
      id: effect.written,
      title: titleWith(command, { ...known, [name]: value }, label),
      effect,
      keywords: words,
      ...(isOpen ? { hasPrompt: true as const } : {}),
      ...(refusal === undefined ? {} : { refused: true, refusal }),
      ...(hint === undefined ? {} : { hint }),
      // Users also search for a preference by its value, so its label ranks as high as a title.
      ...(command.effect === 'change' && !changesSharedData(command)
        ? { aliases: [label, label.replace(/^.*\//, '')] }
        : {}),
      ...(present !== undefined && slot.write(present) === slot.write(value) ? { isCurrent: true as const } : {}),
    }
  })
}

/** The title with the argument. A computed title already contains it. */
const titleWith = (command: Command, known: KnownArgs, label: string) =>
  typeof command.title === 'string' ? `${command.title}: ${label}` : commandTitle(command, known)

/** The command as a candidate, if it accepts a resource of these kinds or a typed value. */
function toCandidate(
  named: SearchName & { command: Command },
  context: CommandContext,
  loaded: readonly Kind[]
): ArgumentCandidate | undefined {
  const { command } = named
  const known = resolveCallArgs(command, {}, context)
  const takesText = openSlots(command, known).some(([, { text, options }]) => text !== undefined && options)
  // A resource opens in a new tab with another key; `open` would match this command too.
  const takesThing = command.id !== 'nav.tab' && loaded.some((kind) => findTargetSlot(command, kind))
  return takesText || takesThing ? { ...named, known, given: {} } : undefined
}

/** The rows of a source that are calls with open slots. */
function rowCandidates(
  { source, items }: SearchIndex,
  commands: readonly Command[],
  context: CommandContext
): ArgumentCandidate[] {
  const command = source.commandId === undefined ? undefined : commands.find(({ id }) => id === source.commandId)
  const row = command && toCommandItem(command, context)
  if (!row) return []
  const of = { title: row.title, text: foldEntry(row, new Map()) }
  return items.flatMap((item): ArgumentCandidate[] => {
    if (item.effect.is !== 'call') return []
    const { args } = item.effect.call
    // A call that already has a target, or an explicit `none`, accepts no other.
    if (Object.keys(args).some((name) => command.slots?.[name]?.complete)) return []
    const known = resolveCallArgs(command, args, context)
    return [{ command, known, given: args, title: item.title, text: foldEntry(item, new Map()), commandName: of }]
  })
}

/** The nouns for the resources of a source, singular and plural. */
const sourceNouns = ({ kind: of, words }: PaletteSource): readonly string[] =>
  of === undefined ? words : [kindNoun(of), plural(kindNoun(of)), ...words]

/** The words other than those that name the source; undefined if no word names it, or no other word is left. */
function withoutSourceWords(words: readonly string[], source: PaletteSource): readonly string[] | undefined {
  const rest = words.filter((word) => !source.words.includes(word))
  return rest.length < words.length && rest.some((word) => !fillers.has(word)) ? rest : undefined
}

/** The argument to search for on the server: the shortest rest of the query without the words for a command or kind. */
function findArgumentRequest(
  words: readonly string[],
  { candidates, named: all }: Prepared,
  remote: readonly PaletteSource[],
  context: CommandContext
): ArgumentRequest | undefined {
  const whole = words.join(' ')
  const isNamedByAll = ({ title, text }: SearchName) => {
    const fit = matchQuery(whole, words, title, text)
    return fit !== NO_FIT && fitTier(fit) <= NAMES_IT
  }
  if (all.some(isNamedByAll)) return undefined
  const found = remote.flatMap((source) => {
    const { kind } = source
    if (!kind) return []
    const besides = withoutSourceWords(words, source)
    return candidates.flatMap((taker) => {
      const [slotName, slot] = findTargetSlot(taker.command, kind) ?? []
      if (slotName === undefined || !slot) return []
      const parts =
        split(taker, words, sourceNouns(source)) ??
        (besides && isDestination(slot) ? { rest: besides, tier: NAMES_IT } : undefined)
      const item = parts && stepItem(taker, slotName, joinName(parts.rest), context)
      return parts && item ? [{ kind, ...parts, item, width: countKinds(slot) }] : []
    })
  })
  const [best] = found
    .filter(({ rest }) => isLongEnough(joinName(rest)))
    .toSorted((a, b) => a.rest.length - b.rest.length || a.tier - b.tier || a.width - b.width)
  if (!best) return undefined
  const text = joinName(best.rest)
  const takenFor = new Set(found.flatMap(({ kind, rest }) => (joinName(rest) === text ? [kind] : [])))
  return { text, kinds: [...takenFor], step: best.item }
}

/** The number of kinds that an argument accepts. Arguments with one kind are meant more often. */
const countKinds = ({ options }: Slot<unknown>) => (options?.from === 'index' ? options.kinds.length : 0)

/** The row of a command that prompts for its resource in a step; undefined if the command is not available. */
function stepItem(
  { command, given, title, commandName }: ArgumentCandidate,
  slotName: string,
  text: string,
  context: CommandContext
): PaletteItem | undefined {
  // The user typed the argument, so the row under the cursor is ignored.
  const row = toCommandItem(command, { ...context, targets: [], selection: [] })
  if (!row || row.refused) return undefined
  const { hint: _hint, ...item } = row
  const { call, written } = callEffect(command, given)
  return {
    ...item,
    id: `step ${written}`,
    title: commandName ? title : row.title,
    hasPrompt: true,
    effect: { is: 'step', call, slotName, text },
  }
}

/** `config checkout`: resources of the named kind, among those that the server returned. */
function kindRows(words: readonly string[], byKind: ReadonlyMap<Kind, SearchIndex>): ArgumentRow[] {
  return [...byKind.values()].flatMap((things) => {
    const rest = things.source.remote && withoutSourceWords(words, things.source)
    if (!rest) return []
    return things
      .independentSearch(joinName(rest), TARGET_ROWS_AT_MOST)
      .hits.flatMap(({ entry, tier }) => (tier > NAMES_IT ? [] : [{ item: entry, tier }]))
  })
}

/** Splits words into those that name the command and the rest; undefined if no word names it, or nothing is left. */
function split({ title, text, commandName }: ArgumentCandidate, words: readonly string[], nouns: readonly string[]) {
  const rest: string[] = []
  let tier: MatchTier = 0
  let isNamed = false
  for (const word of words) {
    const fit = matchQuery(word, [word], title, text)
    if (fit === NO_FIT || fitTier(fit) > (commandName ? IN_NAME : NAMES_IT)) {
      if (!commandName || !isNamedBy(word, commandName)) rest.push(word)
      continue
    }
    // `payments check` means the check, not one of the commands for checks.
    if (nouns.some((noun) => noun.startsWith(word))) continue
    tier = Math.max(tier, fitTier(fit)) as MatchTier
    isNamed ||= !fillers.has(word)
  }
  return isNamed && rest.some((word) => !fillers.has(word)) ? { tier, rest } : undefined
}

/** `add hypothesis The disk is full`: the leading words name the command; the rest is the text, verbatim. */
function splitVerbatim({ title, text }: ArgumentCandidate, query: string) {
  const raw = query.trim().split(/\s+/)
  const isNaming = (word: string) => {
    const fit = matchQuery(word, [word], title, text)
    return fit !== NO_FIT && fitTier(fit) <= IN_NAME
  }
  const found = raw.findIndex((word) => !isNaming(foldText(word)))
  const rest = found === -1 ? [] : raw.slice(found)
  const isNamed = raw.slice(0, found).some((word) => !fillers.has(foldText(word)))
  return isNamed && rest.length > 0 ? { tier: 1 as MatchTier, rest } : undefined
}

/** `24h`, `time 2h`: the single open argument of a command, typed as free text instead of chosen from its options. */
function typedRows(
  query: string,
  words: readonly string[],
  takers: readonly ArgumentCandidate[],
  context: CommandContext
): ArgumentRow[] {
  const rows = takers.flatMap((taker): (ArgumentRow & { left: number })[] => {
    const [open, more] = openSlots(taker.command, taker.known)
    if (!open || more || open[1].text === undefined) return []
    const [name, slot] = open
    // A single word can be a date, `mon`, and begin the name of something.
    const tier: MatchTier = /\d/.test(query) ? 0 : words.length > 1 ? 1 : NAMES_IT
    const parts = slot.options ? split(taker, words, []) : splitVerbatim(taker, query)
    // Without a command, `8h` means the range that a page shows. A command that changes shared data must be named, as
    // for its options: a hypothesis may have any name, even `handover 8h`.
    const whole = slot.isSearchedApart || changesSharedData(taker.command) ? undefined : readText(slot, query.trim())
    const read = whole ?? (parts && readText(slot, parts.rest.join(' ')))
    if (!read) return []
    const refusal = slot.refusal?.(read.value, context)
    const row = toCommandItem(taker.command, context, { [name]: read.value })
    if (!row) return []
    const item = {
      ...row,
      id: row.effect.written,
      title: titleWith(taker.command, { ...taker.known, [name]: read.value }, read.label),
      ...(refusal === undefined ? {} : { refused: true, refusal }),
    }
    return whole
      ? [{ item, tier, isWhole: true, left: 0 }]
      : [{ item, tier: Math.max(parts?.tier ?? 1, 1) as MatchTier, left: parts?.rest.length ?? 0 }]
  })
  // A command that more of the words name is a better match.
  return rows.toSorted((a, b) => a.left - b.left)
}

function readText(slot: Slot<unknown>, text: string) {
  const parsed = slot.schema.safeParse(text)
  if (!parsed.success) return undefined
  return { value: parsed.data, label: slot.display?.(parsed.data) ?? text }
}

/** `run checkout`, `silence cart 2h`: a command with its target, and possibly the next argument. */
function targetRows(
  words: readonly string[],
  takers: readonly ArgumentCandidate[],
  byKind: ReadonlyMap<Kind, SearchIndex>,
  context: CommandContext
): ArgumentRow[] {
  if (words.length < 2) return []
  const opened = new Set<string>()
  const rows: (ArgumentRow & { left: number })[] = []
  for (const kind of kinds) {
    const things = byKind.get(kind)
    if (!things) continue
    const nouns = sourceNouns(things.source)
    // The server also searches by type.
    const worst = things.source.remote ? NAMES_IT : IN_NAME
    for (const taker of takers) {
      const slot = findTargetSlot(taker.command, kind)?.[1]
      const parts = slot && split(taker, words, nouns)
      if (!parts) continue
      for (const { name, given, label } of readings(parts.rest, taker, context)) {
        for (const hit of things.independentSearch(name, HITS_PER_NAME).hits) {
          const { effect, health, hint } = hit.entry
          if (effect.is !== 'thing' || hit.tier > worst) continue
          // Only one navigation row is shown per resource.
          if (isDestination(slot) && opened.has(effect.target.id)) continue
          if (isDestination(slot)) opened.add(effect.target.id)
          const item = toTargetItem(taker.command, effect.target, context, { ...taker.given, ...given })
          if (!item) continue
          const { hint: _acted, ...row } = item
          const title = `${taker.commandName ? taker.title : item.title}: ${[effect.target.label, label].filter(Boolean).join(', ')}`
          rows.push({
            // Resources from the server can have the same name; the type in the hint tells them apart.
            item: { ...row, title, ...(health && { health }), ...(things.source.remote && hint && { hint }) },
            tier: Math.max(parts.tier, hit.tier) as MatchTier,
            left: parts.rest.length,
          })
        }
      }
    }
  }
  // A command that more of the words name is a better match.
  return rows.toSorted((a, b) => a.tier - b.tier || a.left - b.left).slice(0, TARGET_ROWS_AT_MOST)
}

type Reading = { name: string; given: Call['args']; label?: string }

const joinName = (words: readonly string[]) => words.filter((word) => !fillers.has(word)).join(' ')

/** The possible readings of the rest: the name of a resource, or a name and a value of the next argument. */
function readings(rest: readonly string[], { command, known }: ArgumentCandidate, context: CommandContext): Reading[] {
  const next = openSlots(command, known).find(([, { options }]) => options?.from !== 'index')
  const all: Reading[] = [{ name: joinName(rest), given: {} }]
  if (!next) return all
  const [slotName, slot] = next
  for (let at = 1; at < rest.length; at++) {
    const text = joinName(rest.slice(at))
    const name = joinName(rest.slice(0, at))
    const read = name === '' || text === '' ? undefined : parseValue(slot, text, context, known)
    if (read) all.push({ name, given: { [slotName]: read.value }, label: read.label })
  }
  return all
}

/** The value of a text: the option whose label it begins or whose value it is, otherwise the parsed text. */
function parseValue(slot: Slot<unknown>, text: string, context: CommandContext, known: KnownArgs) {
  const options = slot.options?.from === 'list' ? slot.options.list(context, known) : []
  const option = options.find(({ value, label, refusal }) => {
    const folded = foldText(label)
    return refusal === undefined && (folded === text || slot.write(value) === text || folded.startsWith(text))
  })
  if (option) return { value: option.value, label: option.label }
  if (slot.options && slot.text === undefined) return undefined
  const read = slot.options && readText(slot, text)
  return read && slot.refusal?.(read.value, context) === undefined ? read : undefined
}

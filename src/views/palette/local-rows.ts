import type { Command } from '../../commands/command'
import type { CommandContext } from '../../commands/context'
import type { LiveKey } from '../../keymap/live'
import { buildSmallIndex } from '@/lib/palette/rank/build'
import { createSearch, type SearchFunction } from '@/lib/palette/rank/search'
import { type ItemAction, type PaletteItem, writtenItemCall } from './item'
import { browseItems, findItems, type MatchedRows, suggestItems, type UsageMemory } from './item-search'
import type { PaletteStage, PaletteView } from './palette-state'
import type { PaletteSource } from './sources/source'
import { listTargetItems } from './target-items'
import type { SearchIndexes } from './use-search-indexes'

type LocalSearch = {
  indexes: SearchIndexes['indexes']
  /** The options that a step lists itself. */
  stepSearch: { items: readonly PaletteItem[]; search: SearchFunction<PaletteItem> }
  /** The commands with the arguments that were typed after them; undefined if commands are not searched. */
  argumentSearch: SearchFunction<PaletteItem> | undefined
  commands: readonly Command[]
  context: CommandContext
  keys: readonly LiveKey[]
  memory: UsageMemory
}

type Query = Pick<PaletteView, 'query' | 'limit'>
const noRows: MatchedRows = { rows: [], total: 0 }

/** The rows that are found without a request. */
export function findLocalRows(
  { stage, ...query }: Query & Pick<PaletteView, 'stage'>,
  local: LocalSearch
): MatchedRows {
  switch (stage.is) {
    case 'confirm':
      return noRows
    case 'actions':
      return findActions(stage.item, query, local)
    case 'ask':
      return withoutHeadings(findOptions(stage, query, local))
    case 'find':
      return query.query.trim() === '' ? suggestRows(stage.mode, query, local) : findRows(stage.mode, query, local)
  }
}

function findActions(item: PaletteItem, { query, limit }: Query, local: LocalSearch): MatchedRows {
  const items = listItemActions(item, local)
  if (query === '') return { rows: items, total: items.length }
  return findItems(query, [createSearch(buildSmallIndex(items))], limit)
}

/** The options of a step: those that it lists itself, then the resources of its kinds. */
function findOptions(
  { prompt }: PaletteStage & { is: 'ask' },
  { query, limit }: Query,
  { indexes, stepSearch: { items, search } }: LocalSearch
): MatchedRows {
  const { options } = prompt.slot
  const kinds = options?.from === 'index' ? options.kinds : []
  const things = indexes.filter(({ source }) => source.kind && kinds.includes(source.kind))
  if (query.trim() !== '') return findItems(query, [search, ...things.map((one) => one.search)], limit)
  const browsed = things.map((one) => browseItems(one.items, one.search, limit))
  const rows = [...items, ...browsed.flatMap((one) => one.rows)].slice(0, limit)
  return { rows, total: items.length + browsed.reduce((sum, { total }) => sum + total, 0) }
}

/** Whether the rows of a source are in the search that is limited to another one. */
const isIn = ({ id, alsoIn }: PaletteSource, mode: string) => id === mode || alsoIn?.includes(mode) === true

/** The indexes of a search, that of the mode itself first. */
const indexesOf = (mode: string | undefined, { indexes }: LocalSearch) =>
  mode
    ? indexes
        .filter(({ source }) => isIn(source, mode))
        .toSorted((a, b) => Number(b.source.id === mode) - Number(a.source.id === mode))
    : indexes.filter(({ source }) => !source.isOnlyMode)

/** Whether a row is listed among the kinds: the commands that open pages are the kinds themselves. */
const isKept = ({ source, id }: PaletteItem) => source !== 'commands' || !id.startsWith('go.')

function findRows(mode: string | undefined, { query, limit }: Query, local: LocalSearch): MatchedRows {
  const own = indexesOf(mode, local).map(({ search }) => search)
  const found = findItems(query, local.argumentSearch ? [...own, local.argumentSearch] : own, limit)
  if (mode !== 'kinds') return found
  const hits = found.hits?.filter(({ entry }) => isKept(entry)) ?? []
  return { rows: found.rows.filter(isKept), hits, total: found.total - ((found.hits?.length ?? 0) - hits.length) }
}

/** The rows before anything is typed: all of one source, or suggested commands. */
function suggestRows(mode: string | undefined, { limit }: Query, local: LocalSearch): MatchedRows {
  const scope = indexesOf(mode, local)
  if (mode && mode !== 'commands') {
    const listed = scope.filter(({ source }) => source.id !== 'commands')
    const [only] = listed
    if (!only) return noRows
    // The rows of a fixed list have a meaningful order.
    if (!only.source.list) return browseItems(only.items, only.search, limit)
    const items = listed.flatMap((one) => one.items)
    return { rows: items.slice(0, limit), total: items.length }
  }
  const commandItems = local.indexes.find(({ source }) => source.id === 'commands')?.items ?? []
  const byCall = (call: string) => scope.map((one) => one.byCall(call)).find((item) => item !== undefined)
  return suggestItems(commandItems, byCall, local.memory, limit)
}

/** Removes headings, because all rows of a step are options. */
const withoutHeadings = ({ rows, total }: MatchedRows): MatchedRows => ({
  rows: rows.map(({ section: _section, ...item }) => item),
  total,
})

/** The actions of a row: for a resource all commands that accept it, then the actions on the row itself. */
function listItemActions(item: PaletteItem, { commands, context, keys, memory }: LocalSearch): PaletteItem[] {
  const call = writtenItemCall(item)
  if (call === undefined) return []
  const { uses, pins } = memory
  const row = (action: ItemAction, title: string, hint?: string): PaletteItem => ({
    id: action,
    source: 'actions',
    title,
    effect: { is: 'act', action },
    ...(hint === undefined ? {} : { hint }),
    ...(item.refusal !== undefined && (action === 'run' || action === 'stay')
      ? { refused: true, refusal: item.refusal }
      : {}),
  })
  const own = [
    row('pin', pins.includes(call) ? 'Unpin' : 'Pin', 'Pinned rows come before recent ones'),
    ...(uses[call] === undefined ? [] : [row('forget', 'Forget', 'Clears its usage history')]),
  ]
  if (item.effect.is === 'thing') {
    const all = listTargetItems(item.effect.target, commands, context, keys)
    const possible = all.filter(({ refused }) => !refused)
    return [row('run', 'Open'), ...possible, ...own, ...all.filter(({ refused }) => refused)]
  }
  return [
    row('run', 'Run'),
    row('stay', 'Run and stay'),
    row('copy', 'Copy link'),
    row('change', 'Change key…'),
    ...own,
  ]
}

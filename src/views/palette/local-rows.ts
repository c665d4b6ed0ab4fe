import type { Command } from '../../commands/command'
import type { CommandContext } from '../../commands/context'
import type { LiveKey } from '../../keymap/live'
import { buildSmallIndex } from '@/lib/palette/rank/build'
import { createSearch, type SearchFunction } from '@/lib/palette/rank/search'
import { type ItemAction, type PaletteItem, writtenItemCall } from './item'
import { browseItems, findItems, type MatchedRows, suggestItems, type UsageMemory } from './item-search'
import type { PaletteStage, PaletteView } from './palette-state'
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

const indexesOf = (mode: string | undefined, { indexes }: LocalSearch) =>
  indexes.filter(({ source }) => (mode ? source.id === mode : !source.isOnlyMode))

function findRows(mode: string | undefined, { query, limit }: Query, local: LocalSearch): MatchedRows {
  const own = indexesOf(mode, local).map(({ search }) => search)
  return findItems(query, local.argumentSearch ? [...own, local.argumentSearch] : own, limit)
}

/** The rows before anything is typed: all of one source, or suggested commands. */
function suggestRows(mode: string | undefined, { limit }: Query, local: LocalSearch): MatchedRows {
  const scope = indexesOf(mode, local)
  if (mode && mode !== 'commands') {
    const [only] = scope
    if (!only) return noRows
    // The rows of a fixed list have a meaningful order.
    return only.source.list
      ? { rows: only.items.slice(0, limit), total: only.items.length }
      : browseItems(only.items, only.search, limit)
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
    row('pin', pins.includes(call) ? 'Unpin' : 'Pin', 'Pinned rows come first before you type'),
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

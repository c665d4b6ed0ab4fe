import { useMemo } from 'react'
import type { Context } from '../../commands/context'
import { indexOf } from '../../lib/rank/build'
import { searchOf } from '../../lib/rank/search'
import { actionsOf } from './actions'
import { argumentSearch } from './argument-search'
import { browse, find, type Memory, type Shown, suggest } from './find'
import type { Prompt } from './flow'
import { type Item, keyOf } from './item'
import type { Place } from './remote'
import type { Here, Source } from './sources/source'
import type { View } from './state'
import { nearestCommand } from './nearest'
import { optionItems, skipItem, toItem, typedItem } from './step'
import { knownOf } from './flow'
import { faultOf, useRemote } from './use-remote'
import type { SearchIndexes } from './use-search-indexes'

export type Rows = {
  rows: readonly Item[]
  /** The number of all matches, shown or not. */
  total: number
  /** Why the typed text is invalid as an answer. */
  fault: string | undefined
  /** A search takes longer than a moment. */
  isSlow: boolean
  /** There are no options before something is typed. */
  isWaitingForText: boolean
  retry(id: string): void
}

export function useRows(
  view: View,
  sources: readonly Source[],
  indexes: SearchIndexes,
  { commands, keys }: Pick<Here, 'commands' | 'keys'>,
  context: Context,
  memory: Memory
): Rows {
  const { stage, query, limit } = view
  const prompt = stage.is === 'ask' ? stage.prompt : undefined
  const places = useMemo(() => placesOf(view.stage, sources, context), [view.stage, sources, context])
  const { answers, isSlow, retry } = useRemote(places, query)
  const stepSearch = useMemo(() => {
    const items = stage.is === 'ask' ? optionItems(stage.prompt, context) : []
    return { items, search: searchOf(indexOf(items)) }
  }, [stage, context])

  const { indexes: all } = indexes
  const withArguments = useMemo(() => argumentSearch(commands, context, all), [commands, context, all])
  const local = useMemo((): Shown => {
    if (stage.is === 'confirm') return { rows: [], total: 0 }
    if (stage.is === 'actions') {
      const items = actionsOf(stage.item, { commands, context, keys, memory })
      return query === '' ? { rows: items, total: items.length } : find(query, [searchOf(indexOf(items))], limit)
    }
    const isEmpty = query.trim() === ''
    if (stage.is === 'ask') {
      const kinds = stage.prompt.slot.options?.from === 'index' ? stage.prompt.slot.options.kinds : []
      const things = all.filter(({ source }) => source.of && kinds.includes(source.of))
      const { items, search } = stepSearch
      if (!isEmpty) return flat(find(query, [search, ...things.map((one) => one.search)], limit))
      const browsed = things.map((one) => browse(one.items, one.search, limit))
      const rows = [...items, ...browsed.flatMap((one) => one.rows)].slice(0, limit)
      return flat({ rows, total: items.length + browsed.reduce((sum, { total }) => sum + total, 0) })
    }
    const scope = all.filter(({ source }) => (stage.mode ? source.id === stage.mode : !source.isOnlyMode))
    if (!isEmpty) {
      const own = scope.map(({ search }) => search)
      const hasCommands = stage.mode === undefined || stage.mode === 'commands'
      return find(query, hasCommands ? [...own, withArguments] : own, limit)
    }
    const [only] = scope
    if (stage.mode && stage.mode !== 'commands') {
      if (!only) return { rows: [], total: 0 }
      // The rows of a fixed list have a meaningful order.
      return only.source.list
        ? { rows: only.items.slice(0, limit), total: only.items.length }
        : browse(only.items, only.search, limit)
    }
    const commandItems = all.find(({ source }) => source.id === 'commands')?.items ?? []
    const byCall = (call: string) => scope.map((one) => one.byCall(call)).find((item) => item !== undefined)
    return suggest(commandItems, byCall, memory, limit)
  }, [stage, query, limit, all, memory, stepSearch, withArguments, commands, context, keys])

  return useMemo(() => {
    const known = new Set(local.rows.map(keyOf))
    const remote = answers.flatMap(({ items }) => items).filter((item) => !known.has(keyOf(item)))
    const found = [...local.rows, ...remote].slice(0, limit)
    const total = local.total + remote.length
    const nearest =
      stage.is === 'find' && found.length === 0 && answers.length === 0 ? nearestOf(query, all) : undefined
    const typed = prompt && !hasWord(found, query) ? typedItem(prompt.slot, query) : {}
    const skip = prompt && query === '' ? skipItem(prompt.slot) : undefined
    const rows = [
      ...found,
      ...(total > found.length ? [moreItem(total - found.length)] : []),
      ...answers.flatMap((answer) => (answer.is === 'failed' ? [retryItem(answer.id, faultOf(answer))] : [])),
      ...(typed.item ? [typed.item] : []),
      ...(nearest ? [nearest] : []),
      ...(skip ? [skip] : []),
    ]
    return {
      rows,
      total: total + (typed.item ? 1 : 0),
      fault: found.length === 0 ? typed.fault : undefined,
      isSlow,
      isWaitingForText: query.trim() === '' && prompt?.slot.options?.from === 'server',
      retry,
    }
  }, [local, answers, prompt, query, limit, isSlow, retry, stage, all])
}

/** The command that was perhaps meant. It is searched for, and not run: nobody has typed it. */
function nearestOf(query: string, indexes: SearchIndexes['indexes']): Item | undefined {
  const commands = indexes.find(({ source }) => source.id === 'commands')?.items ?? []
  const found = nearestCommand(query, commands)
  return (
    found && {
      id: `nearest ${found.id}`,
      source: 'palette',
      section: 'Nothing found. Nearest command',
      title: found.title,
      group: found.group ?? '',
      does: { is: 'query', text: found.title },
    }
  )
}

/** Without headings, because all rows of a step are options. */
const flat = ({ rows, total }: Shown): Shown => ({
  rows: rows.map(({ section: _section, ...item }) => item),
  total,
})

/** Whether the text already is one of the options. */
const hasWord = (rows: readonly Item[], text: string) =>
  rows.some(
    ({ title, does }) =>
      title.toLowerCase() === text.trim().toLowerCase() || (does.is === 'value' && does.written === text.trim())
  )

const moreItem = (count: number): Item => ({
  id: 'more',
  source: 'palette',
  title: 'Show more',
  hint: `${count.toLocaleString('en')} not shown`,
  does: { is: 'more' },
})

const retryItem = (id: string, title: string): Item => ({
  id: `retry ${id}`,
  source: 'palette',
  title,
  does: { is: 'retry', source: id },
})

/** The sources that are searched in a stage; the rows of the others are not even loaded. */
export function sourcesFor(stage: View['stage'], sources: readonly Source[]): readonly Source[] {
  const options = stage.is === 'ask' ? stage.prompt.slot.options : undefined
  const kinds: readonly string[] = options?.from === 'index' ? options.kinds : []
  const mode = stage.is === 'find' ? stage.mode : undefined
  return sources.filter(({ id, of, isOnlyMode }) => !isOnlyMode || id === mode || (of && kinds.includes(of)))
}

/** The searches on the server for the current view. */
function placesOf(stage: View['stage'], sources: readonly Source[], context: Context): readonly Place[] {
  if (stage.is === 'ask')
    return [...serverPlace(stage.prompt, context), ...sources.flatMap((one) => answersStep(one, stage.prompt))]
  if (stage.is !== 'find') return []
  return sources.flatMap((source) =>
    (stage.mode ? source.id === stage.mode : !source.isOnlyMode) ? toPlace(source) : []
  )
}

const toPlace = ({ id, name, remote }: Source): Place[] => (remote ? [{ id, name, find: remote.find }] : [])

function answersStep(source: Source, { slot }: Prompt): Place[] {
  const kinds = slot.options?.from === 'index' ? slot.options.kinds : []
  return source.of && kinds.includes(source.of) ? toPlace(source) : []
}

function serverPlace({ command, slot, args }: Prompt, context: Context): Place[] {
  const { options } = slot
  if (options?.from !== 'server') return []
  const known = knownOf(command, args, context)
  const search = async (text: string, signal: AbortSignal) =>
    (await options.find(text, signal, known)).map((option) => toItem(slot, option))
  return [{ id: 'step', name: `for the ${slot.label.toLowerCase()}`, find: search }]
}

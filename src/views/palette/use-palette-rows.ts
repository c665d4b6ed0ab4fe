import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { CommandContext } from '../../commands/context'
import { resolveCallArgs } from '../../commands/prepare'
import type { Kind } from '../../lib/kinds'
import { plural } from '@/shared/format'
import { buildSmallIndex } from '@/lib/palette/rank/build'
import { createSearch, type SearchFunction } from '@/lib/palette/rank/search'
import { createArgumentSearch, type ArgumentRequest } from './argument-search'
import {
  findItems,
  isStrongMatch,
  type MatchedRows,
  mergeHits,
  rankResponse,
  ROWS_PER_PAGE,
  type UsageMemory,
} from './item-search'
import { findLocalRows } from './local-rows'
import type { Prompt } from './prompt'
import { type PaletteItem, paletteItemKey } from './item'
import type { RemoteResult, ResultCache, SearchPlace } from './remote-search'
import { indexRows } from './search-index'
import type { OpeningContext, PaletteSource } from './sources/source'
import type { PaletteView } from './palette-state'
import { findNearestCommand } from './nearest-command'
import { listOptionItems, toSkipItem, toOptionItem, toTypedItem } from './step-items'
import { describeSearchFailure, useRemoteSearch } from './use-remote-search'
import type { SearchIndexes } from './use-search-indexes'

export type PaletteRows = {
  rows: readonly PaletteItem[]
  /** The number of all matches, shown or not. */
  total: number
  /** Why the typed text is not a valid answer. */
  fault: string | undefined
  /** A search has run long enough to show a progress bar. */
  isSlow: boolean
  /** The names of server searches for the current text without a response yet. */
  searching: readonly string[]
  /** The row that Enter would choose comes from the server, which has not responded yet. */
  isAwaited: boolean
  /** The first row is a weak match, and the server may find a better one. */
  isProvisional: boolean
  /** No options are listed until the user types. */
  isWaitingForText: boolean
  retry(id: string): void
}

export function usePaletteRows(
  view: PaletteView,
  sources: readonly PaletteSource[],
  indexes: SearchIndexes,
  { commands, keys }: Pick<OpeningContext, 'commands' | 'keys'>,
  context: CommandContext,
  memory: UsageMemory
): PaletteRows {
  const { stage, query, limit, chosen } = view
  const prompt = stage.is === 'ask' ? stage.prompt : undefined
  const client = useQueryClient()
  const places = useMemo(() => placesOf(view.stage, sources, context, client), [view.stage, sources, context, client])
  const [kept] = useState<ResultCache>(() => new Map())
  const { answers, isSlow, retry } = useRemoteSearch(places, query, kept)
  const stepSearch = useMemo(() => {
    const items = stage.is === 'ask' ? listOptionItems(stage.prompt, context) : []
    return { items, search: createSearch(buildSmallIndex(items)) }
  }, [stage, context])

  const { indexes: all } = indexes
  const taken = useMemo(() => createArgumentSearch(commands, context, all, sources), [commands, context, all, sources])
  const hasCommands = stage.is === 'find' && [undefined, 'commands', 'kinds'].includes(stage.mode)
  const wanted = useMemo(() => (hasCommands ? taken.requestFor(query) : undefined), [taken, hasCommands, query])
  const argument = useArgument(wanted, sources, kept)
  const withArguments = useMemo(() => taken.search(argument.found), [taken, argument.found])
  const local = useMemo(
    () =>
      findLocalRows(
        { stage, query, limit },
        {
          indexes: all,
          stepSearch,
          argumentSearch: hasCommands ? withArguments : undefined,
          commands,
          context,
          keys,
          memory,
        }
      ),
    [stage, query, limit, all, memory, stepSearch, withArguments, hasCommands, commands, context, keys]
  )

  const [shown] = useState<ShownRows>(() => ({ stage, query: '', rows: [] }))
  return useMemo(() => {
    const text = query.trim()
    const isRanked = stage.is === 'find' && text !== ''
    const searching = answers.flatMap(({ name, isRequested, is, query: of }) =>
      !isRequested || is === 'failed' || of === text ? [] : [name]
    )
    const isOver = searching.length === 0 && argument.is !== 'asked' && indexes.pending.length === 0
    const similar = isRanked && local.hits?.length === 0 ? findSimilar(query, all, stage.mode) : undefined
    const loadedHits = similar?.hits ?? local.hits ?? []
    const remote = answers.flatMap((answer) => stillMeant(answer, query))
    const known = new Set([...local.rows, ...(similar?.rows ?? [])].map(paletteItemKey))
    const added = remote.filter((item) => !known.has(paletteItemKey(item)))
    const found = isRanked
      ? mergeHits(
          loadedHits,
          answers.flatMap((answer) => rankResponse(stillMeant(answer, query), query)),
          limit,
          rowsUpTo(chosen, shown, stage, query)
        )
      : [...local.rows, ...added].slice(0, limit)
    Object.assign(shown, { stage, query, rows: found })
    const total = (similar?.total ?? local.total) + added.length
    const hasFailed = [...answers, ...argument.answers].some(({ is }) => is === 'failed') || indexes.failed.length > 0
    const nearest = isRanked && found.length === 0 && isOver ? findNearest(query, all, wanted) : undefined
    const asking = argument.is === 'asked' ? askingItem(wanted, argument.answers) : undefined
    const typed = prompt && !hasWord(found, query) ? toTypedItem(prompt, query) : {}
    const skip = prompt && query === '' ? toSkipItem(prompt.slot) : undefined
    const rows = [
      ...found,
      ...(total > found.length ? [moreItem(total - found.length)] : []),
      ...(asking ? [asking] : []),
      ...[...answers, ...argument.answers].flatMap((answer) =>
        answer.is === 'failed' ? [retryItem(answer.id, describeSearchFailure(answer))] : []
      ),
      ...(typed.item ? [typed.item] : []),
      ...(nearest && !hasFailed ? [nearest] : []),
      ...(skip ? [skip] : []),
    ]
    const [best] = loadedHits
    const isProvisional =
      isRanked && searching.length > 0 && !isSlow && chosen === '' && best !== undefined && !isStrongMatch(best)
    return {
      rows,
      total: total + (typed.item ? 1 : 0),
      fault: found.length === 0 ? typed.fault : undefined,
      searching,
      isAwaited:
        (searching.length > 0 && (answers.every(({ isOnlyList }) => isOnlyList) || found.length === 0)) ||
        isProvisional,
      isProvisional,
      isSlow: isSlow || argument.isSlow,
      isWaitingForText: text === '' && isSearched(prompt),
      retry(id) {
        retry(id)
        argument.retry(id)
      },
    }
  }, [local, answers, argument, wanted, prompt, query, limit, isSlow, retry, stage, all, indexes, chosen, shown])
}

/** The rows of the last render, by the view that they belong to. */
type ShownRows = { stage: PaletteView['stage']; query: string; rows: readonly PaletteItem[] }

/** The shown rows up to the one that the user moved to. Those of another query are replaced as a whole. */
function rowsUpTo(chosen: string, shown: ShownRows, stage: PaletteView['stage'], query: string) {
  if (chosen === '' || shown.stage !== stage || shown.query !== query) return []
  return shown.rows.slice(0, shown.rows.findIndex((row) => paletteItemKey(row) === chosen) + 1)
}

/** Resources and pages whose names are spelled nearly like the query. Other commands are only suggested. */
export function findSimilar(query: string, indexes: SearchIndexes['indexes'], mode: string | undefined): MatchedRows {
  const searched = indexes.filter(({ source: { id, isOnlyMode } }) => (mode ? id === mode : !isOnlyMode))
  const searches = searched.map(({ source, typoSearch }) =>
    source.id === 'commands' ? onlyPages(typoSearch) : typoSearch
  )
  return findItems(query, searches, SIMILAR_AT_MOST)
}

const onlyPages =
  (search: SearchFunction<PaletteItem>): SearchFunction<PaletteItem> =>
  (query, limit) => {
    const hits = search(query, ROWS_PER_PAGE).hits.filter(({ entry }) => entry.id.startsWith('go.'))
    return { hits: hits.slice(0, limit), total: hits.length }
  }

const SIMILAR_AT_MOST = 8

/** The previous results that still match the text, shown until the server responds. Enter chooses only among them. */
function stillMeant({ items, query: of }: RemoteResult, query: string): readonly PaletteItem[] {
  const text = query.trim()
  return text === '' || text === of ? items : findItems(text, [createSearch(buildSmallIndex(items))], items.length).rows
}

/** The heading above the nearest command. */
export const NO_RESULTS_HEADING = 'No results. Nearest command'

/** Whether the options of a step are searched on the server only after the user types. */
const isSearched = (prompt: Prompt | undefined) => prompt?.slot.options?.from === 'server' && !isListed(prompt)

/** Whether the server lists all options of a step before the user types. */
const isListed = (prompt: Prompt | undefined) =>
  prompt?.slot.options?.from === 'server' && prompt.slot.options.isFew === true

const noKinds: readonly Kind[] = []

/** The server search for the argument that was typed with a command. */
function useArgument(wanted: ArgumentRequest | undefined, sources: readonly PaletteSource[], kept: ResultCache) {
  const kinds = (wanted?.kinds ?? noKinds).join(' ')
  const searched = useMemo(
    () => sources.filter(({ kind, remote }) => remote && kind && kinds.split(' ').includes(kind)),
    [sources, kinds]
  )
  const places = useMemo(
    () => searched.flatMap(toPlace).map((place) => ({ ...place, id: `argument ${place.id}` })),
    [searched]
  )
  const text = wanted?.text ?? ''
  const { answers, isSlow, retry } = useRemoteSearch(places, text, kept)
  const found = useMemo(
    () =>
      searched.flatMap((source) => {
        const items = answers.find(({ id }) => id === `argument ${source.id}`)?.items ?? []
        return items.length > 0 ? [indexRows(source, items, {}, 0)] : []
      }),
    [searched, answers]
  )
  const isAnswered = wanted === undefined || (answers.length > 0 && answers.every(({ query: of }) => of === text))
  const is = isAnswered ? 'answered' : answers.some((one) => one.is === 'failed') ? 'failed' : 'asked'
  return useMemo(() => ({ found, answers, is, isSlow, retry }), [found, answers, is, isSlow, retry])
}

/** The row shown while the server searches: the command, which prompts for the argument in a step. */
const askingItem = (wanted: ArgumentRequest | undefined, answers: readonly RemoteResult[]): PaletteItem | undefined =>
  wanted && {
    ...wanted.step,
    hint: `Searching ${answers.map(({ name }) => name).join(', ')} for “${wanted.text}”…`,
  }

/** The command that the user may have meant. Choosing the row searches for the command and does not run it. */
export function findNearest(
  query: string,
  indexes: SearchIndexes['indexes'],
  wanted: ArgumentRequest | undefined
): PaletteItem | undefined {
  if (wanted) return { ...wanted.step, section: NO_RESULTS_HEADING }
  const commands = indexes.find(({ source }) => source.id === 'commands')?.items ?? []
  const found = findNearestCommand(query, commands)
  return (
    found && {
      id: `nearest ${found.id}`,
      source: 'palette',
      section: NO_RESULTS_HEADING,
      title: found.title,
      group: found.group ?? '',
      effect: { is: 'query', text: found.title },
    }
  )
}

/** Whether the text already is one of the options. */
const hasWord = (rows: readonly PaletteItem[], text: string) =>
  rows.some(
    ({ title, effect }) =>
      title.toLowerCase() === text.trim().toLowerCase() || (effect.is === 'value' && effect.written === text.trim())
  )

const moreItem = (count: number): PaletteItem => ({
  id: 'more',
  source: 'palette',
  title: 'Show more',
  hint: `${count.toLocaleString('en')} not shown`,
  effect: { is: 'more' },
})

const retryItem = (id: string, title: string): PaletteItem => ({
  id: `retry ${id}`,
  source: 'palette',
  title,
  effect: { is: 'retry', source: id },
})

/** The sources that are searched in a stage. The rows of other sources are not loaded. */
export function selectSources(
  stage: PaletteView['stage'],
  sources: readonly PaletteSource[]
): readonly PaletteSource[] {
  const options = stage.is === 'ask' ? stage.prompt.slot.options : undefined
  const kinds: readonly string[] = options?.from === 'index' ? options.kinds : []
  const mode = stage.is === 'find' ? stage.mode : undefined
  return sources.filter(
    ({ id, kind, isOnlyMode, alsoIn }) =>
      !isOnlyMode || id === mode || (mode && alsoIn?.includes(mode)) || (kind && kinds.includes(kind))
  )
}

/** The searches on the server for the current view. */
function placesOf(
  stage: PaletteView['stage'],
  sources: readonly PaletteSource[],
  context: CommandContext,
  client: QueryClient
): readonly SearchPlace[] {
  if (stage.is === 'ask')
    return [...serverPlace(stage.prompt, context, client), ...sources.flatMap((one) => answersStep(one, stage.prompt))]
  if (stage.is !== 'find') return []
  if (stage.mode) return sources.flatMap((source) => (source.id === stage.mode ? toPlace(source).map(alone) : []))
  // Nothing is searched before the user types, and incident numbers of one digit are among the loaded ones.
  return sources.flatMap((source) =>
    source.isOnlyMode ? [] : toPlace(source).map(({ isFew: _few, ...place }) => place)
  )
}

const alone = (place: SearchPlace): SearchPlace => ({ ...place, isOnlyList: true })

const toPlace = ({ id, name, remote }: PaletteSource): SearchPlace[] =>
  remote ? [{ id, name, cacheKey: id, ...remote }] : []

function answersStep(source: PaletteSource, { slot }: Prompt): SearchPlace[] {
  const kinds = slot.options?.from === 'index' ? slot.options.kinds : []
  return source.kind && kinds.includes(source.kind) ? toPlace(source) : []
}

function serverPlace({ command, slot, args }: Prompt, context: CommandContext, client: QueryClient): SearchPlace[] {
  const { options } = slot
  if (options?.from !== 'server') return []
  const known = resolveCallArgs(command, args, context)
  const search = async (text: string, signal: AbortSignal) =>
    (await options.find(text, signal, known, (query) => client.fetchQuery(query))).map((option) =>
      toOptionItem(slot, option)
    )
  const few = options.isFew ? { isFew: options.isFew } : {}
  // The options of all sub-steps come in one response; typing only filters them.
  const pace = slot.subSteps ? { isImmediate: true as const } : {}
  return [
    { id: 'step', name: `the ${plural(slot.label.toLowerCase())}`, isOnlyList: true, ...few, ...pace, find: search },
  ]
}

import { buildContext } from '@/commands/context'
import { allCommands } from '@/commands/every-command'
import { findCommand } from '@/commands/registry'
import { keymap } from '@/keymap/keymap'
import { keysForMode } from '@/keymap/live'
import { createSearch } from '@/lib/palette/rank/search'
import { buildSmallIndex } from '@/lib/palette/rank/build'
import { createArgumentSearch } from '@/views/palette/argument-search'
import { itemTitle, type PaletteItem } from '@/views/palette/item'
import { mergeHits, rankResponse, ROWS_PER_PAGE } from '@/views/palette/item-search'
import { findLocalRows } from '@/views/palette/local-rows'
import { createView, typeText } from '@/views/palette/palette-state'
import { isLongEnough } from '@/views/palette/remote-search'
import { indexRows, type SearchIndex } from '@/views/palette/search-index'
import { paletteSources } from '@/views/palette/sources/registry'
import type { PaletteSource } from '@/views/palette/sources/source'
import { typeSource } from '@/views/palette/sources/types.source'
import { findNearest, findSimilar, selectSources } from '@/views/palette/use-palette-rows'
import type { JudgedQuery } from './judgement-queries'
import {
  sampleChecks,
  sampleComponents,
  sampleConfigs,
  sampleIncidents,
  samplePeople,
  samplePlaybooks,
} from './sample-organisation'

const context = buildContext([], {
  path: '/health',
  roles: ['admin'],
  flags: new Set<string>(),
  deployment: { backend: 'embedded', signIn: 'kratos' },
  online: true,
  nameOf: () => undefined,
})

const types = [...new Set(sampleConfigs.map(({ type }) => type))]

/** The rows that the palette has loaded of each source. Other sources have no rows. */
const loaded: Readonly<Record<string, readonly object[]>> = {
  checks: sampleChecks,
  components: sampleComponents,
  incidents: sampleIncidents,
  playbooks: samplePlaybooks,
  person: samplePeople.map((one) => ({ ...one, roles: [], account: 'active' })),
  types: types.map((value) => ({ value, label: value })),
}

const sources = [...paletteSources, ...types.map(typeSource)]

async function indexesOf(source: PaletteSource): Promise<SearchIndex[]> {
  const modes = paletteSources.filter(({ id }) => id !== 'keys')
  const here = { commands: allCommands, find: findCommand, context, path: [], keys: [], modes }
  const listed = source.list ? [indexRows(source, source.list(here), {}, 0)] : []
  const rows = loaded[source.id]
  const index = rows && (source.index ?? (await source.loadIndex?.()))
  return index && rows ? [...listed, indexRows(source, [...index.items(rows)], {}, 0)] : listed
}

/** A palette with the sample organisation that is asked one query after the other. */
export async function createJudge() {
  const indexes = (await Promise.all(paletteSources.map(indexesOf))).flat()
  const { signal } = new AbortController()

  /** The first row for a query, after the server has responded. */
  return async function findFirst(query: string): Promise<PaletteItem | undefined> {
    const empty = { ...createView({ is: 'find' }), previousViews: [] }
    const { stage, query: text } = typeText(empty, query, false, sources)
    const mode = stage.is === 'find' ? stage.mode : undefined
    const inView = selectSources(stage, sources)
    const own = indexes.filter(({ source }) => inView.includes(source))
    const taken = createArgumentSearch(allCommands, context, own, sources)
    const wanted = mode === undefined ? taken.requestFor(text) : undefined
    const asked = sources.filter(({ remote, kind }) => remote && kind && wanted?.kinds.includes(kind))
    const answers = await Promise.all(
      asked.map(async (source) =>
        indexRows(source, (await source.remote?.find(wanted?.text ?? '', signal)) ?? [], {}, 0)
      )
    )
    const hasCommands = mode === undefined || mode === 'commands' || mode === 'kinds'
    const local = findLocalRows(
      { stage, query: text, limit: ROWS_PER_PAGE },
      {
        indexes: own,
        stepSearch: { items: [], search: createSearch(buildSmallIndex([])) },
        argumentSearch: hasCommands ? taken.search(answers) : undefined,
        commands: allCommands,
        context,
        keys: keysForMode(keymap, 'on', false),
        memory: { uses: {}, pins: [] },
      }
    )
    const searched = sources.filter(({ remote, id, isOnlyMode }) => remote && (mode ? id === mode : !isOnlyMode))
    const found = isLongEnough(text)
      ? await Promise.all(
          searched.map(async (source) => rankResponse((await source.remote?.find(text, signal)) ?? [], text))
        )
      : []
    const hits = local.hits?.length ? local.hits : (findSimilar(text, own, mode).hits ?? [])
    return mergeHits(hits, found.flat(), ROWS_PER_PAGE)[0] ?? findNearest(text, own, wanted)
  }
}

/** Whether a row answers a query. */
export const isRight = (row: PaletteItem | undefined, { first }: JudgedQuery): boolean =>
  row !== undefined &&
  first.some((wanted) => {
    const name = describeRow(row)
    if (wanted === 'failing') return row.health === 'unhealthy' || (row.source === 'incidents' && row.isUrgent === true)
    return wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted
  })

/** A row as in the judgement list. */
export function describeRow({ effect, title, hint = '', ...row }: PaletteItem): string {
  if (effect.is === 'thing') {
    const { kind, id } = effect.target
    if (kind === 'type') return `list ${id}`
    if (kind === 'incident') return `incident ${hint.split(' · ')[0]}`
    if (kind === 'config') return `${hint.split(' · ')[0]?.split('::').at(-1)?.toLowerCase()} ${title}`
    return `${kind} ${title}`
  }
  if (effect.is === 'call' && row.source === 'kinds') return `> ${findCommand(effect.call.id)?.title as string}`
  const name = itemTitle({ title, effect, ...row })
    .replace(/(?:: .*)?…?$/, '')
    .replace(/: .*/, '')
  return effect.is === 'call' && effect.call.args['playbook'] !== undefined ? `playbook ${name}` : `> ${name}`
}

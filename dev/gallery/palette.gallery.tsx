import { toCall } from '@/commands/call'
import { type ComponentProps, useState } from 'react'
import type { Target } from '@/commands/command'
import type { CommandContext } from '@/commands/context'
import { planCall } from '@/commands/prepare'
import type { SearchEntry } from '../../src/lib/palette/rank/text'
import { Button } from '@/ui/button'
import { forgetClosed } from '@/views/palette/closed-search'
import type { PaletteItem } from '@/views/palette/item'
import { indexQuery, type PaletteSource } from '@/views/palette/sources/source'
import type { Exhibit } from './exhibit'
import { manyEntries, measureRanking } from './many-names'
import {
  catalogItem,
  checkNames,
  checkTarget,
  stagedSources,
  StagedPalette,
  stagedCatalog,
  stagedChecks,
  stagedCommands,
  stagedContext,
} from './palette-stage'

type StageProps = Omit<ComponentProps<typeof StagedPalette>, 'plan'>

/** An example of the palette with these properties, without the text that the example before it had when it closed. */
const shown = (props: StageProps = {}) =>
  function Shown() {
    useState(forgetClosed)
    return <StagedPalette {...props} />
  }

const findStaged = (id: string) => stagedCommands.find((one) => one.id === id)

/** An example of the palette at the step or confirmation of a call. */
const asked = (call: string, context: Partial<CommandContext> = {}, props: StageProps = {}) =>
  function Asked() {
    const plan = planCall(
      { call: toCall(call, findStaged), origin: 'key', isAsking: true },
      stagedContext(context),
      findStaged
    )
    return plan.step === 'ask' || plan.step === 'confirm' ? (
      <StagedPalette {...props} context={context} plan={plan} />
    ) : null
  }

const selected = (count: number): Partial<CommandContext> => ({
  selection: Array.from({ length: count }, (_, n): Target => checkTarget(checkNames[n] ?? `worker-${n}`)),
})

const catalog = (find: (text: string, signal: AbortSignal) => Promise<readonly PaletteItem[]>) => [
  ...stagedSources,
  stagedChecks(),
  stagedCatalog(find),
]

const failing = async (): Promise<readonly PaletteItem[]> => {
  throw new Error('Network Error. Please try again.')
}

/** Loaded once, as the console does with its data. */
let many: SearchEntry[] | undefined
const loadMany = async () => (many ??= manyEntries(50_000))

const manySource: PaletteSource = {
  id: 'many',
  section: 'Catalog',
  name: 'the catalog',
  characters: ['='],
  words: ['config'],
  prompt: 'Search the catalog',
  kind: 'config',
  index: indexQuery(
    () => ({ queryKey: ['many'], queryFn: loadMany }),
    (entry: SearchEntry): PaletteItem => ({
      ...entry,
      source: 'many',
      section: 'Catalog',
      effect: { is: 'thing', target: { kind: 'config', id: entry.id, label: entry.title } },
    })
  ),
}
const manySources = [...stagedSources, manySource]

/** Opened by a button, so that opening can be measured. Ranking is measured separately. */
function Many() {
  const [isOpen, setOpen] = useState(false)
  const [queries, setQueries] = useState('payments-api\neu west work')
  const [figures, setFigures] = useState('')
  return (
    <>
      <Button onPress={() => setOpen(true)}>Open the palette</Button>{' '}
      <label>
        Queries <textarea value={queries} onChange={({ target }) => setQueries(target.value)} />
      </label>{' '}
      <Button
        onPress={() => void measureRanking(queries.split('\n')).then((found) => setFigures(JSON.stringify(found)))}
      >
        Rank
      </Button>
      <p data-figures>{figures}</p>
      {isOpen && <StagedPalette sources={manySources} onClose={() => setOpen(false)} />}
    </>
  )
}

export default {
  title: 'Palette',
  states: {},
  apart: {
    'Nothing typed': shown({ context: { targets: [checkTarget('payments-api')] } }),
    Commands: shown({ mode: '>' }),
    Checks: shown({ mode: '!' }),
    'Pages and settings': shown({ mode: '/' }),
    'Accepted input': shown({
      mode: '?',
      context: { places: [{ scope: 'list', of: 'check' }, { scope: 'page' }, { scope: 'app' }] },
    }),
    Found: shown({ query: 'pay' }),
    'Nothing found': shown({ query: 'xqzxqz' }),
    Offline: shown({ context: { online: false } }),
    'A step': asked('silence.create', selected(3)),
    'A step with a wrong answer': asked('silence.create', selected(1), { query: 'soon' }),
    'A step for text': asked('silence.create?until=48h', selected(3)),
    'A step for resources': asked('silence.create'),
    'A step that searches': asked('owner.find'),
    Searching: shown({ sources: catalog(() => new Promise(() => undefined)), query: 'pay' }),
    'More from elsewhere': shown({
      sources: catalog(async () => ['payments-db', 'payments-queue'].map(catalogItem)),
      query: 'pay',
    }),
    'Could not search': shown({ sources: catalog(failing), query: 'pay' }),
    Confirmation: asked('check.delete', selected(1)),
    'Confirmation of many': asked('check.delete', selected(12)),
    'Confirmation by number': asked('check.delete', selected(31)),
    'Fifty thousand names': Many,
  },
} satisfies Exhibit

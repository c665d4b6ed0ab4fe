import { type ComponentProps, useState } from 'react'
import type { Target } from '../../commands/command'
import type { Context } from '../../commands/context'
import { prepare } from '../../commands/prepare'
import type { Entry } from '../../lib/rank/text'
import { Button } from '../../ui/button'
import type { Item } from '../palette/item'
import { indexed, type Source } from '../palette/sources/source'
import type { Exhibit } from './exhibit'
import { manyEntries, rankAlone } from './many'
import {
  catalogItem,
  checkNames,
  checkTarget,
  ownSources,
  Staged,
  stagedCatalog,
  stagedChecks,
  stagedCommands,
  stagedContext,
} from './palette-stage'

type StageProps = Omit<ComponentProps<typeof Staged>, 'plan'>

/** An example of the palette with these properties. */
const shown = (props: StageProps = {}) =>
  function Shown() {
    return <Staged {...props} />
  }

const findStaged = (id: string) => stagedCommands.find((one) => one.id === id)

/** An example of the palette at the step or confirmation of a call. */
const asked = (call: string, context: Partial<Context> = {}, props: StageProps = {}) =>
  function Asked() {
    const plan = prepare({ call, origin: 'key', isAsking: true }, stagedContext(context), findStaged)
    return plan.step === 'ask' || plan.step === 'confirm' ? <Staged {...props} context={context} plan={plan} /> : null
  }

const ticked = (count: number): Partial<Context> => ({
  selection: Array.from({ length: count }, (_, n): Target => checkTarget(checkNames[n] ?? `worker-${n}`)),
})

const catalog = (find: (text: string, signal: AbortSignal) => Promise<readonly Item[]>) => [
  ...ownSources,
  stagedChecks(),
  stagedCatalog(find),
]

const failing = async (): Promise<readonly Item[]> => {
  throw new Error('Network Error. Please try again.')
}

/** Loaded once, as the console does with its data. */
let many: Entry[] | undefined
const loadMany = async () => (many ??= manyEntries(50_000))

const manySource: Source = {
  id: 'many',
  section: 'Catalog',
  name: 'the catalog',
  characters: ['='],
  words: ['config'],
  prompt: 'Search the catalog',
  of: 'config',
  index: indexed(
    () => ({ queryKey: ['many'], queryFn: loadMany }),
    (entry: Entry): Item => ({
      ...entry,
      source: 'many',
      section: 'Catalog',
      does: { is: 'thing', target: { kind: 'config', id: entry.id, label: entry.title } },
    })
  ),
}
const manySources = [...ownSources, manySource]

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
      <Button onPress={() => void rankAlone(queries.split('\n')).then((found) => setFigures(JSON.stringify(found)))}>
        Rank
      </Button>
      <p data-figures>{figures}</p>
      {isOpen && <Staged sources={manySources} onClose={() => setOpen(false)} />}
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
    'A step': asked('silence.create', ticked(3)),
    'A step with a wrong answer': asked('silence.create', ticked(1), { query: 'soon' }),
    'A step for text': asked('silence.create?until=48h', ticked(3)),
    'A step for resources': asked('silence.create'),
    'A step that searches': asked('owner.find'),
    Searching: shown({ sources: catalog(() => new Promise(() => undefined)), query: 'pay' }),
    'More from elsewhere': shown({
      sources: catalog(async () => ['payments-db', 'payments-queue'].map(catalogItem)),
      query: 'pay',
    }),
    'Could not search': shown({ sources: catalog(failing), query: 'pay' }),
    Confirmation: asked('check.delete', ticked(1)),
    'Confirmation of many': asked('check.delete', ticked(12)),
    'Confirmation by number': asked('check.delete', ticked(31)),
    'Fifty thousand names': Many,
  },
} satisfies Exhibit

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { z } from 'zod/mini'
import { type Command, defineCommand, type Target } from '@/commands/command'
import type { CommandContext } from '@/commands/context'
import { createJournal } from '@/commands/journal'
import { allCommands } from '@/commands/every-command'
import { enumSlot, targetsSlot, textSlot } from '@/commands/slots'
import { formatCount, formatNames } from '../../src/shared/format'
import { isMac } from '@/keymap/display'
import { keymap } from '@/keymap/keymap'
import { keysForMode } from '@/keymap/live'
import type { PaletteItem } from '@/views/palette/item'
import { Palette, type PaletteProps } from '@/views/palette/palette'
import { paletteSources } from '@/views/palette/sources/registry'
import type { PaletteSource } from '@/views/palette/sources/source'
import { ConsoleProvider } from '../../src/views/shared/console'

// The context of the palette for the gallery and for tests: resources to find, and commands with all kinds of steps.

export const checkNames = ['payments-api', 'payments-worker', 'checkout', 'homepage', 'مراقبة الدفع', 'api-gateway']

export const checkTarget = (label: string): Target<'check'> => ({ kind: 'check', id: `id of ${label}`, label })

const healths = ['unhealthy', 'healthy', 'warning'] as const

export const resourceItem = (label: string, n: number): PaletteItem => ({
  id: `id of ${label}`,
  source: 'checks',
  section: 'Checks',
  title: label,
  group: 'Check',
  hint: 'http · default',
  effect: { is: 'thing', target: checkTarget(label) },
  health: healths[n % 3] ?? 'healthy',
})

/** Static checks instead of those of a query. */
export const stagedChecks = (items: readonly PaletteItem[] = checkNames.map(resourceItem)): PaletteSource => ({
  id: 'checks',
  section: 'Checks',
  name: 'the checks',
  characters: ['!'],
  words: ['check', 'checks'],
  prompt: 'Search checks',
  kind: 'check',
  list: () => items,
})

export const catalogItem = (title: string): PaletteItem => ({
  id: title,
  source: 'catalog',
  section: 'Catalog',
  title,
  group: 'Config',
  effect: { is: 'thing', target: { kind: 'config', id: title, label: title } },
})

/** A source that searches on the server. */
export const stagedCatalog = (
  find: (text: string, signal: AbortSignal) => Promise<readonly PaletteItem[]>
): PaletteSource => ({
  id: 'catalog',
  section: 'Catalog',
  name: 'the catalog',
  characters: ['='],
  words: ['catalog', 'config'],
  prompt: 'Search the catalog',
  kind: 'config',
  remote: { find },
})

/** The sources that need no server. The catalog has no matches. */
export const stagedSources: readonly PaletteSource[] = paletteSources
  .filter(({ index, loadIndex, remote }) => remote || (!index && !loadIndex))
  .map(({ index: _index, ...source }) => (source.remote ? { ...source, remote: { find: async () => [] } } : source))

const hours = z.pipe(
  z.string().check(z.regex(/^\d+[hd]$/, 'A number and a unit, such as 90h or 2d.')),
  z.transform((text) => (text.endsWith('d') ? 24 * Number.parseInt(text, 10) : Number.parseInt(text, 10)))
)

/** Commands with all kinds of steps: resources, options, options with text, and required and optional text. */
export const stagedCommands: readonly Command[] = [
  defineCommand({
    id: 'silence.create',
    title: 'Silence',
    group: 'Notifications',
    keywords: 'mute quiet',
    slots: {
      checks: targetsSlot('check'),
      until: {
        label: 'Until',
        schema: hours,
        write: (count: number) => `${count}h`,
        text: 'A number and a unit: 90h, 2d',
        initial: 2,
        options: {
          from: 'list',
          list: () => [
            { value: 1, label: '1 hour', hint: 'until 15:40' },
            { value: 2, label: '2 hours', hint: 'until 16:40' },
            { value: 48, label: '2 days', hint: 'until Mon 23 Nov 14:40' },
            {
              value: 336,
              label: '2 weeks',
              hint: 'until Sat 5 Dec 14:40',
              refusal: 'Your role may silence two days at most.',
            },
          ],
        },
      },
      scope: { ...enumSlot('Scope', ['exactly this', 'everything below it']), ask: ({ until }) => Number(until) < 48 },
      reason: { ...textSlot('Reason', 'Reason (shown with the silence)'), optional: true },
    },
    effect: 'change',
    undo: 'inverse',
    preview: ({ checks, until, reason }) =>
      `Silences notifications from ${formatNames(checks.map(({ label }) => label))} for ${until} hours${reason ? `: ${reason}` : ''}.`,
    run: () => ({ message: 'Silenced.' }),
  }),
  defineCommand({
    id: 'check.delete',
    title: 'Delete checks',
    group: 'Health',
    slots: { checks: targetsSlot('check') },
    effect: 'change',
    undo: 'none',
    confirm: 'always',
    preview: ({ checks }) => `Deletes ${formatNames(checks.map(({ label }) => label))} and their history.`,
    verb: ({ checks }) => `Delete ${formatCount(checks.length, 'check')}`,
    run: () => ({ message: 'Deleted.' }),
  }),
  defineCommand({
    id: 'owner.find',
    title: 'Assign owner',
    group: 'Incidents',
    slots: {
      owner: {
        label: 'Owner',
        schema: z.string().check(z.minLength(1)),
        write: (name: string) => name,
        options: {
          from: 'server',
          find: async (text) =>
            ['Ada', 'Alan', 'Grace']
              .filter((name) => name.toLowerCase().includes(text))
              .map((name) => ({ value: name, label: name })),
        },
      },
    },
    effect: 'change',
    undo: 'inverse',
    preview: ({ owner }) => `Assigns ${owner}.`,
    run: () => ({ message: 'Assigned.' }),
  }),
]

export const stagedContext = (rest: Partial<CommandContext> = {}): CommandContext => ({
  path: '/health',
  roles: ['admin'],
  online: true,
  nameOf: (_kind, id) => id.replace('id of ', ''),
  places: [],
  targets: [],
  selection: [],
  handler: () => undefined,
  choices: () => [],
  settle: () => undefined,
  ...rest,
})

const nothing = () => undefined
const noSources: readonly PaletteSource[] = []

function StagedConsole({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))
  const [console] = useState(() => ({
    perform: async () => undefined,
    undo: nothing,
    environment: stagedContext(),
    keys: keysForMode(keymap, 'on', isMac),
    journal: createJournal(),
  }))
  return (
    <QueryClientProvider client={client}>
      <ConsoleProvider value={console}>{children}</ConsoleProvider>
    </QueryClientProvider>
  )
}

/** The staged silence command has steps that the console's own command does not have. */
const otherCommands = allCommands.filter(({ id }) => !stagedCommands.some((one) => one.id === id))

/** Sources by id. A source given later replaces an earlier one with its id. */
const uniqueSources = (sources: readonly PaletteSource[]) => [...new Map(sources.map((one) => [one.id, one])).values()]

/** The palette with this context, as the console opens it. */
export function StagedPalette({
  context,
  sources = noSources,
  ...props
}: Partial<Omit<PaletteProps, 'context'>> & { context?: Partial<CommandContext> }) {
  const [here] = useState(() => stagedContext(context))
  const [all] = useState(() => uniqueSources(sources.length > 0 ? sources : [...stagedSources, stagedChecks()]))
  return (
    <StagedConsole>
      <Palette
        context={here}
        onClose={nothing}
        onRun={nothing}
        onStay={nothing}
        sources={all}
        commands={[...stagedCommands, ...otherCommands]}
        {...props}
      />
    </StagedConsole>
  )
}

import { logs } from '../../api/logs'
import { paths } from '../../lib/paths'
import { choosingIn } from '../choosing'
import { command, type Command } from '../command'
import { type Environment, offerToRead } from '../context'
import { lazyRuns } from '../lazy-runs'
import { foundTarget, oneTarget, targets } from '../slots'

const runs = lazyRuns(() => import('./logs.runs'))

const shared = { group: 'Logs', feature: 'logs', effect: 'view' } as const satisfies Partial<Command>
const choosing = choosingIn({ group: 'Logs', feature: 'logs' })

/** Whether logs may be read. Public pages have no logs. */
const offer = (here: Environment) => !here.isReadOnly && offerToRead(here, 'topologies')

const withLogs = foundTarget(
  'component',
  async (text, signal) =>
    (await logs.components(text, signal)).map(({ id, name, type }) => ({
      value: { kind: 'component', id, label: name },
      label: name,
      ...(type && { hint: type }),
    })),
  { isFew: true }
)

/** A command that the log page handles. */
const view = (id: `logs.${string}`, title: string, keywords: string) => command({ ...shared, id, title, keywords })

export const logCommands = [
  command({
    ...shared,
    id: 'go.logs',
    title: 'Go to logs',
    group: 'Go',
    keywords: 'log lines output messages stdout stderr search',
    available: offer,
    run: (_args, { navigate }) => navigate(paths.logs),
  }),
  command({
    ...shared,
    id: 'logs.open',
    title: 'Show logs of component',
    keywords: 'log lines output messages view tail',
    slots: { component: oneTarget('component') },
    available: offer,
    preview: ({ component: [one] }) => `Shows the logs of ${one?.label}.`,
    run({ component: [one] }, { navigate }) {
      if (one) navigate(paths.logsOf(one.id))
    },
  }),
  command({
    ...shared,
    id: 'logs.component',
    title: 'Choose component',
    keywords: 'component service application switch other log',
    // Always prompted for, since the current component is not meant.
    slots: { component: { ...withLogs, answer: () => undefined } },
    available: offer,
    preview: ({ component: [one] }) => `Shows the logs of ${one?.label}.`,
    run({ component: [one] }, { navigate }) {
      if (one) navigate(paths.logsOf(one.id))
    },
  }),
  choosing('logs.selector', 'Choose the log selector', 'selector', 'Log selector', 'which logs container source'),
  view('logs.follow', 'Start or stop following new lines', 'tail live stream new lines watch'),
  view('logs.wrap', 'Wrap or truncate long lines', 'break lines width overflow'),
  view('logs.download', 'Download the lines', 'save file export text'),
  command({
    ...shared,
    id: 'logs.context',
    title: 'Show or hide surrounding lines',
    keywords: 'context before after surrounding neighbours grep',
    slots: { line: oneTarget('logline') },
    preview: () => 'Shows or hides the lines before and after this line.',
  }),
  command({
    ...shared,
    id: 'logs.copy',
    title: 'Copy lines',
    keywords: 'yank clipboard text message',
    slots: { lines: targets('logline') },
    preview: ({ lines }) => `Copies ${lines.length === 1 ? 'the line' : `${lines.length} lines`} as text.`,
    run: runs((module) => module.copyLines),
  }),
]

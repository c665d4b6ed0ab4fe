import { logsPath } from '@/shared/pages/logs'
import { choiceCommandFactory } from '../choice-command'
import { defineCommand, type Command } from '../command'
import { type CommandEnvironment, readAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { searchedTargetSlot, targetSlot, targetsSlot } from '../slots'
import { defineCommands } from '../registry'

const runs = lazyFunctions(() => import('./logs.runs'))
const finds = lazyFunctions(() => import('./logs.finds'))

const shared = { group: 'Logs', feature: 'logs', effect: 'view' } as const satisfies Partial<Command>
const choosing = choiceCommandFactory({ group: 'Logs', feature: 'logs' })

/** Whether logs may be read. Public pages have no logs. */
const offer = (here: CommandEnvironment) => !here.isReadOnly && readAvailability(here, 'topologies')

const withLogs = searchedTargetSlot(
  'component',
  finds((module) => module.findComponentsWithLogs),
  { isFew: true }
)

/** The check under the cursor, whose components are listed first. It is never prompted for. */
const { options: _options, ...checkSlot } = targetSlot('check')
const nearbyCheck = { ...checkSlot, optional: true, isUnprompted: true } as const

/** A command that the log page handles. */
const view = (id: `logs.${string}`, title: string, keywords: string) =>
  defineCommand({ ...shared, id, title, keywords })

export const logCommands = defineCommands([
  defineCommand({
    ...shared,
    id: 'logs.open',
    title: 'Show logs of component',
    keywords: 'log lines output messages view tail',
    slots: { component: targetSlot('component') },
    available: offer,
    preview: ({ component: [one] }) => `Shows the logs of ${one?.label}.`,
    run({ component: [one] }, { navigate }) {
      if (one) navigate(logsPath(one.id))
    },
  }),
  defineCommand({
    ...shared,
    id: 'logs.component',
    title: 'Choose component',
    keywords: 'component service application switch other log',
    // Always prompted for, since the current component is not meant.
    slots: { component: { ...withLogs, answer: () => undefined }, check: nearbyCheck },
    available: offer,
    preview: ({ component: [one] }) => `Shows the logs of ${one?.label}.`,
    run({ component: [one] }, { navigate }) {
      if (one) navigate(logsPath(one.id))
    },
  }),
  choosing('logs.selector', 'Choose the log selector', 'selector', 'Log selector', 'which logs container source'),
  view('logs.follow', 'Start or stop following new lines', 'tail live stream new lines watch'),
  view('logs.wrap', 'Wrap or truncate long lines', 'break lines width overflow'),
  view('logs.download', 'Download the lines', 'save file export text'),
  defineCommand({
    ...shared,
    id: 'logs.context',
    title: 'Show or hide surrounding lines',
    keywords: 'context before after surrounding neighbours grep',
    slots: { line: targetSlot('logline') },
    preview: () => 'Shows or hides the lines before and after this line.',
  }),
  defineCommand({
    ...shared,
    id: 'logs.copy',
    title: 'Copy lines',
    keywords: 'yank clipboard text message',
    slots: { lines: targetsSlot('logline') },
    preview: ({ lines }) => `Copies ${lines.length === 1 ? 'the line' : `${lines.length} lines`} as text.`,
    run: runs((module) => module.copyLogLines),
  }),
])

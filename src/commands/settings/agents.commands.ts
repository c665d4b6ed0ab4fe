import { z } from 'zod/mini'
import { formatCount } from '@/shared/format'
import { defineCommand, type Availability } from '../command'
import { type CommandContext, readAvailability, writeAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { jsonField, targetSlot, targetsSlot, textField } from '../slots'
import { formatTargetNames } from '../target-names'
import { defineCommands } from '../registry'

const group = 'Agents'
const feature = 'agents'
const runs = lazyFunctions(() => import('./agents.runs'))

const writingAvailability = (context: CommandContext): Availability => writeAvailability(context, 'agents')

/** The interval at which the agent scrapes its cluster; empty to scrape nothing. */
const scrapeInterval = textField('Interval', z.string(), { isOptional: true })

export const agentCommands = defineCommands([
  defineCommand({
    id: 'agent.open',
    title: 'Show the agent',
    group,
    keywords: 'details version host last seen',
    feature,
    slots: { agent: targetSlot('agent') },
    available: (context) => !context.isReadOnly && readAvailability(context, 'agents'),
    effect: 'view',
    opens: 'dialog',
  }),
  defineCommand({
    id: 'agent.generate',
    title: 'Add an agent',
    group,
    keywords: 'generate new create install remote cluster helm flux token',
    feature,
    slots: {
      name: textField('Name', z.string().check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(100))),
      properties: jsonField('Labels', z.record(z.string(), z.string()), { isOptional: true }),
      scrapeInterval,
    },
    available: writingAvailability,
    effect: 'change',
    undo: 'none',
    opens: 'form',
    preview: ({ name }) => `Creates the agent ${name} with a token.`,
    run: runs((module) => module.generateAgent),
  }),
  defineCommand({
    id: 'agent.install',
    title: 'Create a new install command',
    group,
    keywords: 'agent token helm flux manifest again lost copy',
    feature,
    slots: { agent: targetSlot('agent'), scrapeInterval },
    available: writingAvailability,
    effect: 'change',
    undo: 'none',
    opens: 'form',
    preview: ({ agent: [one] }) => `Creates another token for ${one?.label}. Earlier tokens keep working.`,
    run: runs((module) => module.installAgent),
  }),
  defineCommand({
    id: 'agent.delete',
    title: 'Delete agent',
    group,
    keywords: 'remove cleanup disconnect',
    feature,
    slots: {
      agents: targetsSlot('agent'),
      cleanup: jsonField('Cleanup', z.boolean(), { isOptional: true }),
    },
    available: writingAvailability,
    effect: 'change',
    // The tokens of a deleted agent have ended: restoring its row would not connect it again.
    undo: 'none',
    opens: 'form',
    preview: ({ agents: list }) => `Deletes ${formatTargetNames(list)}.`,
    verb: ({ agents: list }) => (list.length === 1 ? 'Delete' : `Delete ${formatCount(list.length, 'agent')}`),
    run: runs((module) => module.removeAgents),
  }),
])

import { z } from 'zod/mini'
import { defineCommand, type Availability } from '../command'
import { type CommandContext, writeAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { choiceSlot, jsonField, targetSlot } from '../slots'
import { defineCommands } from '../registry'

const group = 'Teams'
const feature = 'settings.teams'
const runs = lazyFunctions(() => import('./teams.runs'))

const membersAvailability = (context: CommandContext): Availability => writeAvailability(context, 'database')

export const teamCommands = defineCommands([
  defineCommand({
    id: 'team.addMembers',
    title: 'Add team members',
    group,
    keywords: 'members people join',
    feature,
    slots: {
      team: targetSlot('team'),
      members: jsonField('Users', z.array(z.string()).check(z.minLength(1, 'Choose a user'))),
    },
    available: membersAvailability,
    effect: 'change',
    undo: 'inverse',
    opens: 'form',
    preview: ({ team: [one] }) => `Adds users to ${one?.label}.`,
    run: runs((module) => module.addMembers),
  }),
  defineCommand({
    id: 'team.removeMember',
    title: 'Remove user from the team',
    group,
    keywords: 'member person leave',
    feature,
    slots: { team: targetSlot('team'), person: choiceSlot('teamMember', 'User') },
    // Exists where the members of a team are shown.
    available: (context) => context.choices('teamMember').length > 0 && membersAvailability(context),
    effect: 'change',
    undo: 'inverse',
    preview: ({ team: [one] }) => `Removes the user from ${one?.label}.`,
    run: runs((module) => module.removeMember),
  }),
])

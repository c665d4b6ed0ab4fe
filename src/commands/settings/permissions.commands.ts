import { defineCommand } from '../command'
import { readAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { defineCommands } from '../registry'
import { targetSlot } from '../slots'

const runs = lazyFunctions(() => import('./permissions.runs'))
const shared = {
  group: 'Settings',
  feature: 'settings.permissions',
  slots: { permission: targetSlot('permission') },
  effect: 'view',
} as const

export const permissionCommands = defineCommands([
  defineCommand({
    ...shared,
    id: 'permission.openSubject',
    title: 'Go to the subject of the permission',
    keywords: 'open person team notification rule playbook',
    available: (context) => !context.isReadOnly && readAvailability(context, 'permissions'),
    preview: ({ permission: [one] }) => `Opens the subject of ${one?.label}.`,
    run: runs((module) => module.openPermissionSubject),
  }),
  defineCommand({
    ...shared,
    id: 'permission.openResource',
    title: 'Go to the resource of the permission',
    keywords: 'open config item component connection playbook canary',
    available: (context) => !context.isReadOnly && readAvailability(context, 'permissions'),
    preview: ({ permission: [one] }) => `Opens the resource of ${one?.label}.`,
    run: runs((module) => module.openPermissionResource),
  }),
])

import { z } from 'zod/mini'
import { componentPage } from '@/shared/pages/topology'
import { defineCommand } from '../command'
import { type CommandContext, readAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { destinationSlot, targetSlot, textField } from '../slots'
import { defineCommands } from '../registry'

const runs = lazyFunctions(() => import('./component.runs'))
const group = 'Topology'
const feature = 'topology'

/** Components may be read. The public card of a component links to other components, and to nothing else. */
const offer = (context: CommandContext) => !context.isReadOnly && readAvailability(context, 'topologies')

export const componentCommands = defineCommands([
  defineCommand({
    id: 'component.open',
    title: 'Go to component',
    group,
    keywords: 'jump find open show service application database topology',
    feature,
    slots: { component: destinationSlot('component') },
    available: (context) => readAvailability(context, 'topologies'),
    effect: 'view',
    preview: ({ component: [one] }) => `Opens ${one?.label}.`,
    run({ component: [one] }, { navigate }) {
      if (one) navigate(componentPage.at(one.id))
    },
  }),
  defineCommand({
    id: 'component.parent',
    title: 'Go up to the parent component',
    group,
    keywords: 'above outer part of belongs to up',
    feature,
    slots: { component: targetSlot('component') },
    available: offer,
    effect: 'view',
    preview: ({ component: [one] }) => `Opens the parent of ${one?.label}.`,
    run: runs((module) => module.openParentComponent),
  }),
  defineCommand({
    id: 'component.snapshot',
    title: 'Download snapshot',
    group,
    keywords: 'export zip archive save post-mortem evidence csv file keep',
    feature,
    slots: {
      component: targetSlot('component'),
      /** The time range of the changes, insights and incidents in the snapshot. */
      range: textField('Time range', z.string().check(z.minLength(1, 'Choose a time range'))),
      related: textField('Related components', z.string(), { isOptional: true }),
    },
    available(context) {
      const may = offer(context)
      return may === true ? context.online || 'You are offline.' : may
    },
    effect: 'view',
    opens: 'form',
    preview: ({ component: [one] }) => `Downloads ${one?.label} and its context as a ZIP file.`,
    run: runs((module) => module.downloadSnapshot),
  }),
])

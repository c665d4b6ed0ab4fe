import { defineCommand, type Kind, type Availability } from '../command'
import { type CommandContext, readAvailability, writeAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { searchedTargetSlot, nearestKindSlot, targetSlot } from '../slots'
import { defineCommands } from '../registry'

const runs = lazyFunctions(() => import('./component-links.runs'))
const finds = lazyFunctions(() => import('./component-links.finds'))
const group = 'Topology'
const feature = 'topology'
const sides: readonly Kind[] = ['config', 'component']

/** Commands for links between config items and components. The nearest one is taken; the other is prompted for. */
export const componentLinkCommands = defineCommands([
  defineCommand({
    id: 'component.relate',
    title: 'Link config item to component',
    group,
    keywords: 'add attach assign relate connect belongs to topology service relationship',
    feature,
    slots: {
      config: nearestKindSlot(targetSlot('config'), sides),
      component: nearestKindSlot(
        searchedTargetSlot(
          'component',
          finds((module) => module.findLinkableComponents)
        ),
        sides
      ),
    },
    available: offerToLink,
    effect: 'change',
    undo: 'inverse',
    preview: ({ config: [item], component: [one] }) => `Makes ${item?.label} part of the component ${one?.label}.`,
    run: runs((module) => module.linkComponent),
  }),
  defineCommand({
    id: 'component.unrelate',
    title: 'Unlink config item from component',
    group,
    keywords: 'remove detach unassign unrelate disconnect belongs to topology service relationship',
    feature,
    slots: {
      config: searchedTargetSlot(
        'config',
        finds((module) => module.findLinkedConfigs),
        { isFew: true }
      ),
      component: searchedTargetSlot(
        'component',
        finds((module) => module.findLinkedComponents),
        { isFew: true }
      ),
    },
    available: offerToLink,
    effect: 'change',
    undo: 'inverse',
    preview: ({ config: [item], component: [one] }) => `Removes ${item?.label} from the component ${one?.label}.`,
    run: runs((module) => module.unlinkComponent),
  }),
])

function offerToLink(context: CommandContext): Availability {
  const offer = writeAvailability(context, 'database')
  return offer === true ? readAvailability(context, 'topologies') : offer
}

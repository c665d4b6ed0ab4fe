import { command, type Kind, type Offer } from '../command'
import { type Context, offerToRead, offerToWrite } from '../context'
import { lazyFinds, lazyRuns } from '../lazy-runs'
import { foundTarget, nearestOf, oneTarget } from '../slots'

const runs = lazyRuns(() => import('./component-links.runs'))
const finds = lazyFinds(() => import('./component-links.finds'))
const group = 'Topology'
const feature = 'topology'
const sides: readonly Kind[] = ['config', 'component']

/** Commands for links between config items and components. The nearest one is taken; the other is prompted for. */
export const componentLinkCommands = [
  command({
    id: 'component.relate',
    title: 'Link config item to component',
    group,
    keywords: 'add attach assign relate connect belongs to topology service relationship',
    feature,
    slots: {
      config: nearestOf(oneTarget('config'), sides),
      component: nearestOf(
        foundTarget(
          'component',
          finds((module) => module.findUnlinked)
        ),
        sides
      ),
    },
    available: offerToLink,
    effect: 'change',
    undo: 'inverse',
    preview: ({ config: [item], component: [one] }) => `Makes ${item?.label} part of the component ${one?.label}.`,
    run: runs((module) => module.relate),
  }),
  command({
    id: 'component.unrelate',
    title: 'Unlink config item from component',
    group,
    keywords: 'remove detach unassign unrelate disconnect belongs to topology service relationship',
    feature,
    slots: {
      config: foundTarget(
        'config',
        finds((module) => module.findLinkedConfigs),
        { isFew: true }
      ),
      component: foundTarget(
        'component',
        finds((module) => module.findLinkedComponents),
        { isFew: true }
      ),
    },
    available: offerToLink,
    effect: 'change',
    undo: 'inverse',
    preview: ({ config: [item], component: [one] }) => `Removes ${item?.label} from the component ${one?.label}.`,
    run: runs((module) => module.unrelate),
  }),
]

function offerToLink(context: Context): Offer {
  const offer = offerToWrite(context, 'database')
  return offer === true ? offerToRead(context, 'topologies') : offer
}

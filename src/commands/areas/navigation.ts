import { parentOf, pathOf } from '../../lib/paths'
import { command, type Kind, kinds } from '../command'
import { destination, oneTarget } from '../slots'

/** Offers to open a created resource if the console has a page for its kind. */
export const offerToOpen = (title: string, kind: Kind, id: string) =>
  pathOf(kind, id) === undefined ? [] : [{ title, call: `nav.open?target=${kind}:${id}` }]

export const navigationCommands = [
  command({
    id: 'nav.open',
    title: 'Go to',
    group: 'Go',
    keywords: 'jump find open show anything',
    slots: { target: destination(...kinds) },
    effect: 'view',
    preview: ({ target: [one] }) => (one ? `Opens ${one.label}.` : ''),
    run({ target: [one] }, { navigate }) {
      const path = one && pathOf(one.kind, one.id)
      if (path === undefined) return { message: `${one?.label ?? 'This'} has no page of its own.` }
      navigate(path)
    },
  }),
  command({
    id: 'nav.tab',
    title: 'Open in a new tab',
    group: 'Go',
    keywords: 'browser window beside',
    slots: { target: oneTarget(...kinds) },
    available: (_context, { target: list }) =>
      !list?.[0] || pathOf(list[0].kind, list[0].id) !== undefined || 'This has no page of its own.',
    effect: 'view',
    preview: ({ target: [one] }) => (one ? `Opens ${one.label} in a new browser tab.` : ''),
    run({ target: [one] }, { openTab }) {
      const path = one && pathOf(one.kind, one.id)
      if (path !== undefined) openTab(path)
    },
  }),
  command({
    id: 'nav.up',
    title: 'Go to the parent page',
    group: 'Go',
    keywords: 'parent up back',
    available: ({ path }) => parentOf(path) !== undefined || 'This page has no parent page.',
    effect: 'view',
    run(_args, { here, navigate }) {
      const parent = parentOf(here())
      if (parent !== undefined) navigate(parent)
    },
  }),
  // Handled by the app, which stores the previous address.
  command({ id: 'nav.last', title: 'Go to the previous page', group: 'Go', keywords: 'back toggle', effect: 'view' }),
]

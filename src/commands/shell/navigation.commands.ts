import { parentPath, resourcePath } from '@/shared/routing/registry'
import { callTo } from '../call-to'
import { type Call, defineCommand, type Kind, kinds, type Target, unnamedTarget } from '../command'
import { destinationSlot, targetSlot } from '../slots'
import { defineCommands } from '../registry'

/** The call that opens a resource. */
export const openCall = (target: Target): Call => callTo('nav.open', { target: [target] })

/** Offers to open a created resource if the console has a page for its kind. */
export const openCalls = (title: string, kind: Kind, id: string) =>
  resourcePath(kind, id) === undefined ? [] : [{ title, call: openCall(unnamedTarget(kind, id)) }]

export const navigationCommands = defineCommands([
  defineCommand({
    id: 'nav.open',
    title: 'Go to',
    group: 'Go',
    keywords: 'jump find open show anything',
    slots: { target: destinationSlot(...kinds) },
    effect: 'view',
    preview: ({ target: [one] }) => (one ? `Opens ${one.label}.` : ''),
    run({ target: [one] }, { navigate }) {
      const path = one && resourcePath(one.kind, one.id)
      if (path === undefined) return { message: `${one?.label ?? 'This'} has no page of its own.` }
      navigate(path)
    },
  }),
  defineCommand({
    id: 'nav.tab',
    title: 'Open in a new tab',
    group: 'Go',
    keywords: 'browser window beside',
    slots: { target: targetSlot(...kinds) },
    available: (_context, { target: list }) =>
      !list?.[0] || resourcePath(list[0].kind, list[0].id) !== undefined || 'This has no page of its own.',
    effect: 'view',
    preview: ({ target: [one] }) => (one ? `Opens ${one.label} in a new browser tab.` : ''),
    run({ target: [one] }, { openTab }) {
      const path = one && resourcePath(one.kind, one.id)
      if (path !== undefined) openTab(path)
    },
  }),
  defineCommand({
    id: 'nav.up',
    title: 'Go to the parent page',
    group: 'Go',
    keywords: 'parent up back',
    available: ({ path }) => parentPath(path) !== undefined || 'This page has no parent page.',
    effect: 'view',
    run(_args, { here, navigate }) {
      const parent = parentPath(here())
      if (parent !== undefined) navigate(parent)
    },
  }),
  // Handled by the app.
  defineCommand({
    id: 'nav.last',
    title: 'Go to the previous page',
    group: 'Go',
    keywords: 'back return escape',
    effect: 'view',
  }),
])

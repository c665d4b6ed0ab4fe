import { describeMissingAccess } from '../lib/access/access-needed'
import type { Page, PageGo } from '../shared/pages/page'
import { type Availability, type Command, defineCommand } from './command'
import { type CommandContext, mayAccess } from './context'

/** Whether the page can be opened here, or why not. Public pages open no page that requires sign-in. */
export function pageAvailability(
  context: CommandContext,
  { access, publicPath }: Pick<Page, 'access' | 'publicPath'>
): Availability {
  if (context.isReadOnly && publicPath === undefined) return false
  const missing = access?.areas.find((area) => !mayAccess(context, area, access.action))
  return missing && access ? describeMissingAccess(missing, access.action) : true
}

type Opens = Pick<Page, 'path' | 'access' | 'publicPath'>

/** The command that opens a page. */
export const goCommand = (
  page: Opens,
  { keys: _keys, ...go }: PageGo,
  available = (context: CommandContext): Availability => pageAvailability(context, page)
): Command =>
  defineCommand({
    ...go,
    ...(page.access && { feature: page.access.feature }),
    group: 'Go',
    available,
    effect: 'view',
    run: (_args, { navigate }) => navigate(page.path),
  })

/** The commands that open these pages. */
export const goCommands = (pages: readonly (Opens & { go?: PageGo })[]): readonly Command[] =>
  pages.flatMap((page) => (page.go ? [goCommand(page, page.go)] : []))

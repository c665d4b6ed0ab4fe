import { isDisabled } from '../shared/access/flags'
import type { Page, PagePart } from '../shared/routing/page'
import type { Availability } from './command'
import { type CommandContext, mayAccess, missingPageAccess, readAvailability } from './context'

/** Whether the page can be opened here, or why not. Public pages open no page that requires sign-in. */
export function pageAvailability(
  context: CommandContext,
  { access, parts, publicPath, unavailable }: Pick<Page, 'access' | 'parts' | 'publicPath' | 'unavailable'>
): Availability {
  if (context.isReadOnly && publicPath === undefined) return false
  const isReadable = ({ feature, area }: PagePart) =>
    !isDisabled(context.flags, feature) && mayAccess(context, area, 'read')
  if (parts && !parts.some(isReadable)) {
    const part = parts.find(({ feature }) => !isDisabled(context.flags, feature))
    return part !== undefined && readAvailability(context, part.area)
  }
  const missing = access && missingPageAccess(context, access)
  if (missing !== undefined) return missing
  return unavailable?.(context.deployment) ?? true
}

import { describeMissingAccess } from '../lib/access/access-needed'
import type { Area } from '../shared/access/access'
import { type Feature, isDisabled } from '../shared/access/flags'
import type { Page } from '../shared/routing/page'
import type { Resource } from '../shared/routing/resource'
import type { Availability } from './command'
import { type CommandContext, mayAccess } from './context'

/** Whether the page can be opened here, or why not. Public pages open no page that requires sign-in. */
export function pageAvailability(
  context: CommandContext,
  { access, publicPath, nav }: Pick<Page, 'access' | 'publicPath' | 'nav'>
): Availability {
  if (context.isReadOnly && publicPath === undefined) return false
  const isReadable = ({ feature, area }: { feature: Feature; area: Area }) =>
    !isDisabled(context.flags, feature) && mayAccess(context, area, 'read')
  if (nav?.anyOf && !nav.anyOf.some(isReadable)) return 'You have no access to anything on this page.'
  const missing = access?.areas.find((area) => !mayAccess(context, area, access.action))
  return missing && access ? describeMissingAccess(missing, access.action) : true
}

/** Whether the list of a resource can be opened here, or why not. */
export function listAvailability(context: CommandContext, resource: Resource): Availability {
  const offer = pageAvailability(context, resource)
  return offer === true ? (resource.unavailable?.(context.deployment) ?? true) : offer
}

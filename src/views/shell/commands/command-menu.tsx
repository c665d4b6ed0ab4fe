import { type ComponentProps, lazy } from 'react'
import type { Target } from '../../../commands/command'
import { Button } from '../../../ui/button'
import { say } from '../../../ui/voice'
import { icons } from '../icons'
import { LazyBoundary } from '../frame/lazy-boundary'

const View = lazy(() => import('./command-menu-view'))

type Props = {
  for: Target
  /** An icon, as in each row of a list, where words would be said again and again. */
  isIcon?: boolean
}

/**
 * Everything that can be done with one thing, by group, for whoever has no letters to spare. Menus are large and seldom
 * the first thing seen, so they are loaded after what stands around them.
 */
export function CommandMenu({ for: target, isIcon = false }: Props) {
  const look: ComponentProps<typeof Button> = isIcon
    ? { tone: 'bare', label: `Actions for ${target.label}`, children: icons.more }
    : { description: target.label, children: 'Actions' }
  return (
    <LazyBoundary
      fallback={<Button {...look} hasPopup="menu" refusal="Loading…" />}
      onFailed={() => say('The menu of actions could not be loaded. The palette has them too.')}
    >
      <View for={target} trigger={<Button {...look} hasPopup="menu" />} />
    </LazyBoundary>
  )
}

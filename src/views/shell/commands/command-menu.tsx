import { type ComponentProps, lazy } from 'react'
import type { Target } from '../../../commands/command'
import { Button } from '../../../ui/button'
import { say } from '../../../ui/voice'
import { icons } from '../icons'
import { LazyBoundary } from '../frame/lazy-boundary'

const View = lazy(() => import('./command-menu-view'))

type Props = {
  for: Target
  /** Shows an icon, for rows of a list, where a label would repeat in every row. */
  isIcon?: boolean
}

/**
 * A menu of all commands for one thing, by group, for people who do not use keys. Menus are large and rarely used
 * first, so their code is loaded after the page.
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

import { lazy } from 'react'
import type { Target } from '../../commands/command'
import { Button } from '../../ui/button'
import { say } from '../../ui/voice'
import { Late } from './late'

const View = lazy(() => import('./command-menu-view'))

/**
 * Everything that can be done with one thing, by group, for whoever has no letters to spare. Menus are large and seldom
 * the first thing seen, so they are loaded after what stands around them.
 */
export function CommandMenu({ for: target, label = 'Actions' }: { for: Target; label?: string }) {
  return (
    <Late
      fallback={
        <Button hasPopup="menu" refusal="Loading…" onPress={() => undefined}>
          {label}
        </Button>
      }
      onFailed={() => say('The menu of actions could not be loaded. The palette has them too.')}
    >
      <View for={target} label={label} />
    </Late>
  )
}

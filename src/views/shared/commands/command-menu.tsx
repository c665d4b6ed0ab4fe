import { type ComponentProps, useEffect } from 'react'
import type { Target } from '@/commands/command'
import { Button } from '@/ui/button'
import { useMenuButton } from '@/ui/menu-button'
import { lazyComponent } from '@/ui/lazy-component'
import { announce } from '@/ui/voice'
import { icons } from '../icons'
import { FailureBoundary } from '../page/failure-boundary'

const View = lazyComponent({ load: () => import('./command-menu-view') })

type Props = {
  for: Target
  /** Shows an icon instead of a label, which would repeat in every row of a list. */
  isIcon?: boolean
}

/**
 * A menu of all commands for one resource, by group, for users who do not use keys. Every row of a list has a menu, so
 * its items are computed when it opens. The code loads when the page is idle.
 */
export function CommandMenu({ for: target, isIcon = false }: Props) {
  const { button, open } = useMenuButton()
  useEffect(() => View.prefetchWhenIdle(), [])
  const look: ComponentProps<typeof Button> = isIcon
    ? { tone: 'bare', label: `Actions for ${target.label}`, children: icons.more }
    : { description: target.label, children: 'Actions' }
  return (
    <>
      <Button {...look} {...button} />
      {open && (
        <FailureBoundary onFailed={() => announce('The menu could not be loaded. Use the command palette instead.')}>
          <View for={target} open={open} />
        </FailureBoundary>
      )}
    </>
  )
}

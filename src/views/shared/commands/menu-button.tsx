import { type ComponentProps, useEffect } from 'react'
import { Button } from '@/ui/button'
import type { LazyComponent } from '@/ui/lazy-component'
import { type OpenMenu, useMenuButton } from '@/ui/menu-button'
import { announce } from '@/ui/voice'
import { FailureBoundary } from '../page/failure-boundary'

type Props<P> = {
  look: ComponentProps<typeof Button>
  menu: LazyComponent<P & { open: OpenMenu }>
  /** The properties of the menu. */
  of: P
}

/** A button whose menu loads when the page is idle. The first press opens it, also while its code still loads. */
export function MenuButton<P extends object>({ look, menu: Menu, of }: Props<P>) {
  const { button, open } = useMenuButton()
  useEffect(() => Menu.prefetchWhenIdle(), [Menu])
  function onFailed() {
    // The next press tries again.
    open?.close()
    announce('The menu could not be loaded. Use the command palette instead.', { urgent: true })
  }
  return (
    <>
      <Button {...look} {...button} />
      {open && (
        <FailureBoundary onFailed={onFailed}>
          <Menu {...of} open={open} />
        </FailureBoundary>
      )}
    </>
  )
}

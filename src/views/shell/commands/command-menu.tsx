import { type ComponentProps, lazy, useEffect } from 'react'
import type { Target } from '../../../commands/command'
import { Button } from '../../../ui/button'
import { useMenuButton } from '../../../ui/menu-button'
import { preload } from '../../../ui/use-loaded'
import { announce } from '../../../ui/voice'
import { icons } from '../icons'
import { LazyBoundary } from '../frame/lazy-boundary'

const load = () => import('./command-menu-view')
const View = lazy(load)

type Props = {
  for: Target
  /** Shows an icon, for rows of a list, where a label would repeat in every row. */
  isIcon?: boolean
}

/**
 * A menu of all commands for one thing, by group, for people who do not use keys. What is in it is found out when it is
 * opened, since every row of a list has one; its code comes when the page rests.
 */
export function CommandMenu({ for: target, isIcon = false }: Props) {
  const { button, open } = useMenuButton()
  useEffect(() => preload(load), [])
  const look: ComponentProps<typeof Button> = isIcon
    ? { tone: 'bare', label: `Actions for ${target.label}`, children: icons.more }
    : { description: target.label, children: 'Actions' }
  return (
    <>
      <Button {...look} {...button} />
      {open && (
        <LazyBoundary onFailed={() => announce('The menu of actions could not be loaded. The palette has them too.')}>
          <View for={target} open={open} />
        </LazyBoundary>
      )}
    </>
  )
}

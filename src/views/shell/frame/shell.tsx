import type { ReactNode } from 'react'
import { lazyComponent } from '@/ui/lazy-component'
import { announce } from '@/ui/voice'
import { FailureBoundary } from '../../shared/page/failure-boundary'
import css from './shell.module.css'
import { Sidebar } from './sidebar'
import { Landmark } from '@/ui/landmark'
import { SkipLinks } from './skip-links'
import { useMedia, usePreferences } from '../../shared/stores'

export const SideMenu = lazyComponent({ load: () => import('./side-menu') })

type Props = {
  /** Whether there is no sidebar, as on public pages. */
  isBare: boolean
  isMenuOpen: boolean
  onMenuClose: () => void
  version: string | undefined
  userName: string | undefined
  /** Shown above every page. */
  notice: ReactNode
  children: ReactNode
}

/** The frame around every page. The sidebar can collapse to icons; below 1024 px it is a menu over the page. */
export function Shell({ isBare, isMenuOpen, onMenuClose, version, userName, notice, children }: Props) {
  const isNarrow = useMedia('(max-width: 1023px)')
  const isCollapsed = usePreferences().sidebarCollapsed
  const hasSidebar = !isBare && !isNarrow
  const isIcons = hasSidebar && isCollapsed
  const sidebar = <Sidebar version={version} userName={userName} isIcons={isIcons} onLeave={onMenuClose} />
  return (
    <div className={css.shell} data-sidebar={!hasSidebar ? undefined : isIcons ? 'icons' : 'whole'}>
      <SkipLinks />
      {hasSidebar && sidebar}
      {isNarrow && isMenuOpen && !isBare && (
        <FailureBoundary
          onFailed={() => {
            announce('Menu could not be opened. Reload the page.', { urgent: true })
            onMenuClose()
          }}
        >
          <SideMenu onClose={onMenuClose}>{sidebar}</SideMenu>
        </FailureBoundary>
      )}
      <div className={css.content}>
        {notice && (
          <Landmark as="section" label="Notice">
            {notice}
          </Landmark>
        )}
        {children}
      </div>
    </div>
  )
}

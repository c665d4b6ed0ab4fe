import { type ReactNode, useState } from 'react'
import { lazyComponent } from '@/ui/lazy-component'
import { announce } from '@/ui/voice'
import { FailureBoundary } from '../../shared/page/failure-boundary'
import css from './shell.module.css'
import { Sidebar } from './sidebar'
import { Landmark } from '@/ui/landmark'
import { usePlaces } from '../../shared/commands/place'
import { useConsole } from '../../shared/console'
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

/** Regions that only some pages have. */
const regions = [
  // The tab stop of the list: its row under the cursor, or the first one.
  { title: 'List', selector: 'main :is([role=row], [role=gridcell], [role=treeitem], [data-row])[tabindex="0"]' },
  { title: 'Filters', selector: '[role="search"], search' },
  { title: 'Detail', selector: '[data-scope="detail"]' },
] as const

/** The first tab stops of the page: links past the sidebar, and to the palette and the keys. */
function SkipLinks() {
  const { perform } = useConsole()
  const places = usePlaces()
  const [present, setPresent] = useState<readonly string[]>([])
  const look = () =>
    setPresent(regions.filter(({ selector }) => document.querySelector(selector)).map(({ title }) => title))
  const run = (call: string) => void perform({ call, origin: 'button' }, places)
  return (
    <nav className={css.skip} aria-label="Skip links">
      <ul>
        <li>
          <a href="#main" onFocus={look}>
            Main content
          </a>
        </li>
        {regions
          .filter(({ title }) => present.includes(title))
          .map(({ title, selector }) => (
            <li key={title}>
              <button type="button" onClick={() => focusIn(selector)}>
                {title}
              </button>
            </li>
          ))}
        <li>
          <button type="button" onClick={() => run('palette.open')}>
            Command palette
          </button>
        </li>
        <li>
          <button type="button" onFocus={look} onClick={() => run('keys.settings')}>
            Keyboard settings
          </button>
        </li>
      </ul>
    </nav>
  )
}

function focusIn(selector: string): void {
  const region = document.querySelector<HTMLElement>(selector)
  const first = region?.matches('[tabindex]')
    ? region
    : region?.querySelector<HTMLElement>('h2, [tabindex], input, button, a')
  first?.focus()
}

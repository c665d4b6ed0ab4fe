import type { ReactNode } from 'react'
import { Link, useRoute } from 'wouter'
import { paths } from '../../lib/paths'
import { caps } from '../../keymap/display'
import { Kbd } from '../../ui/kbd'
import { Landmark } from '../../ui/landmark'
import { CommandButton } from './command-button'
import { useConsole } from './console'
import { icons } from './icons'
import { Logo } from './logo'
import { navItemsFor } from './nav-items'
import css from './sidebar.module.css'
import { usePreferences } from './stores'

type Props = {
  version: string | undefined
  userName: string | undefined
  /** Something was chosen. */
  onLeave: () => void
}

export function Sidebar({ version, userName, onLeave }: Props) {
  const { theme } = usePreferences()
  const { circumstances } = useConsole()
  const entries = navItemsFor(circumstances, circumstances.flags)
  return (
    <Landmark as="nav" className={css.sidebar} label="Main">
      <Link href={paths.home} className={css.brand} aria-label="Mission Control, home" onClick={onLeave}>
        <Logo />
        <span>Mission Control</span>
      </Link>
      <CommandButton call="palette.open" label="Search or run" icon={icons.search} isLabelled className={css.search}>
        <Keys call="palette.open" />
      </CommandButton>
      <ul>
        {entries.map(({ label, href, call, icon }) => (
          <li key={href}>
            <NavLink href={href} call={call} onLeave={onLeave}>
              {icon}
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
      <div className={css.foot}>
        <CommandButton
          call="help.messages"
          tone="bare"
          label="Messages"
          icon={icons.messages}
          isLabelled
          className={css.item}
        >
          <Keys call="help.messages" />
        </CommandButton>
        <CommandButton
          call="help.keys"
          tone="bare"
          label="Shortcuts"
          icon={icons.keyboard}
          isLabelled
          className={css.item}
        >
          <Keys call="help.keys" />
        </CommandButton>
        <CommandButton call="prefs.theme" tone="bare" label="Theme" icon={icons[theme]} isLabelled className={css.item}>
          <span className={css.keys}>{theme}</span>
        </CommandButton>
        <CommandButton
          call="prefs.open"
          tone="bare"
          label="Preferences"
          icon={icons.preferences}
          isLabelled
          className={css.item}
        />
        <p className={css.about}>
          <span>{userName}</span>
          <span>{version === undefined ? '' : `v${version}`}</span>
        </p>
      </div>
    </Landmark>
  )
}

function NavLink({
  href,
  call,
  onLeave,
  children,
}: {
  href: string
  call: string
  onLeave: () => void
  children: ReactNode
}) {
  const [isHere] = useRoute(href)
  return (
    <Link href={href} className={css.link} aria-current={isHere ? 'page' : undefined} onClick={onLeave}>
      {children}
      <Keys call={call} />
    </Link>
  )
}

/** The first key of a call, drawn at the end of its row. */
function Keys({ call }: { call: string }) {
  const first = useConsole().keys.find((key) => key.call === call)
  return first ? (
    <span className={css.keys}>
      <Kbd caps={caps(first.keys)} />
    </span>
  ) : null
}

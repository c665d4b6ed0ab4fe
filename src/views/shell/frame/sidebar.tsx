import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { keyCaps } from '@/keymap/display'
import { HOME_PATH } from '@/shared/pages/topology'
import { Button } from '@/ui/button'
import { Kbd } from '@/ui/kbd'
import { Landmark } from '@/ui/landmark'
import { hasSavedViews } from '@/lib/saved-views'
import { CommandButton } from '../../shared/commands/command-button'
import { lazyComponent } from '@/ui/lazy-component'
import { useConsole } from '../../shared/console'
import { icons } from '../../shared/icons'
import { Logo } from '../../shared/page/logo'
import { type NavItem, listNavItems, listSettingsItems } from './nav-items'
import css from './sidebar.module.css'

const SavedViews = lazyComponent({ load: () => import('./saved-views'), when: 'idle', failed: () => null })

type Props = {
  version: string | undefined
  userName: string | undefined
  /** Shows icons only; the names are for screen readers and tooltips. */
  isIcons?: boolean
  /** Called after an entry was chosen. */
  onLeave: () => void
}

export function Sidebar({ version, userName, isIcons = false, onLeave }: Props) {
  const { environment } = useConsole()
  const entries = listNavItems(environment, environment.flags)
  const settings = listSettingsItems(environment, environment.flags)
  const [path] = useLocation()
  const look = { isIcons, onLeave, current: partOf(path, [...entries, ...settings]) }
  return (
    <Landmark as="nav" className={isIcons ? `${css.sidebar} ${css.icons}` : css.sidebar} label="Main">
      <div className={css.head}>
        <Link href={HOME_PATH} className={css.brand} aria-label="Mission Control, home" onClick={onLeave}>
          <Logo />
          {!isIcons && <span>Mission Control</span>}
        </Link>
        <CommandButton
          call="shell.sidebar"
          tone="bare"
          icon={icons.sidebar}
          label={isIcons ? 'Expand sidebar' : 'Collapse sidebar'}
        />
      </div>
      <Tool call="palette.open" label="Search or run" icon={icons.search} tone="plain" {...look}>
        <Keys call="palette.open" />
      </Tool>
      <ul>
        {entries.map((entry) => (
          <Entry key={entry.href} {...entry} {...look} />
        ))}
      </ul>
      {!isIcons && hasSavedViews(environment) && <SavedViews onLeave={onLeave} />}
      {settings.length > 0 && <Settings entries={settings} {...look} />}
      <div className={css.foot}>
        <Tool call="help.messages" label="Messages" icon={icons.messages} {...look}>
          <Keys call="help.messages" />
        </Tool>
        <Tool call="help.keys" label="Shortcuts" icon={icons.keyboard} {...look}>
          <Keys call="help.keys" />
        </Tool>
        {!isIcons && (
          <p className={css.about}>
            <span>{userName}</span>
            <span>{version === undefined ? '' : `v${version}`}</span>
          </p>
        )}
      </div>
    </Landmark>
  )
}

type Look = {
  isIcons: boolean
  onLeave: () => void
  /** The address of the entry that the open page belongs to. */
  current: string | undefined
}

/** The entry with the longest address that contains the path: a page below another can have its own entry. */
function partOf(path: string, entries: readonly NavItem[]): string | undefined {
  const within = entries.map(({ href }) => href).filter((href) => path === href || path.startsWith(`${href}/`))
  return within.toSorted((a, b) => b.length - a.length)[0]
}

/** A collapsible group. It is open on its own pages until the user opens or closes it. */
function Settings({ entries, ...look }: Look & { entries: readonly NavItem[] }) {
  const [chosen, choose] = useState<boolean>()
  const isOpen = look.isIcons || (chosen ?? entries.some(({ href }) => href === look.current))
  return (
    <div className={css.group}>
      {!look.isIcons && (
        <Button tone="bare" className={css.item} isExpanded={isOpen} onPress={() => choose(!isOpen)}>
          {icons.settings}
          <span>Settings</span>
          <ChevronRight size={14} strokeWidth={1.75} aria-hidden="true" className={css.twisty} />
        </Button>
      )}
      {isOpen && (
        <ul aria-label="Settings" className={css.within}>
          {entries.map((entry) => (
            <Entry key={entry.href} {...entry} {...look} />
          ))}
        </ul>
      )}
    </div>
  )
}

type ToolProps = Pick<Look, 'isIcons'> & {
  call: string
  label: string
  icon: ReactNode
  tone?: 'plain' | 'bare'
  children?: ReactNode
}

function Tool({ call, label, icon, tone = 'bare', isIcons, children }: ToolProps) {
  const className = tone === 'plain' ? css.search : css.item
  return (
    <CommandButton call={call} tone={tone} label={label} icon={icon} isLabelled={!isIcons} className={className}>
      {!isIcons && children}
    </CommandButton>
  )
}

function Entry({ label, href, call, icon, subpages, isIcons, onLeave, current }: NavItem & Look) {
  const [path] = useLocation()
  const isWithin = href === current
  const isListed = subpages.some((page) => page.href === path)
  return (
    <li>
      <Link
        href={href}
        className={css.link}
        // A subpage belongs to the same entry but is not the same page.
        aria-current={path === href ? 'page' : (isWithin && !isListed) || undefined}
        title={isIcons ? label : undefined}
        onClick={onLeave}
      >
        {icon}
        <span className={isIcons ? 'visually-hidden' : undefined}>{label}</span>
        {!isIcons && <Keys call={call} />}
      </Link>
      {isWithin && !isIcons && subpages.length > 0 && (
        <ul aria-label={label} className={css.below}>
          {subpages.map((page) => (
            <li key={page.href}>
              <Link
                href={page.href}
                className={css.link}
                aria-current={path === page.href ? 'page' : undefined}
                onClick={onLeave}
              >
                <span>{page.label}</span>
                <Keys call={page.call} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** The first key of a call, at the end of the row. */
function Keys({ call }: { call: string }) {
  const first = useConsole().keys.find((key) => key.call === call)
  return first ? (
    <span className={css.keys}>
      <Kbd caps={keyCaps(first.keys)} />
    </span>
  ) : null
}

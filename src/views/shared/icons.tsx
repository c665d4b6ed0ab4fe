import {
  Activity,
  Bell,
  Boxes,
  CircleQuestionMark,
  CircleUserRound,
  Ellipsis,
  Filter,
  Inbox,
  LayoutGrid,
  Keyboard,
  Maximize2,
  MessageSquareText,
  Minimize2,
  PanelLeft,
  Pause,
  Play,
  RefreshCw,
  ScrollText,
  Search,
  Siren,
  Settings,
  SlidersHorizontal,
  X,
} from 'lucide-react'
import type { NavIcon } from '@/shared/routing/page'
import { lazyComponent } from '@/ui/lazy-component'

/** The size of icons, which are decorative: the control around an icon has the name. */
export const iconSize = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The icons of the console that every page may show. */
export const icons = {
  settings: <Settings {...iconSize} />,
  logs: <ScrollText {...iconSize} />,
  incidents: <Siren {...iconSize} />,
  triage: <Inbox {...iconSize} />,
  notifications: <Bell {...iconSize} />,
  health: <Activity {...iconSize} />,
  catalog: <Boxes {...iconSize} />,
  account: <CircleUserRound {...iconSize} />,
  help: <CircleQuestionMark {...iconSize} />,
  more: <Ellipsis {...iconSize} />,
  preferences: <SlidersHorizontal {...iconSize} />,
  keyboard: <Keyboard {...iconSize} />,
  messages: <MessageSquareText {...iconSize} />,
  sidebar: <PanelLeft {...iconSize} />,
  pause: <Pause {...iconSize} />,
  play: <Play {...iconSize} />,
  refresh: <RefreshCw {...iconSize} />,
  search: <Search {...iconSize} />,
  expand: <Maximize2 {...iconSize} />,
  collapse: <Minimize2 {...iconSize} />,
  close: <X {...iconSize} />,
  filter: <Filter {...iconSize} />,
  cards: <LayoutGrid {...iconSize} />,
}

/** Reserves the space of an icon. */
export const noIcon = () => <svg width={iconSize.size} height={iconSize.size} aria-hidden="true" />

type NavIconProps = { name: NavIcon }

// Only the open settings show these, so that no page waits for them.
const SettingsIcon = lazyComponent<NavIconProps>({
  load: () => import('./settings-icons'),
  pending: noIcon,
  failed: noIcon,
})

/** The icon of an entry of the sidebar. */
export const navIcon = (name: NavIcon) =>
  name in icons ? icons[name as keyof typeof icons] : <SettingsIcon name={name} />

import {
  Activity,
  Keyboard,
  Maximize2,
  MessageSquareText,
  Minimize2,
  Moon,
  PanelLeft,
  Pause,
  Play,
  RefreshCw,
  Search,
  SlidersHorizontal,
  Sun,
  SunMoon,
  X,
} from 'lucide-react'

const size = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The icons of the console, in one size. Decoration: the name is on whatever holds them. */
export const icons = {
  health: <Activity {...size} />,
  preferences: <SlidersHorizontal {...size} />,
  keyboard: <Keyboard {...size} />,
  messages: <MessageSquareText {...size} />,
  dark: <Moon {...size} />,
  light: <Sun {...size} />,
  system: <SunMoon {...size} />,
  sidebar: <PanelLeft {...size} />,
  pause: <Pause {...size} />,
  play: <Play {...size} />,
  refresh: <RefreshCw {...size} />,
  search: <Search {...size} />,
  expand: <Maximize2 {...size} />,
  collapse: <Minimize2 {...size} />,
  close: <X {...size} />,
}

import { Flag, History, KeyRound, ListChecks, Network, Plug, Radar, Users, Zap } from 'lucide-react'
import type { NavIcon } from '@/shared/routing/page'
import { iconSize } from './icons'

const icons: Partial<Record<NavIcon, typeof Flag>> = {
  canaries: ListChecks,
  flags: Flag,
  rules: Zap,
  scrapers: Radar,
  jobs: History,
  connections: KeyRound,
  integrations: Plug,
  topologies: Network,
  people: Users,
}

/** The icon of a page of the settings. */
export default function SettingsIcon({ name }: { name: NavIcon }) {
  const Icon = icons[name]
  return Icon && <Icon {...iconSize} />
}

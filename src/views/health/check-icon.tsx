import {
  Activity,
  Boxes,
  CircleDollarSign,
  Clock,
  Database,
  Flame,
  Folder,
  Globe,
  Mail,
  Network,
  Radar,
  Server,
  ShieldCheck,
  SquareTerminal,
  User,
  Waypoints,
} from 'lucide-react'

/** Icons by the name in the canary, or by the check type. All others use the default check icon. */
const icons: Readonly<Record<string, typeof Activity>> = {
  http: Globe,
  dns: Waypoints,
  tcp: Network,
  icmp: Radar,
  postgres: Database,
  mysql: Database,
  mssql: Database,
  mongodb: Database,
  redis: Database,
  elasticsearch: Database,
  sql: Database,
  folder: Folder,
  exec: SquareTerminal,
  terminal: SquareTerminal,
  k8s: Boxes,
  kubernetes: Boxes,
  prometheus: Flame,
  server: Server,
  shield: ShieldCheck,
  email: Mail,
  user: User,
  cost: CircleDollarSign,
  cron: Clock,
}

/** Decorative, because the name and the type are next to it. */
export function CheckIcon({
  icon,
  type,
  size = 15,
}: {
  icon?: string | null | undefined
  type: string
  size?: number
}) {
  const Icon = icons[icon ?? ''] ?? icons[type] ?? Activity
  return <Icon size={size} strokeWidth={1.75} aria-hidden="true" />
}

import {
  Bell,
  BrainCircuit,
  Boxes,
  Cloud,
  Container,
  Database,
  Flame,
  Folder,
  Gauge,
  GitBranch,
  Globe,
  Mail,
  MessageSquareText,
  MonitorCog,
  Network,
  Search,
  Send,
  Server,
  Vault,
} from 'lucide-react'

const icons: Readonly<Record<string, typeof Bell>> = {
  ai: BrainCircuit,
  bell: Bell,
  bucket: Container,
  chat: MessageSquareText,
  cloud: Cloud,
  cluster: Boxes,
  database: Database,
  directory: Network,
  folder: Folder,
  gauge: Gauge,
  git: GitBranch,
  mail: Mail,
  metrics: Flame,
  search: Search,
  send: Send,
  vault: Vault,
  web: Globe,
  window: MonitorCog,
}

/** Decorative, because the label is next to it. */
export function TypeIcon({ icon }: { icon: string }) {
  const Icon = icons[icon] ?? Server
  return <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
}

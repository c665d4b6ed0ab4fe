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
  SquareTerminal,
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
  terminal: SquareTerminal,
  vault: Vault,
  web: Globe,
  window: MonitorCog,
}

/** The icons of types that name none, by a part of their id. The first match applies. */
const iconsByPart: readonly (readonly [part: RegExp, icon: string])[] = [
  [/git|devops/i, 'git'],
  [/s3|bucket|registry|docker|containerd/i, 'bucket'],
  [/watch|dynatrace|jmeter|junit/i, 'gauge'],
  [/aws|azure|gcp|cloud|pubsub/i, 'cloud'],
  [/kube|helm|pod|namespace|argo/i, 'cluster'],
  [/sql|postgres|redis|mongo|database/i, 'database'],
  [/search|catalog/i, 'search'],
  [/prometheus|alertmanager/i, 'metrics'],
  [/http|web/i, 'web'],
  [/dns|ldap|tcp|icmp|^type$|label/i, 'directory'],
  [/folder|file|restic/i, 'folder'],
  [/trivy/i, 'vault'],
  [/exec|custom/i, 'terminal'],
  [/notification/i, 'send'],
  [/check/i, 'gauge'],
]

export const iconOfType = (id: string): string | undefined => iconsByPart.find(([part]) => part.test(id))?.[1]

/** Decorative, because the label is next to it. */
export function TypeIcon({ icon }: { icon: string }) {
  const Icon = icons[icon] ?? Server
  return <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
}

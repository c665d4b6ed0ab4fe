import {
  Box,
  Boxes,
  Cloud,
  Container,
  Cpu,
  Database,
  FileCog,
  Folder,
  GitBranch,
  Globe,
  HardDrive,
  Inbox,
  KeyRound,
  Layers,
  Network,
  Printer,
  Server,
  ShieldCheck,
  SquareFunction,
  User,
} from 'lucide-react'

/** By words of the class or the type, the first that fits; a type says more than a class. */
const icons: readonly (readonly [RegExp, typeof Box])[] = [
  [/pod|container|image|repository/i, Container],
  [/deployment|statefulset|daemonset|replicaset|rollout/i, Layers],
  [/function|lamb/i, SquareFunction],
  [/secret|certificate|key/i, KeyRound],
  [/role|policy|securitygroup|firewall/i, ShieldCheck],
  [/database|dbinstance|rds|postgres|mysql|sql/i, Database],
  [/bucket|volume|storage|disk|ebs/i, HardDrive],
  [/queue|topic|sqs|sns/i, Inbox],
  [/ingress|dns|zone|domain|cdn/i, Globe],
  [/service|network|subnet|vpc|loadbalancer|gateway|endpoint/i, Network],
  [/namespace|folder|resourcegroup|group/i, Folder],
  [/node|instance|machine|host/i, Server],
  [/cluster/i, Boxes],
  [/configmap|config|file/i, FileCog],
  [/pipeline|kustomiz|git|workflow/i, GitBranch],
  [/job/i, Cpu],
  [/account|subscription|region|project/i, Cloud],
  [/user|person|principal/i, User],
  [/printer/i, Printer],
]

export const iconOf = (type: string, configClass: string): typeof Box => {
  const own = type.split('::').at(-1) ?? type
  return [own, configClass].flatMap((text) => icons.find(([pattern]) => pattern.test(text))?.[1] ?? [])[0] ?? Box
}

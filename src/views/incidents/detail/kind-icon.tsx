import {
  Activity,
  Boxes,
  FileText,
  GitCompareArrows,
  MessageSquareText,
  Network,
  NotebookPen,
  ScrollText,
  TriangleAlert,
} from 'lucide-react'
import type { EvidenceKind } from '@/lib/incidents/evidence-kinds'
import { iconSize } from '../../shared/icons'

export type KindIconProps = { icon: EvidenceKind | 'comment' | 'note' }

const icons: Readonly<Record<KindIconProps['icon'], typeof Activity>> = {
  check: Activity,
  component: Network,
  config: Boxes,
  lines: FileText,
  change: GitCompareArrows,
  insight: TriangleAlert,
  logline: ScrollText,
  comment: MessageSquareText,
  note: NotebookPen,
}

/** The icon of a kind of evidence, or of a comment. Decorative: the kind is next to it for screen readers. */
export default function KindIcon({ icon }: KindIconProps) {
  const Icon = icons[icon]
  return <Icon {...iconSize} />
}

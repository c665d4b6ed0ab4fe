import type { Evidence } from '@/api/incidents/incident'
import { capital } from '@/shared/format'
import type { EvidenceWeight } from '@/lib/incidents/hypotheses'
import { Badge, type BadgeTone } from '@/ui/badge'

const tones: Readonly<Record<string, BadgeTone>> = { proven: 'bad', likely: 'warn', possible: 'accent' }

/** The status of a hypothesis. The more likely it is, the more the badge stands out. */
export const HypothesisBadge = ({ status }: { status: string }) => (
  <Badge tone={tones[status.toLowerCase()] ?? 'plain'}>{capital(status)}</Badge>
)

/** Whether evidence supports or contradicts its hypothesis; nothing if it has no weight. */
export const WeightBadge = ({ weight }: { weight: EvidenceWeight | null | undefined }) =>
  weight && <Badge tone={weight === 'supports' ? 'good' : 'bad'}>{capital(weight)}</Badge>

/** Whether an item of the definition of done is done; nothing for other evidence. */
export const DoneBadge = ({ evidence: { definition_of_done: isPart, done } }: { evidence: Evidence }) =>
  isPart && <Badge tone={done ? 'good' : 'warn'}>{done ? 'Done' : 'To do'}</Badge>

import type { Evidence } from '@/api/incidents/incident'
import { capital } from '@/shared/format'
import type { EvidenceWeight } from '@/lib/incidents/hypotheses'
import { Badge } from '@/ui/badge'
import { StatusBadge } from '@/ui/status-word'

/** The status of a hypothesis. */
export const HypothesisBadge = ({ status }: { status: string }) => <StatusBadge word={capital(status)} />

/** Whether evidence supports or contradicts its hypothesis; nothing if it has no weight. */
export const WeightBadge = ({ weight }: { weight: EvidenceWeight | null | undefined }) =>
  weight && <Badge tone={weight === 'supports' ? 'good' : 'bad'}>{capital(weight)}</Badge>

/** Whether an item of the definition of done is done; nothing for other evidence. */
export const DoneBadge = ({ evidence: { definition_of_done: isPart, done } }: { evidence: Evidence }) =>
  isPart && <StatusBadge word={done ? 'Done' : 'To do'} />

import type { Evidence } from '../../../api/incident'
import { capital } from '../../../lib/format'
import type { Weight } from '../../../lib/hypotheses'
import { Badge, type BadgeTone } from '../../../ui/badge'

const tones: Readonly<Record<string, BadgeTone>> = { proven: 'bad', likely: 'warn', possible: 'accent' }

/** A status of hypotheses: the more it is believed, the more it stands out. */
export const HypothesisBadge = ({ status }: { status: string }) => (
  <Badge tone={tones[status.toLowerCase()] ?? 'plain'}>{capital(status)}</Badge>
)

/** What evidence means for its hypothesis; nothing where nobody has said. */
export const WeightBadge = ({ weight }: { weight: Weight | null | undefined }) =>
  weight && <Badge tone={weight === 'supports' ? 'good' : 'bad'}>{capital(weight)}</Badge>

/** Whether a part of the definition of done is done; nothing for evidence that is no part of it. */
export const DoneBadge = ({ evidence: { definition_of_done: isPart, done } }: { evidence: Evidence }) =>
  isPart && <Badge tone={done ? 'good' : 'warn'}>{done ? 'Done' : 'To be done'}</Badge>
